import DBusConnection
import DBusInterface
import Foundation
import TabInterface
import TestSupport

/// The daemon with a misbehaving plugin in a host of its own, in a tab; and beside it what must not notice: another
/// plugin's host, and another client that reads all the time.
@EventLoop
final class IsolatedStage {
    static let neighbourID = "neighbour"

    let bus: PrivateBus
    let daemon: DaemonProcess
    /// Hears every signal.
    let client: BusClient
    /// The plugin path of what the test installs.
    let folder: String
    /// The file with what the daemon logged.
    let log: String
    let plugin = TabNames.plugin(MisbehavingPlugin.id)
    private(set) var tabs = ObjectPath("/")
    /// Of the misbehaving plugin, and of the other one; on the second tab.
    private(set) var controller = ObjectPath("/")
    private(set) var neighbour = ObjectPath("/")

    /// - Parameters:
    ///   - settings: of `tabd.toml`.
    ///   - shown: whether there are controllers from the beginning, in a window.
    ///   - program: Another daemon.
    init(
        _ bus: PrivateBus, _ code: MisbehavingPlugin.Code = .c, settings: String = "", shown: Bool = true,
        program: String? = nil, environment: [String: String] = [:], wrapper: [String] = []
    ) async throws {
        self.bus = bus
        log = bus.directory + "/log"
        folder = bus.directory + "/fixtures"
        try Self.configure(bus, settings)
        try await MisbehavingPlugin.install(code, in: folder)
        try await MisbehavingPlugin.install(as: Self.neighbourID, in: folder)
        daemon = try await DaemonProcess.start(
            on: bus, arguments: ["--plugin-path", folder], environment: environment, log: log, program: program,
            wrapper: wrapper)
        client = try BusClient(on: bus)
        try await client.subscribe()
        if shown { try await show() }
    }

    /// Writes `tabd.toml`, with time for a plugin's process to make its views before they are read.
    nonisolated static func configure(_ bus: PrivateBus, _ settings: String) throws {
        try bus.configure(settings, deadlines: ["update_content": 5000])
    }

    private func show() async throws {
        tabs = try await client.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await client.setWindow(WindowInterface.alwaysVisible, of: tabs, to: true)
        controller = try await create(MisbehavingPlugin.type)
        neighbour = try await create(Self.neighbourID + ".Counter")
        try await client.setTabs([controller, neighbour], of: tabs)
        // Shows that state and view are there, and not only their defaults.
        for _ in 1...2 { try await run("count") }
        try await run("count", of: neighbour)
    }

    func create(_ type: String) async throws(DBusError) -> ObjectPath {
        let controller = try await client.call(
            ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root, type, [:])
        try await client.loadView(of: controller)
        // The daemon does not wait for ever for the views that a plugin's process makes.
        for _ in 1...10 where try await client.getView(of: controller).views.named("Version") == nil {}
        return controller
    }

    // MARK: Commands of the plugin

    func run(_ command: String, of other: ObjectPath? = nil) async throws(DBusError) {
        try await client.sendAction(
            "editingDidEnd", .string(command), to: 0, of: other ?? controller, ["Identifier": .string("Run")])
    }

    /// What a label shows.
    func text(_ identifier: String, of other: ObjectPath? = nil) async throws(DBusError) -> String {
        try await client.getView(of: other ?? controller).views.named(identifier)?.properties["Text"]?.get() ?? ""
    }

    /// Waits until a label shows a text: a new instance makes its views when it gets to that.
    func shows(_ text: String, in identifier: String, of other: ObjectPath? = nil) async throws {
        try await until("'\(text)' in \(identifier)") { try await self.text(identifier, of: other) == text }
    }

    /// What its tab is called.
    func title(of controller: ObjectPath) async throws(DBusError) -> String {
        try await client.get(TabBarItemInterface.displayTitle, of: TabBarItemInterface.name, at: controller)
    }

    // MARK: What the daemon says of it

    func get<Content: DBusType>(
        _ property: Property<Content>, of other: ObjectPath? = nil
    ) async throws(DBusError) -> Content {
        try await client.get(property, of: PluginInterface.name, at: other ?? plugin)
    }

    /// The process of a plugin's host.
    func host(of other: ObjectPath? = nil) async throws(DBusError) -> ProcessEntry {
        ProcessEntry(Int32(bitPattern: try await get(PluginInterface.processId, of: other)))
    }

    func neighbourHost() async throws(DBusError) -> ProcessEntry {
        try await host(of: TabNames.plugin(Self.neighbourID))
    }

    func callPlugin(_ method: Method<(Options) -> Void>) async throws(DBusError) {
        try await client.call(method, of: PluginInterface.name, at: plugin, [:])
    }

    /// The values of a property that were announced since the last `forgetSignals`, in their order.
    func announced(_ property: String, of path: ObjectPath) -> [Variant] {
        client.signals.filter { $0.path == path }.compactMap { $0.changes[property] }
    }

    func announcedStates(of path: ObjectPath) -> [String] {
        announced("State", of: path).compactMap { $0.get() }
    }

    /// Waits until a state was announced, unless it was since the last `forgetSignals`.
    func hear(_ state: String, of path: ObjectPath) async throws {
        try await client.hear("\(path) being \(state)") { signal in
            signal.path == path && signal.changes["State"] == .string(state)
        }
    }

    /// Waits for the plugin and its controllers to be at work again.
    func hearRecovery(of controllers: [ObjectPath]? = nil) async throws {
        try await hear("running", of: plugin)
        for controller in controllers ?? [controller] { try await hear("ready", of: controller) }
    }

    /// Lets time go by, for what must not happen within it, or after it.
    func pass(milliseconds: UInt64) async throws {
        var timer: LoopTimer?
        // After a standstill of this process both timers may be due at once, and come in any order.
        let limit = milliseconds + Patience.wait
        let _: Bool = try await EventLoop.waiting(for: "the time", milliseconds: limit) { give in
            timer = LoopTimer(after: milliseconds) { give(true) }
        }
        timer?.cancel()
    }

    /// Goes to the daemon and back until something is so.
    func until(_ what: String, _ isSo: () async throws -> Bool) async throws {
        let deadline = Patience.end
        while try await !isSo() {
            guard .now < deadline else {
                throw NothingHappened(description: "\(what) did not happen")
            }
            try await client.barrier()
        }
    }
}

extension HeardSignal {
    /// What a PropertiesChanged announces; empty for any other signal.
    var changes: [String: Variant] {
        guard member == "PropertiesChanged", arguments.count == 3 else { return [:] }
        return [String: Variant](variant: arguments[1]) ?? [:]
    }
}

/// Runs what may be refused; `PluginFailed: why`, or `none`.
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
