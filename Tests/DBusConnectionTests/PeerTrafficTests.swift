import TestSupport

@testable import DBusConnection

/// The limits of what peers make the process hold: incomplete messages, unread ones, and descriptors.
@EventLoop @Suite struct PeerTrafficTests {
    /// A socket whose peers belong to holders: "a", "b" and so on, in the order in which they connect.
    @EventLoop private final class Stage {
        let folder: TemporaryFolder
        let memory: PeerMemory
        private(set) var server: Server?
        private(set) var services: [Connection] = []
        private(set) var calls: [String] = []
        private(set) var shortages = 0

        init(holders: [String] = ["a"], _ change: (inout PeerMemory.Limits) -> Void = { _ in }) throws {
            folder = try TemporaryFolder()
            var limits = PeerMemory.Limits()
            limits.timeout = TestTimeout.milliseconds
            change(&limits)
            memory = PeerMemory(limits)
            server = try Server(listeningAt: "unix:path=\(folder.path)/socket") { [unowned self] service in
                service.limitReceiving(message: 17 << 20, waiting: 1 << 20)
                service.limitTraffic(of: holders[services.count % holders.count], in: memory)
                service.onCall = { [unowned self] call, reader, reply in
                    calls.append("\(call.member) \((try? reader.readString())?.utf8.count ?? 0)")
                    reply.succeed { (_) throws(DBusError) in }
                }
                services.append(service)
            }
            server?.onShortage = { [unowned self] in shortages += 1 }
        }

        isolated deinit {
            for service in services { service.close() }
            server?.close()
        }

        func socket() throws -> RawSocket { try RawSocket(server?.address ?? "") }

        func client() throws -> Connection {
            let client = try Connection.peer(at: server?.address ?? "")
            client.callTimeout = TestTimeout.call
            return client
        }

        /// Waits until a peer is refused, and returns why.
        func refusal(_ number: Int) async throws -> String {
            try await EventLoop.until("the end of connection \(number)") {
                services.count > number && !services[number].isOpen
            }
            return services[number].refusal ?? "none"
        }
    }

    private static let say = Method<(String) -> Void>("Say", of: "a.b", "text", summary: "A call.")

    // MARK: Incomplete messages

    @Test func `a peer that sends only a part of a message is disconnected after a while`() async throws {
        let stage = try Stage { $0.timeout = 20 }
        let peer = try stage.socket()
        peer.sendPart(10_000)
        #expect(try await stage.refusal(0) == "it sent only a part of a message within 0.02 s")
        #expect(stage.memory.held.incomplete == 0)
        try await EventLoop.until("the end of the socket") { peer.isClosed }
    }

    @Test func `an incomplete message must grow by a minimum in each time span`() {
        var message = IncompleteMessage()
        /// Whether each amount at the end of a time span is too little.
        let stalls = [100, 149, 200, 200, 0, 60].map { bytes in
            message.bytes = bytes
            return message.hasStalled(growingBy: 50)
        }
        #expect(stalls == [false, true, false, true, true, false])
    }

    @Test func `a complete message frees its account`() async throws {
        let stage = try Stage()
        let client = try stage.client()
        let text = String(repeating: "x", count: 4 << 20)
        for _ in 0..<3 { try await client.call(Self.say, at: "/", on: "a.b", text) }
        #expect(stage.calls == Array(repeating: "Say \(4 << 20)", count: 3))
        #expect(stage.memory.held.incomplete == 0)
        #expect(client.isOpen && stage.services[0].refusal == nil)
    }

