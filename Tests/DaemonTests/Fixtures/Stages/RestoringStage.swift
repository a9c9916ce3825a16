import Foundation
import Glibc
import TestSupport

/// Counters of a plugin, restored by one daemon after the other.
@EventLoop final class RestoringStage {
    private static let field: UInt32 = 2
    private static let countLabel: UInt32 = 3
    private static let versionLabel: UInt32 = 5

    let bus: PrivateBus
    let client: BusClient
    let plugins: String
    private(set) var daemon: DaemonProcess

    init(isolation: String) async throws {
        bus = try PrivateBus.current
        plugins = bus.directory + "/fixtures"
        try await MisbehavingPlugin.install(isolation: isolation, in: plugins)
        daemon = try await Self.start(plugins, log: bus.directory + "/log")
        client = try BusClient()
        try await client.manager.subscribe()
    }

    private static func start(_ plugins: String, log: String) async throws -> DaemonProcess {
        try await DaemonProcess.start(arguments: ["--plugin-path", plugins], log: log)
    }

    /// The daemon's log since its start.
    var log: String { (try? String(contentsOfFile: bus.directory + "/log", encoding: .utf8)) ?? "" }

    func kill() async {
        daemon.send(SIGKILL)
        _ = await daemon.status()
    }

    func start() async throws {
        daemon = try await Self.start(plugins, log: bus.directory + "/log")
        client.clearSignals()
        try await client.manager.subscribe()
    }

    /// Starts a daemon that fails to start. Returns its exit status or the signal that ended it.
    func startInVain() async throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.directory + "/tabd")
        process.arguments = ["--plugin-path", plugins]
        process.environment = bus.environment
        process.standardError = FileHandle.nullDevice
        try process.run()
        return await withCheckedContinuation { continuation in process.onEnd { continuation.resume(returning: $0) }
        }
    }

    func create(_ identifier: String) async throws(DBusError) -> ObjectPath {
        try await client.createViewController(MisbehavingPlugin.type, identifiedBy: identifier)
    }

    func run(_ command: String, _ controller: ObjectPath) async throws(DBusError) {
        try await loadView(controller)
        try await client.sendAction("editingDidEnd", .string(command), to: Self.field, of: controller)
    }

    func count(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await run("", controller)
        let views = try await client.getView(of: controller).views
        return views.first { $0.id == Self.countLabel }?.properties["Text"]?.get() ?? ""
    }

    /// Loads a view. A plugin process creates it asynchronously.
    private func loadView(_ controller: ObjectPath) async throws(DBusError) {
        try await client.viewController(controller).loadViewIfNeeded()
        while try await !client.getView(of: controller).views.contains(where: { $0.id == Self.versionLabel }) {
            guard try await client.viewController(controller).state != "failed" else { return }
        }
    }

    /// The count in the view, without an action on it.
    func shownCount(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await loadView(controller)
        let views = try await client.getView(of: controller).views
        return views.first { $0.id == Self.countLabel }?.properties["Text"]?.get() ?? ""
    }

    /// Waits for a reason that contains a text.
    func hasReason(_ text: String, _ controller: ObjectPath) async throws {
        let deadline = TestTimeout.deadline
        while try await !reason(controller).contains(text) {
            guard ContinuousClock.now < deadline else {
                throw TestTimeoutError(description: "\(controller) got no reason with '\(text)'")
            }
        }
    }

    func state(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(controller).state
    }

    func reason(_ controller: ObjectPath) async throws(DBusError) -> String {
        try await client.viewController(controller).failureReason
    }

    func respawn(_ controller: ObjectPath) async throws(DBusError) {
        try await client.viewController(controller).respawn()
    }

    /// Waits for a state.
    func becomes(_ state: String, _ controller: ObjectPath) async throws {
        guard try await self.state(controller) != state else { return }
        try await client.waitForSignal("\(controller) becoming \(state)") { signal in
            guard signal.path == controller, signal.member == "PropertiesChanged" else { return false }
            return [String: Variant](variant: signal.arguments[1])?["State"] == .string(state)
        }
    }
}
