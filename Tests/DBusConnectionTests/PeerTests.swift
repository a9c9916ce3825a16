import TestSupport

/// Objects that are exported on a bus and on private connections at the same time.
@EventLoop @Suite struct PeerTests {
    private let stage: Stage
    private let server: Server
    private let peers: [Connection]

    init() throws {
        stage = try Stage()
        let example = stage.example
        server = try Server(listeningAt: "unix:path=\(stage.bus.directory)/peers") { example.serve(peer: $0) }
        let address = server.address
        peers = try (1...2).map { _ in try Connection.peer(at: address) }
        for peer in peers { peer.callTimeout = TestTimeout.call }
    }

    /// Sets the level of the example's object over a private connection.
    private func set(_ level: UInt32, by peer: Connection) async throws {
        try await peer.call(
            PropertiesInterface.set, at: Example.object, on: nil, ExampleInterface.name, "Level", .uint32(level))
    }

    /// Collects the levels that are announced to a peer, until a reply shows that all of them have arrived.
    private func levels(for peer: Connection, during body: () async throws -> Void) async throws -> [UInt32] {
        var levels: [UInt32] = []
        peer.onSignal = { signal, reader in
            guard signal.member == "PropertiesChanged", (try? reader.readString()) == ExampleInterface.name,
                let values = try? [String: Variant].read(from: reader), let level: UInt32 = values["Level"]?.get()
            else { return }
            levels.append(level)
        }
        try await body()
        try await peer.call(ExampleInterface.nothing, at: Example.object, on: nil)
        return levels
    }

    @Test func `a change is announced once on each connection, also while there is no bus`() async throws {
        let found = try await levels(for: peers[1]) {
            try await set(1, by: peers[0])
            #expect(try await stage.takeSignals().map(\.member) == ["PropertiesChanged"])
            stage.example.tree.connection = nil
            try await set(2, by: peers[0])
            stage.example.serve(stage.service)
            try await stage.set("Level", .uint32(3))
        }
        #expect(found == [1, 2, 3])
        #expect(try await stage.takeSignals().map { $0.values[1] } == [["Level": Variant.uint32(3)].variant])
    }

    @Test func `each peer is a caller of its own, until it disconnects`() async throws {
        var callers: Set<String> = []
        stage.example.owner.onCall = { caller, _, _, _ in callers.insert(caller) }
        try await set(1, by: peers[0])
        try await set(2, by: peers[1])
        try await stage.set("Level", .uint32(3))
        #expect(callers.subtracting([stage.client.uniqueName]) == [":peer.1", ":peer.2"])
        #expect(callers.count == 3)
        peers[0].close()
        let tree = stage.example.tree
        while tree.connections.count == 3 { try await stage.call(PeerInterface.ping) }
        #expect(try await levels(for: peers[1]) { try await stage.set("Level", .uint32(4)) } == [4])
    }

    // MARK: Further connections of a client

    /// A further connection of the stage's client, with the daemon's end of it.
    private func further(limits: PeerMemory.Limits = PeerMemory.Limits()) async throws -> (
        client: Connection, service: Connection
    ) {
        let (tree, example) = (stage.example.tree, stage.example)
        let name = stage.client.uniqueName
        var service: Connection?
        let server = try Server(listeningAt: "unix:path=\(stage.bus.directory)/further") { peer in
            example.serve(peer: peer, standingFor: name)
            peer.limitTraffic(of: name, in: PeerMemory(limits))
            service = peer
        }
        let client = try Connection.peer(at: server.address)
        client.callTimeout = TestTimeout.call
        try await client.call(ExampleInterface.nothing, at: Example.object, on: nil)
        server.close()
        #expect(tree.connections.count == 4)
        return (client, try #require(service))
    }

    @Test func `a further connection stands for its client, which is called on the bus`() async throws {
        let (client, service) = try await further()
        let tree = stage.example.tree
        var callers: [String] = []
        stage.example.owner.onCall = { caller, _, _, _ in callers.append(caller) }
        #expect(try await levels(for: client) { try await set(1, by: client) } == [1])
        #expect(Set(callers) == [stage.client.uniqueName])
        #expect(tree.connection(to: stage.client.uniqueName) === stage.service)
        // Its end has no effect on the client.
        client.close()
        while service.isOpen { try await stage.call(PeerInterface.ping) }
        #expect(tree.connections.count == 3)
        try await stage.set("Level", .uint32(2))
    }

    @Test func `the calls of a client on all its connections are limited together`() async throws {
        let (client, _) = try await further()
        let tree = stage.example.tree
        tree.limitCalls(each: 2, total: 100)
        var results: [Result<UInt32, DBusError>] = []
        for (connection, name) in [(client, nil), (stage.client, stage.service.uniqueName as String?)] {
            connection.call(
                ExampleInterface.later, at: Example.object, on: name, timeout: TestTimeout.call
            ) { results.append($0) }
            while stage.example.kept.isEmpty || connection === stage.client && stage.example.kept.count < 2 {
                try await peers[0].call(PeerInterface.ping, at: Example.object, on: nil)
            }
        }
        #expect(tree.waitingCalls == 2)
        #expect(await failure { try await stage.call(PeerInterface.ping) } == "LimitsExceeded")
        let refused = await failure { try await client.call(ExampleInterface.nothing, at: Example.object, on: nil) }
        #expect(refused == "LimitsExceeded")
        try await peers[0].call(PeerInterface.ping, at: Example.object, on: nil)
        for promise in stage.example.kept { promise.succeed(1) }
        while results.count < 2 { try await peers[0].call(PeerInterface.ping, at: Example.object, on: nil) }
        #expect(tree.waitingCalls == 0)
        try await client.call(ExampleInterface.nothing, at: Example.object, on: nil)
    }

    @Test func `a peer that leaves too much unread is disconnected`() async throws {
        var limits = PeerMemory.Limits()
        limits.unread = PeerLimit(each: 1 << 20, total: .max)
        let (client, service) = try await further(limits: limits)
        client.isPaused = true
        let text = String(repeating: "x", count: 1 << 16)
        var most = 0
        for _ in 0..<1000 where service.isOpen {
            try stage.service.emit(ExampleInterface.spoke, from: Example.object, text, .uint32(1))
            try service.emit(ExampleInterface.spoke, from: Example.object, text, .uint32(1))
            most = max(most, service.isOpen ? service.outgoingSize : 0)
            try await peers[0].call(PeerInterface.ping, at: Example.object, on: nil)
        }
        #expect(!service.isOpen && service.refusal == "it left more than 1 MiB unread")
        #expect(most > 1 << 20 && most < 5 << 18)
        #expect(stage.example.tree.connections.count == 3)
        try await stage.set("Level", .uint32(2))
    }
}
