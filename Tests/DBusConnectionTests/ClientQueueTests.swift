import TestSupport

@testable import DBusConnection

/// The queues in which messages of several clients wait for their turn.
@EventLoop @Suite struct ClientQueueTests {
    private let stage: Stage
    private let other: Connection
    /// The callers of the calls that were handled, in order.
    private let handled = Callers()

    @EventLoop private final class Callers {
        var names: [String] = []
        var members: [String] = []
    }

    init() throws {
        stage = try Stage()
        other = try Connection.bus(at: stage.bus.address)
        other.callTimeout = TestTimeout.call
        let handled = handled
        stage.example.owner.onCall = { caller, _, _, member in
            handled.names.append(caller)
            handled.members.append(member)
        }
    }

    /// Sends calls that want no reply.
    private func send(_ count: Int, from client: Connection) throws {
        for _ in 0..<count {
            try client.notify(ExampleInterface.nothing, at: Example.object, on: stage.service.uniqueName)
        }
    }

    /// Lets calls arrive and wait while `body` sends them, then handles them.
    private func whileHolding(_ count: UInt64, _ body: () async throws -> Void) async throws {
        // The messages of the setup have arrived then.
        try await stage.call(PeerInterface.ping)
        try await other.call(PeerInterface.ping, at: Example.object, on: stage.service.uniqueName)
        let before = stage.service.messagesReceived
        stage.service.holdsCalls = true
        try await body()
        try await EventLoop.until("\(count) messages have arrived") {
            stage.service.messagesReceived >= before + count
        }
        #expect(handled.names == [])
        stage.service.holdsCalls = false
    }

    private func handledAll(_ count: Int) async throws {
        try await EventLoop.until("\(count) calls are handled") { handled.names.count >= count }
    }

    @Test func `a client with many calls delays another one by one call`() async throws {
        try await whileHolding(301) {
            try send(300, from: stage.client)
            try send(1, from: other)
        }
        try await handledAll(301)
        let place = try #require(handled.names.firstIndex(of: other.uniqueName))
        #expect(place <= 1)
        #expect(handled.names.count { $0 == stage.client.uniqueName } == 300)
    }

    @Test func `the calls of a client keep their order`() async throws {
        var results: [String] = []
        try await whileHolding(40) {
            for number in 0..<20 {
                for client in [stage.client, other] {
                    client.call(
                        ExampleInterface.echo, at: Example.object, on: stage.service.uniqueName,
                        .string("\(number)"), timeout: TestTimeout.call
                    ) { (result: Result<Variant, DBusError>) in
                        if client === other, let text: String = try? result.get().get() { results.append(text) }
                    }
                }
            }
        }
        try await EventLoop.until("all calls are answered") { results.count == 20 }
        #expect(results == (0..<20).map(String.init))
    }

    @Test func `the end of a client comes after its calls, and not after those of others`() async throws {
        var ended: [(own: Int, all: Int)] = []
        let (name, handled) = (other.uniqueName, handled)
        stage.service.onSignal = { signal, reader in
            if signal.member == "NameOwnerChanged", (try? reader.readString()) == name {
                ended.append((handled.names.count { $0 == name }, handled.names.count))
            }
        }
        stage.service.addMatch("type='signal',member='NameOwnerChanged'")
        try await stage.call(PeerInterface.ping)
        try await whileHolding(110) {
            try send(100, from: stage.client)
            try send(9, from: other)
            other.flush(for: .seconds(5))
            other.close()
        }
        try await EventLoop.until("the end of the client is handled") { !ended.isEmpty }
        #expect(ended.map(\.own) == [9])
        #expect(ended[0].all < 30)
        try await handledAll(109)
    }

    @Test func `a client whose calls fill its queue is refused, and another one is not`() async throws {
        let limit = ClientQueues.limits.each
        var refused: [DBusError] = []
        var answered = false
        try await whileHolding(UInt64(limit) + 2) {
            try send(limit, from: stage.client)
            stage.client.call(
                ExampleInterface.nothing, at: Example.object, on: stage.service.uniqueName, timeout: TestTimeout.call
            ) { (result: Result<Void, DBusError>) in if case .failure(let error) = result { refused.append(error) } }
            other.call(
                ExampleInterface.nothing, at: Example.object, on: stage.service.uniqueName, timeout: TestTimeout.call
            ) { (result: Result<Void, DBusError>) in answered = (try? result.get()) != nil }
        }
        try await EventLoop.until("both calls are answered") { answered && !refused.isEmpty }
        #expect(refused.map(\.name) == [DBusError.Name.limitsExceeded])
        #expect(refused[0].message.contains("\(limit) calls"), "\(refused[0].message)")
        try await handledAll(limit + 1)
    }

