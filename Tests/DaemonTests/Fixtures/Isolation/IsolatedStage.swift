import Foundation
import TestSupport

/// A daemon with a misbehaving isolated plugin in a tab. Beside it there are another plugin process and a client that
/// reads all the time, which must not be affected.
@EventLoop final class IsolatedStage {
    static let neighbourID = "neighbour"

    let bus: PrivateBus
    let daemon: DaemonProcess
    /// A client that is subscribed to all signals.
    let client: BusClient
    /// The plugin path with the plugins that the test installs.
    let folder: String
    /// The path of the daemon's log.
    let log: String
    let plugin = TabNames.plugin(MisbehavingPlugin.id)
    private(set) var tabs = ObjectPath("/")
    /// The controllers of the misbehaving plugin and of the other plugin, which is on the second tab.
    private(set) var controller = ObjectPath("/")
    private(set) var neighbour = ObjectPath("/")

    /// - Parameters:
    ///   - settings: The content of `tabd.toml`.
    ///   - shown: Whether the controllers exist from the start, in a window.
    ///   - program: The path of another daemon.
    init(
        _ code: MisbehavingPlugin.Code = .c, settings: String = "", shown: Bool = true,
        program: String? = nil, environment: [String: String] = [:], wrapper: [String] = []
    ) async throws {
        bus = try PrivateBus.current
        log = bus.directory + "/log"
        folder = bus.directory + "/fixtures"
        try Self.configure(settings)
        try await MisbehavingPlugin.install(code, in: folder)
        try await MisbehavingPlugin.install(as: Self.neighbourID, in: folder)
        daemon = try await DaemonProcess.start(
            arguments: ["--plugin-path", folder], environment: environment, log: log, program: program,
            wrapper: wrapper)
        client = try BusClient()
        try await client.manager.subscribe()
        if shown { try await show() }
    }

    /// Writes `tabd.toml`. Reads of views wait for a plugin process to create them.
    nonisolated static func configure(_ settings: String) throws {
        try PrivateBus.current.configure(settings, deadlines: ["update_content": 5000])
    }

    private func show() async throws {
        tabs = try await client.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        controller = try await create(MisbehavingPlugin.type)
        neighbour = try await create(Self.neighbourID + ".Counter")
        try await client.setTabs([controller, neighbour], of: tabs)
        // Changes state and view, so that they differ from their defaults.
        for _ in 1...2 { try await run("count") }
        try await run("count", of: neighbour)
    }

    func create(_ type: String) async throws(DBusError) -> ObjectPath {
        let controller = try await client.manager.createViewController(type)
        try await client.viewController(controller).loadViewIfNeeded()
        // The daemon waits only for a limited time for the views of a plugin process.
        for _ in 1...10 where try await client.getView(of: controller).views.named("Version") == nil {}
        return controller
    }

    // MARK: Commands of the plugin

    func run(_ command: String, of other: ObjectPath? = nil) async throws(DBusError) {
        try await client.sendAction(
            "editingDidEnd", .string(command), to: 0, of: other ?? controller, ["Identifier": .string("Run")])
    }

    /// The text of a label.
    func text(_ identifier: String, of other: ObjectPath? = nil) async throws(DBusError) -> String {
        try await client.getView(of: other ?? controller).views.named(identifier)?.properties["Text"]?.get() ?? ""
    }

    /// Waits until a label has a text: a new instance creates its views asynchronously.
    func shows(_ text: String, in identifier: String, of other: ObjectPath? = nil) async throws {
        try await until("'\(text)' in \(identifier)") { try await self.text(identifier, of: other) == text }
    }

    /// The title of its tab.
    func title(of controller: ObjectPath) async throws(DBusError) -> String {
        try await client.tabBarItem(controller).displayTitle
    }

    // MARK: Daemon state

    func get<Content: DBusType>(
        _ property: Property<Content>, of other: ObjectPath? = nil
    ) async throws(DBusError) -> Content {
        try await client.get(property, at: other ?? plugin)
    }

    /// The process of a plugin.
    func host(of other: ObjectPath? = nil) async throws(DBusError) -> ProcessEntry {
        ProcessEntry(Int32(bitPattern: try await get(PluginInterface.processId, of: other)))
    }

    func neighbourHost() async throws(DBusError) -> ProcessEntry {
        try await host(of: TabNames.plugin(Self.neighbourID))
    }

    func callPlugin(_ method: Method<(Options) -> Void>) async throws(DBusError) {
        try await client.call(method, at: plugin, [:])
    }

    /// The announced values of a property since the last `clearSignals`, in order.
    func announced(_ property: String, of path: ObjectPath) -> [Variant] {
        client.signals.filter { $0.path == path }.compactMap { $0.changes[property] }
    }

    func announcedStates(of path: ObjectPath) -> [String] {
        announced("State", of: path).compactMap { $0.get() }
    }

    /// Waits until a state is announced, unless that happened since the last `clearSignals`.
    func waitForState(_ state: String, of path: ObjectPath) async throws {
        try await client.waitForSignal("\(path) being \(state)") { signal in
            signal.path == path && signal.changes["State"] == .string(state)
        }
    }

    /// Waits until the plugin and its controllers are running again.
    func waitForRecovery(of controllers: [ObjectPath]? = nil) async throws {
        try await waitForState("running", of: plugin)
        for controller in controllers ?? [controller] { try await waitForState("ready", of: controller) }
    }

    /// Lets time pass, for changes that must not happen during it or must happen after it.
    func pass(milliseconds: UInt64) async throws {
        var timer: LoopTimer?
        // After this process was stopped, both timers may be due at once and fire in any order.
        let limit = milliseconds + TestTimeout.milliseconds
        let _: Bool = try await EventLoop.waiting(for: "the time", milliseconds: limit) { resolve in
            timer = LoopTimer(after: milliseconds) { resolve(true) }
        }
        timer?.cancel()
    }

    /// Makes calls to the daemon until a condition is true.
    func until(_ event: String, _ condition: () async throws -> Bool) async throws {
        let deadline = TestTimeout.deadline
        while try await !condition() {
            guard .now < deadline else {
                throw TestTimeoutError(description: "\(event) did not happen")
            }
            try await client.barrier()
        }
    }
}

extension ReceivedSignal {
    /// The properties that a PropertiesChanged signal announces. Empty for any other signal.
    var changes: [String: Variant] {
        guard member == "PropertiesChanged", arguments.count == 3 else { return [:] }
        return [String: Variant](variant: arguments[1]) ?? [:]
    }
}

/// Runs a call that may fail. Returns the error with its message, such as `PluginFailed: …`, or `none`.
func complaint(_ body: @EventLoop () async throws -> Void) async -> String {
    do {
        try await body()
        return "none"
    } catch let error as DBusError {
        return "\(error.name.split(separator: ".").last ?? ""): \(error.message)"
    } catch {
        return "\(error)"
    }
}
