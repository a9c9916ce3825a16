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
        try await peer.call(PeerInterface.ping, at: Example.object, on: nil)
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
        stage.example.tree.authorize = { caller, _, _, _ in callers.insert(caller) }
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
}