    @Test func `a client whose calls are large is refused beyond 16 MiB`() async throws {
        let text = Variant.string(String(repeating: "x", count: 6 << 20))
        var results: [Result<Variant, DBusError>] = []
        // The first three are above the limit together, and so is each that follows.
        try await whileHolding(5) {
            for _ in 0..<5 {
                stage.client.call(
                    ExampleInterface.echo, at: Example.object, on: stage.service.uniqueName, text,
                    timeout: TestTimeout.call
                ) { results.append($0) }
            }
        }
        try await EventLoop.until("all calls are answered") { results.count == 5 }
        #expect(results.count { (try? $0.get()) != nil } == 3)
        try await stage.call(PeerInterface.ping)
    }

    @Test func `with 40 MiB of all clients, one that waits for little is not refused`() async throws {
        let third = try Connection.bus(at: stage.bus.address)
        third.callTimeout = TestTimeout.call
        let text = Variant.string(String(repeating: "x", count: 7 << 20))
        var results: [Result<Variant, DBusError>] = []
        func call(from client: Connection, _ value: Variant) {
            client.call(
                ExampleInterface.echo, at: Example.object, on: stage.service.uniqueName, value,
                timeout: TestTimeout.call
            ) { results.append($0) }
        }
        try await third.call(PeerInterface.ping, at: Example.object, on: stage.service.uniqueName)
        try await whileHolding(8) {
            for _ in 0..<3 {
                call(from: stage.client, text)
                call(from: other, text)
            }
            try await EventLoop.until("42 MiB have arrived") { stage.service.queuedMessages == 6 }
            call(from: third, text)
            call(from: third, .string("small"))
        }
        try await EventLoop.until("all calls are answered") { results.count == 8 }
        let refused = results.compactMap { result in if case .failure(let error) = result { error } else { nil } }
        #expect(refused.map(\.name) == [DBusError.Name.limitsExceeded])
        #expect(refused.first?.message.contains("\(ClientQueues.byteLimits.total) of all") == true, "\(refused)")
    }

    @Test func `replies that take long end a turn after 5 ms`() async throws {
        var inTurn = 0
        var (most, count) = (0, 0)
        let hook = EventLoop.atTurnEnd { inTurn = 0 }
        defer { EventLoop.remove(hook) }
        // The calls are answered together, so that their replies arrive together.
        stage.service.holdsCalls = true
        for _ in 0..<64 {
            stage.client.call(
                ExampleInterface.nothing, at: Example.object, on: stage.service.uniqueName, timeout: TestTimeout.call
            ) { (_: Result<Void, DBusError>) in
                let end = ContinuousClock.now + .milliseconds(2)
                while ContinuousClock.now < end {}
                inTurn += 1
                count += 1
                most = max(most, inTurn)
            }
        }
        try await EventLoop.until("64 calls wait") { stage.service.queuedMessages == 64 }
        stage.service.holdsCalls = false
        try await EventLoop.until("64 replies are handled") { count == 64 }
        // The first one sets the end.
        #expect(most <= 5)
    }

    @Test func `the turn after a long one has fewer messages, within limits`() {
        var length = TurnLength()
        #expect(length.messages == 32)
        length.adapt(to: .milliseconds(11), of: 32)
        #expect(length.messages == 16)
        length.adapt(to: .milliseconds(10), of: 16)
        #expect(length.messages == 32)
        for _ in 0..<5 { length.adapt(to: .milliseconds(10), of: 32) }
        #expect(length.messages == 32)
        length.adapt(to: .milliseconds(50), of: 3)
        #expect(length.messages == 8)
    }

    @Test func `calls of a peer that has disconnected are handled, and then its end`() async throws {
        let example = stage.example
        var isOver = false
        let (server, handled) = (
            try Server(listeningAt: "unix:path=\(stage.bus.directory)/peers") { peer in
                example.serve(peer: peer)
                peer.onDisconnect = { [unowned peer] in
                    isOver = true
                    example.tree.remove(peer: peer)
                }
            }, handled
        )
        let peer = try Connection.peer(at: server.address)
        try await peer.call(ExampleInterface.nothing, at: Example.object, on: nil)
        for _ in 0..<200 { try peer.notify(ExampleInterface.nothing, at: Example.object, on: nil) }
        peer.flush(for: .seconds(5))
        peer.close()
        try await EventLoop.until("the peer's end is handled") { isOver }
        #expect(handled.names.count == 201)
    }
}
