import Foundation
import Glibc
import TestSupport

/// A tab bar controller with controllers of `Fixtures/witness.c`, restored by one daemon after the other.
@EventLoop final class WitnessStage {
    let bus: PrivateBus
    private(set) var client: BusClient
    private(set) var daemon: DaemonProcess
    let tabs: ObjectPath
    /// The last one has no identifier.
    let witnesses: [ObjectPath]

    /// - Parameter isolation: The value of the plugin's setting, `process` or `in-process`.
    init(isolation: String) async throws {
        bus = try PrivateBus.current
        try bus.configure(
            """
            [isolation]
            witness = "\(isolation)"
            [hosts]
            restart_delay = 20
            failures = 3
            """)
        let folder = bus.directory + "/fixtures"
        // Not on the loop: other tests wait on it.
        try await onThread { try CPlugin.build("witness", in: folder) }
        daemon = try await Self.start()
        client = try BusClient()
        tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        var witnesses: [ObjectPath] = []
        for name in ["c", "a", "b", ""] {
            witnesses.append(try await client.createViewController("witness.Main", identifiedBy: name))
        }
        self.witnesses = witnesses
        try await client.setTabs(witnesses, of: tabs)
        try await client.manager.subscribe()
        // An orderly stop saves all states.
        try await restart()
    }

    private static func start() async throws -> DaemonProcess {
        let bus = try PrivateBus.current
        return try await DaemonProcess.start(
            arguments: ["--plugin-path", bus.directory + "/fixtures"], log: bus.directory + "/log")
    }

    func start() async throws {
        try? FileManager.default.removeItem(atPath: bus.directory + "/trail")
        daemon = try await Self.start()
        client = try BusClient()
        try await client.manager.subscribe()
    }

    func restart() async throws {
        try await stop()
        try await start()
    }

    func stop() async throws {
        guard await daemon.stop() == 0 else { throw TestTimeoutError(description: "the daemon did not end well") }
    }

    func kill() async {
        daemon.send(SIGKILL)
        _ = await daemon.status()
    }

    /// Starts a daemon that fails to start. Returns its exit status or the signal that ended it.
    func startInVain() async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.directory + "/tabd")
        process.arguments = ["--plugin-path", bus.directory + "/fixtures"]
        process.environment = bus.environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        return await withCheckedContinuation { continuation in process.onEnd { continuation.resume(returning: $0) } }
    }

    static func number(_ path: ObjectPath) -> UInt64 { TabNames.number(of: path) ?? 0 }

    /// The calls to the plugin since the start.
    var trail: [String] {
        let text = (try? String(contentsOfFile: bus.directory + "/trail", encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map(String.init)
    }

    /// Makes the creation of an instance crash, or succeed again.
    func poison(_ path: ObjectPath, _ isPoisoned: Bool = true) throws {
        let file = bus.directory + "/poison-\(Self.number(path))"
        guard isPoisoned else { return try FileManager.default.removeItem(atPath: file) }
        try Data().write(to: URL(fileURLWithPath: file))
    }

    func state(_ path: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(path).state
    }

    func reason(_ path: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(path).failureReason
    }

    func respawn(_ path: ObjectPath) async throws(DBusError) {
        try await client.viewController(path).respawn()
    }

    /// Waits until a condition is true, with a call to the daemon before each check.
    func until(_ event: String, _ condition: @EventLoop () async throws -> Bool) async throws {
        let end = TestTimeout.deadline
        while try await !condition() {
            guard ContinuousClock.now < end else {
                throw TestTimeoutError(description: "\(event) did not happen: \(trail)")
            }
            try await client.barrier()
        }
    }

    /// Waits until controllers are in a state.
    func become(_ state: String, _ paths: [ObjectPath]) async throws {
        try await until("\(paths) being \(state)") {
            for path in paths where try await self.state(path) != state { return false }
            return true
        }
    }
}