    @Test func `a pipeline of calls with long ones between is answered in order`() async throws {
        let stage = try Stage {
            $0.incomplete = PeerLimit(each: 1 << 20, total: 1 << 20)
            $0.unread = PeerLimit(each: 1 << 20, total: 1 << 20)
        }
        let client = try stage.client()
        // Below 16 MiB in all: while more waits to be written, the client reads no replies.
        let lengths = (0..<3000).map { $0 % 300 == 7 ? 900_000 : $0 % 50 }
        var replies = 0
        for length in lengths {
            client.call(Self.say, at: "/", on: "a.b", String(repeating: "x", count: length), timeout: TestTimeout.call)
            {
                result in
                if case .success = result { replies += 1 }
            }
        }
        try await client.call(Self.say, at: "/", on: "a.b", "the last one")
        #expect(replies == lengths.count)
        #expect(stage.calls == lengths.map { "Say \($0)" } + ["Say 12"])
        #expect(stage.memory.held == (0, 0))
    }

    @Test func `incomplete messages of one holder are limited together, and its oldest gives way`() async throws {
        let stage = try Stage(holders: ["a", "a", "b"]) { $0.incomplete = PeerLimit(each: 100_000, total: .max) }
        let peers = try (0..<3).map { _ in try stage.socket() }
        for (index, peer) in peers.enumerated().reversed() {
            try await EventLoop.until("the connection") { stage.services.count == 3 }
            peer.sendPart(60_000)
            if index > 0 {
                try await EventLoop.until("the part") { stage.memory.held.incomplete > (3 - index) * 60_000 }
            }
        }
        // Its first message began with the authentication.
        #expect(try await stage.refusal(0) == "it sent more than 0 MiB of incomplete messages")
        #expect(stage.services[1].isOpen && stage.services[2].isOpen)
        try await EventLoop.until("the rest") { stage.memory.held.incomplete > 120_000 }
    }

    @Test func `a descriptor ends the connection, and none of them stays open`() async throws {
        let stage = try Stage()
        let peer = try stage.socket()
        // A descriptor during the authentication is dropped.
        try await EventLoop.until("the end of the authentication") { stage.memory.held.incomplete > 40 }
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        peer.send(descriptor: ends[1], copies: 16)
        _ = try await stage.refusal(0)
        close(ends[1])
        var byte: UInt8 = 0
        // The end of the pipe: no copy of its other end is open.
        try await EventLoop.until("the end of the copies") { read(ends[0], &byte, 1) == 0 }
        close(ends[0])
        #expect(peer.isClosed)
    }

    @Test func `a message with more descriptors than libdbus allows by default does not end a connection`() async throws
    {
        let folder = try TemporaryFolder()
        var services: [Connection] = []
        var calls = 0
        let server = try Server(listeningAt: "unix:path=\(folder.path)/socket") { connection in
            services.append(connection)
            connection.onCall = { _, _, reply in
                calls += 1
                reply.succeed { (_) throws(DBusError) in }
            }
        }
        defer { server.close() }
        let peer = try RawSocket(server.address)
        let client = try Connection.peer(at: server.address)
        client.callTimeout = TestTimeout.call
        // The authentication of the first peer is over when the second one has got a reply.
        try await client.call(Self.say, at: "/", on: "a.b", "hello")
        var call = RawSocket.shortCall
        call[12] = 40
        call += [9, 1, UInt8(ascii: "u"), 0, 100, 0, 0, 0]
        peer.send(descriptor: STDERR_FILENO, copies: 100)
        peer.send(Array(call.dropFirst()))
        try await EventLoop.until("the call") { calls == 2 }
        #expect(services.allSatisfy(\.isOpen) && !peer.isClosed)
        for service in services { service.close() }
    }

    // MARK: Unread messages

    @Test func `short messages count with what libdbus allocates for them`() {
        var queue = QueuedMemory()
        for number in 1...1000 { queue.change(to: 50 * number) }
        #expect(queue.memory == 1000 * (50 + 384))
        // The other side reads half of them.
        queue.change(to: 25_000)
        #expect(queue.memory == 500 * (50 + 384))
        // Only one byte of each is seen when the queue gets shorter at the same time.
        for number in 1...1000 { queue.change(to: 25_000 + number) }
        #expect(queue.memory < 26_000 * 18)
        queue.change(to: 0)
        #expect(queue.memory == 0)
        queue.change(to: 1 << 20)
        #expect(queue.memory == 1 << 20 + 384)
    }

