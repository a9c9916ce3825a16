import Synchronization
import TestSupport

/// Clients that know the replies they got, while the daemon and its bus break repeatedly.
@EventLoop final class Turmoil {
    private enum Event: String, CaseIterable { case kill, terminate, restart, bus, pause }

    let bus: PrivateBus
    private let state: TurmoilState
    private let plugins: String
    private var daemon: DaemonProcess
    private var clients: [KillClient]
    /// A client that is not subscribed, and that asks the daemon to restart.
    private var director: BusClient
    /// The daemon's unique name.
    private var owner: String?
    private var numbers: Numbers

    init(_ state: TurmoilState, seed: UInt64) async throws {
        (bus, self.state) = (try PrivateBus.current, state)
        plugins = bus.directory + "/fixtures"
        try await MisbehavingPlugin.install(as: "counter", isolation: "in-process", in: plugins)
        for id in ["isolated", TurmoilCrasher.id] {
            try await MisbehavingPlugin.install(as: id, isolation: "process", in: plugins)
        }
        numbers = Numbers(state: seed)
        daemon = try await Self.start(plugins)
        owner = daemon.uniqueName
        director = try BusClient(isSubscribed: false)
        clients = try ["a", "b", "c", "d"].enumerated().map { index, name in
            try KillClient(name: name, seed: seed &* 10 + UInt64(index), .destroys)
        }
    }

    private static func start(_ plugins: String) async throws -> DaemonProcess {
        let log = try PrivateBus.current.directory + "/log"
        return try await DaemonProcess.start(arguments: ["--plugin-path", plugins], log: log)
    }

    /// Lets clients make changes until an event happens, and compares the result with their replies.
    ///
    /// - Returns: The first failure, or nil.
    func step() async throws -> String? {
        let event = Event.allCases.randomElement(using: &numbers) ?? .pause
        let isLong = Int.random(in: 0..<8, using: &numbers) == 0
        let replies = Int.random(in: 0...(isLong ? 3000 : 200), using: &numbers)
        guard await change(event, after: replies) else {
            let failures = clients.flatMap(\.failures)
            guard failures.isEmpty else { return try await compare(.nothing) ?? failures.joined(separator: "; ") }
            return "tabd ended with \(await daemon.status()) without a request"
        }
        state.count("of '\(event.rawValue)'")
        do {
            return try await recover(from: event)
        } catch {
            return "after '\(event.rawValue)': \(error)"
        }
    }

    /// Lets all clients make changes at the same time, and causes the event after a number of replies.
    ///
    /// - Returns: Whether the event happened.
    private func change(_ event: Event, after replies: Int) async -> Bool {
        var left = replies
        var isStopping = false
        let replied = { @EventLoop in
            left -= 1
            if left < 0 || Stress.isOver, !isStopping {
                isStopping = true
                self.strike(event)
            }
            return !isStopping
        }
        let tasks = clients.map { client in Task { @EventLoop in await client.run(replied) } }
        for task in tasks { await task.value }
        state.count("confirmed changes", by: replies - left)
        return isStopping
    }

    private func strike(_ event: Event) {
        guard event != .pause else { return }
        state.breakBegins()
        switch event {
        case .kill: daemon.send(SIGKILL)
        case .terminate: daemon.send(SIGTERM)
        case .restart:
            director.connection.call(
                ManagerInterface.restart, at: TabNames.root, on: TabNames.busName, [:],
                timeout: TestTimeout.call
            ) { (_: Result<Void, DBusError>) in }
        case .bus: bus.stop()
        case .pause: break
        }
    }

    private func recover(from event: Event) async throws -> String? {
        switch event {
        case .pause: return try await compare(.nothing)
        case .kill, .terminate:
            let status = await daemon.status()
            guard status == (event == .kill ? SIGKILL : 0) else { return "tabd ended with \(status)" }
            daemon = try await Self.start(plugins)
            owner = daemon.uniqueName
        case .restart: try await waitForOwner()
        case .bus:
            try bus.restart()
            director = try BusClient(isSubscribed: false)
            for client in clients { try client.reconnect() }
            owner = nil
            try await waitForOwner()
        }
        state.breakEnds()
        return try await compare(event == .bus ? .bus : .daemon)
    }

    /// Waits until another process has the daemon's name.
    private func waitForOwner() async throws {
        for _ in 0..<3000 {
            if let owner = try await director.connection.owner(of: TabNames.busName), owner != self.owner {
                return self.owner = owner
            }
            await EventLoop.pause(10)
        }
        throw TestTimeoutError(description: "tabd did not return")
    }

    private func compare(_ kind: KillClient.Break) async throws -> String? {
        let objects = try await director.managedObjects()
        for client in clients {
            let differences = try await client.differences(from: objects, after: kind)
            guard differences.isEmpty, client.failures.isEmpty else {
                let history = client.history.suffix(60).joined(separator: "\n")
                return "\((differences + client.failures).prefix(5).joined(separator: "; "))\n\(history)"
                    + "\nopen: \(String(describing: client.open))"
            }
        }
        return nil
    }

    // MARK: Teardown

    var size: (memory: Int, descriptors: Int) { ProcessEntry(daemon.processID).size }

    /// Starts the daemon once more with only the restored controllers, destroys them, and stops it.
    ///
    /// - Returns: The first failure, or nil.
    func end() async throws -> String? {
        guard await daemon.stop() == 0 else { return "tabd did not stop in order" }
        daemon = try await Self.start(plugins)
        if let fault = try await compare(.daemon) { return fault }
        for path in try await director.managedObjects().keys where TabNames.number(of: path) != nil {
            // A controller inside another one was destroyed with it.
            _ = await failure { try await self.director.manager.destroy(path) }
        }
        for client in clients { client.client.connection.close() }
        let left = try await director.managedObjects().keys.filter { TabNames.number(of: $0) != nil }
        guard left.isEmpty else { return "\(left.sorted()) can't be destroyed" }
        let usage = try await director.manager.usage
        for kind in ["ViewControllers", "Attachments", "Delegates", "Subscriptions"] where usage[kind]?.used != 0 {
            return "Usage reports \(usage[kind]?.used ?? 0) \(kind)"
        }
        return await daemon.stop() == 0 ? nil : "tabd did not stop in order at the end"
    }
}

/// The state that all participants of a turmoil share, on any thread.
final class TurmoilState: Sendable {
    private let breaks = Atomic(0)
    private let over = Atomic(false)
    private let found = Mutex<[String]>([])
    private let done = Mutex<[String: Int]>([:])

    var isOver: Bool { over.load(ordering: .acquiring) }
    var failures: [String] { found.withLock(\.self) }
    /// How often each participant did each kind of work.
    var summary: String {
        done.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ") }
    }

    func end() { over.store(true, ordering: .releasing) }

    /// The number of breaks that began or ended. It is odd while the daemon or the bus is away.
    var age: Int { breaks.load(ordering: .acquiring) }

    func breakBegins() { breaks.add(1, ordering: .acquiringAndReleasing) }
    func breakEnds() { breaks.add(1, ordering: .acquiringAndReleasing) }

    func count(_ kind: String, by number: Int = 1) { done.withLock { $0[kind, default: 0] += number } }

    /// Records a failure since `age`, unless a break since then may explain it.
    func note(_ fault: String, since age: Int) {
        if age == self.age, age.isMultiple(of: 2) { note(fault) }
    }

    /// Records a failure that no break may cause.
    func note(_ fault: String) {
        found.withLock { if $0.count < 20 { $0.append(fault) } }
    }
}
