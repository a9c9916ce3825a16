import TestSupport

@testable import TabDaemon

/// The order and the limits of layout calls that wait.
@EventLoop @Suite struct LayoutQueueTests {
    @Test func `one job of each client is taken in rotation`() {
        var rotation = ClientRotation<Int>()
        for job in 1...3 { rotation.append(job, of: "a") }
        rotation.append(4, of: "b")
        var taken: [String] = []
        func take() {
            if let (client, job) = rotation.popFirst() { taken.append("\(client)\(job)") }
        }
        take()
        rotation.append(5, of: "c")
        rotation.append(6, of: "b")
        for _ in 0..<6 { take() }
        #expect(taken == ["a1", "b4", "a2", "c5", "b6", "a3"])
        #expect(Array(rotation.clients).isEmpty)
    }

    @Test func `the jobs of one client can be removed`() {
        var rotation = ClientRotation<Int>()
        for (client, job) in [("a", 1), ("b", 2), ("a", 3)] { rotation.append(job, of: client) }
        #expect(rotation.contains("a"))
        #expect(rotation.removeAll(of: "a") == [1, 3] && rotation.removeAll(of: "a").isEmpty)
        #expect(!rotation.contains("a"))
        #expect(rotation.popFirst()?.job == 2 && rotation.popFirst() == nil)
    }

    /// A queue whose calls end when the test ends them.
    @EventLoop private final class Stage {
        let queue = LayoutQueue()
        private(set) var begun: [String] = []
        private var running: LayoutRun?

        /// Returns the error of the refusal; nil for none.
        func add(_ size: Int, of client: String) -> DBusError? {
            do throws(DBusError) {
                try queue.add(size, of: client) { [unowned self] run in
                    begun.append(client)
                    running = run
                }
                return nil
            } catch {
                return error
            }
        }

        /// Adds calls until one is refused. Returns their number.
        func fill(_ size: Int, of client: String) -> Int {
            for count in 0..<10_000 {
                guard let error = add(size, of: client) else { continue }
                #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
                return count
            }
            Issue.record("the queue has no limit")
            return 0
        }

        /// Ends the running call, and waits until the next one begins.
        func next() async throws {
            let count = begun.count
            running?.finish()
            try await EventLoop.until("the next call begins") { begun.count > count }
        }
    }

    @Test func `a client has a limit of waiting calls, which leaves room for others`() async throws {
        let stage = Stage()
        #expect(stage.fill(0, of: "a") == 64)
        // The call that runs counts too.
        try await stage.next()
        #expect(stage.begun == ["a", "a"])
        #expect(stage.fill(0, of: "a") == 1)
        var before = 65
        for client in ["b", "c", "d", "e", "f"] {
            let count = stage.fill(0, of: client)
            #expect(count > 0 && count < before)
            before = count
        }
    }

    @Test func `a client has a limit of waiting bytes, which leaves room for others`() {
        let stage = Stage()
        #expect(stage.fill(512 << 10, of: "a") == 32)
        #expect(stage.add(0, of: "a") == nil)
        #expect(stage.fill(512 << 10, of: "b") > 8)
    }

    @Test func `a client that leaves takes its waiting calls with it`() async throws {
        let stage = Stage()
        #expect(stage.fill(512 << 10, of: "a") == 32)
        for client in ["b", "c"] { #expect(stage.add(1, of: client) == nil) }
        stage.queue.clientLeft("a")
        #expect(stage.queue.clients == ["a", "b", "c"])
        try await stage.next()
        try await stage.next()
        #expect(stage.begun == ["a", "b", "c"])
        #expect(stage.queue.clients == ["c"])
        #expect(stage.fill(512 << 10, of: "a") == 32)
    }

    @Test func `a body runs after the earlier calls of its client`() async throws {
        let stage = Stage()
        #expect(!stage.queue.runAfterCalls(of: "a") { Issue.record("it ran") })
        for client in ["a", "a", "b"] { #expect(stage.add(0, of: client) == nil) }
        var calls: Int?
        #expect(stage.queue.runAfterCalls(of: "a") { calls = stage.begun.count { $0 == "a" } })
        #expect(stage.add(0, of: "a") == nil)
        for _ in 0..<3 { try await stage.next() }
        #expect(stage.begun == ["a", "a", "b", "a"])
        #expect(calls == 2)
    }
}
