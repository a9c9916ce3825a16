import TestSupport

/// A daemon, clients that come and go, and a client that observes.
@EventLoop final class StressRound {
    let daemon: DaemonProcess
    let bus: PrivateBus
    let observer: BusClient
    private(set) var clients: [BusClient] = []
    var numbers: Numbers
    var oracle: StressOracle
    private var mirror: ObjectMirror
    private var views: [ViewControllerID: ViewMirror] = [:]
    var count = 0
    /// The operations since the last successful comparison.
    var history: [String] = []

    init(_ seed: UInt64) async throws {
        bus = try PrivateBus.current
        // Changes by timers are not predicted, so the timeouts are long.
        try bus.configure("[deadlines]\nfocus = 60000\ninteractive_transition = 600000\n")
        daemon = try await DaemonProcess.start()
        observer = try BusClient()
        try await observer.manager.subscribe()
        mirror = ObjectMirror(try await observer.managedObjects())
        numbers = Numbers(state: seed)
        // The first number from the daemon determines those that follow.
        let first = try await observer.register()
        oracle = StressOracle(nextID: TabNames.number(of: first) ?? 0)
        _ = oracle.perform(.register, by: observer.connection.uniqueName)
        for _ in 0..<3 { clients.append(try BusClient()) }
    }

    /// Runs operations of several clients one after the other, without waiting in between, and compares everything.
    func batch() async throws -> String? {
        history = []
        for _ in 0..<4 {
            let client = Int.random(in: 0..<clients.count, using: &numbers)
            if Int.random(in: 0..<12, using: &numbers) == 0 {
                try await replace(client)
            } else if Int.random(in: 0..<5, using: &numbers) == 0 {
                if let fault = try await question() { return fault }
            } else if let fault = await act(clients[client], Int.random(in: 1...6, using: &numbers)) {
                return fault
            }
        }
        try await observer.barrier()
        mirror.apply(observer.signals)
        let objects = try await observer.managedObjects()
        var differences = oracle.differences(from: objects) + mirror.differences(from: objects)
        if differences.isEmpty { differences = try await compareViews() }
        observer.clearSignals()
        return differences.isEmpty ? nil : differences.prefix(20).joined(separator: "\n")
    }

    /// Compares loaded views with the sum of their changes, and views in a window with its size.
    private func compareViews() async throws -> [String] {
        var differences: [String] = []
        views = views.filter { oracle.model.nodes.contains($0.key) }
        for id in oracle.model.nodes.allIDs {
            var view = views[id] ?? ViewMirror()
            try view.apply(observer.signals, of: id.path)
            views[id] = view
            let received = try await observer.getView(of: id.path)
            if received != view.snapshot { differences.append("\(id.path) has \(received), known as \(view.snapshot)") }
            guard oracle.model.nodes.appearanceState(of: id) == .appeared else { continue }
            let frame = oracle.model.geometry.frame(of: id)
            let bounds = DBusRect(0, 0, frame.width, frame.height)
            if received.views.first?.frame != bounds {
                differences.append("the root of \(id.path) is \(received.views), expected \(bounds)")
            }
        }
        return differences
    }

    private func act(_ client: BusClient, _ operations: Int) async -> String? {
        let name = client.connection.uniqueName
        var replies: [(StressOperation, expected: String, Task<String, Never>)] = []
        for _ in 0..<operations {
            let operation = StressOperation.random(in: oracle.model, &numbers)
            let expected = oracle.perform(operation, by: name)
            history.append("\(name) \(operation): \(expected)")
            count += 1
            replies.append((operation, expected, Task.immediate { @EventLoop in await client.perform(operation) }))
            // The update cycle runs at the end of the turn: the next operations must be in another turn.
            if case .present = operation { break }
        }
        for (operation, expected, reply) in replies {
            let found = await reply.value
            // Attach is answered at the end of the turn, when the root may no longer exist.
            if case .attach(let root, _, _, _) = operation, found == "UnknownObject", !oracle.model.nodes.contains(root)
            {
                continue
            }
            guard expected == StressOracle.anything || found == expected else {
                return "\(operation) gave \(found), expected \(expected)"
            }
        }
        return nil
    }

    /// Ends a client and starts another one.
    private func replace(_ index: Int) async throws {
        let name = clients[index].connection.uniqueName
        clients[index].connection.close()
        clients[index] = try BusClient()
        try await observer.left(name)
        oracle.leave(name)
        history.append("\(name) leaves")
    }
}
