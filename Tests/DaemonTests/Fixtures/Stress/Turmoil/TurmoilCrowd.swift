import TestSupport

/// Clients of a turmoil that come and go.
@EventLoop
enum TurmoilCrowd {
    /// Runs clients one after the other, each of which makes calls of all kinds, destroys its controllers and leaves.
    static func passBy(_ state: TurmoilState, seed: UInt64) async {
        var numbers = Numbers(state: seed)
        await whileNotOver(state, "a passer-by") {
            let client = try BusClient(isSubscribed: Bool.random(using: &numbers))
            defer { client.connection.close() }
            let calls = Int.random(in: 1...200, using: &numbers)
            try await client.makeMixedCalls(calls, &numbers)
            state.count("mixed calls", by: calls)
        }
    }

    /// Runs clients one after the other, each of which subscribes to everything and reads nothing.
    static func listenToNothing(_ state: TurmoilState, seed: UInt64) async {
        var numbers = Numbers(state: seed)
        await whileNotOver(state, "a deaf client") {
            let client = try BusClient()
            defer { client.connection.close() }
            let tabs = try await client.manager.createTabBarController(["DestroyWithCaller": .bool(true)])
            try await client.manager.subscribe()
            try await client.attach(to: tabs)
            client.connection.isPaused = true
            for _ in 0..<20 {
                client.connection.call(
                    ObjectManagerInterface.getManagedObjects, at: TabNames.root,
                    on: TabNames.busName, timeout: TestTimeout.call
                ) { (_: Result<BusClient.Objects, DBusError>) in }
            }
            state.count("deaf clients")
            await EventLoop.pause(UInt64.random(in: 1...3000, using: &numbers))
        }
    }

    static func whileNotOver(
        _ state: TurmoilState, _ label: String, _ round: @EventLoop () async throws -> Void
    ) async {
        while !state.isOver {
            let age = state.age
            do {
                try await round()
            } catch {
                state.note("\(label): \(error)", since: age)
                await EventLoop.pause(50)
            }
        }
    }
}