    @Test func `a peer that makes calls and reads no replies has to wait, and is not disconnected`() async throws {
        let stage = try Stage { $0.unread = PeerLimit(each: 8 << 20, total: 8 << 20) }
        let client = try stage.client()
        let peer = try stage.socket()
        try await client.call(Self.say, at: "/", on: "a.b", "hello")
        let many = Array(repeating: RawSocket.shortCall, count: 1000).flatMap(\.self)
        var rest = many[...]
        func sendMore() {
            rest = rest.dropFirst(peer.send(Array(rest)))
            if rest.isEmpty { rest = many[...] }
        }
        try await EventLoop.until("a long queue") {
            sendMore()
            return stage.memory.held.unread > 1 << 20
        }
        // As many calls as would fill it twice.
        for _ in 0..<200 {
            sendMore()
            try await client.call(Self.say, at: "/", on: "a.b", "hello")
        }
        #expect(stage.memory.held.unread < 3 << 20)
        #expect(stage.services.allSatisfy { $0.isOpen && $0.refusal == nil })
    }

    @Test func `beyond the total, the peer that has left most unread is disconnected`() async throws {
        let stage = try Stage(holders: ["a", "b", "c"]) { $0.unread = PeerLimit(each: .max, total: 3 << 20) }
        let clients = try (0..<3).map { _ in try stage.client() }
        for client in clients { try await client.call(Self.say, at: "/", on: "a.b", "hello") }
        for client in clients { client.isPaused = true }
        let text = String(repeating: "x", count: 1 << 18)
        // The sockets themselves hold some.
        for number in 0..<40 where stage.services[1].isOpen {
            try stage.services[1].emit(ExampleInterface.spoke, from: "/", text, .uint32(1))
            if number % 4 == 0 {
                try stage.services[number % 8 == 0 ? 0 : 2].emit(ExampleInterface.spoke, from: "/", text, .uint32(1))
            }
            #expect(stage.memory.held.unread <= 3 << 20)
            try await EventLoop.until("a turn") { true }
            await Task.yield()
        }
        #expect(try await stage.refusal(1) == "all peers together left more than 3 MiB unread")
        #expect(stage.services[0].isOpen && stage.services[2].isOpen)
        for client in clients { client.isPaused = false }
        try await clients[0].call(Self.say, at: "/", on: "a.b", "bye")
        try await clients[2].call(Self.say, at: "/", on: "a.b", "bye")
        #expect(stage.memory.held == (0, 0))
    }

    // MARK: Descriptors of the process

    @Test(.ownProcess) func `without free descriptors the loop does not spin, and accepts connections later`()
        async throws
    {
        let stage = try Stage()
        let first = try stage.socket()
        try await EventLoop.until("the first connection") { stage.services.count == 1 }
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let whole = limit
        // Connected before the limit, which also applies to this side.
        stage.server?.isListening = false
        let second = try stage.socket()
        let free = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
        close(free)
        limit.rlim_cur = rlim_t(free)
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        stage.server?.isListening = true
        try await EventLoop.until("the shortage") { stage.shortages == 1 }
        let before = ContinuousClock.now
        try await EventLoop.until("two more attempts") { (stage.server?.failures ?? 0) >= 3 }
        #expect(before.duration(to: .now) >= .milliseconds(150))
        #expect(stage.shortages == 1 && stage.services.count == 1)
        limit = whole
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        try await EventLoop.until("the second connection") { stage.services.count == 2 }
        withExtendedLifetime((first, second)) {}
    }

    @Test func `a part of the descriptors is reserved`() {
        #expect(DescriptorReserve.size(of: 4096) == 256)
        #expect(DescriptorReserve.size(of: 64) == 16)
        #expect(DescriptorReserve.hasRoom(for: 1))
        #expect(!DescriptorReserve.hasRoom(for: .max / 2))
    }
}
