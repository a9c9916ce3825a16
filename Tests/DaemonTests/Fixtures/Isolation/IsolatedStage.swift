import TestSupport

/// A daemon with a misbehaving isolated plugin in a tab. Beside it there are another plugin process and a client that
/// reads all the time, which must not be affected.
@EventLoop final class IsolatedStage: Stage {
    static let neighbourID = "neighbour"

    let plugin = TabNames.plugin(MisbehavingPlugin.id)
    /// The controllers of the misbehaving plugin and of the other plugin, which is on the second tab.
    private(set) var controller = ObjectPath.none
    private(set) var neighbour = ObjectPath.none

    /// - Parameters:
    ///   - settings: The content of `tabd.toml`.
    ///   - shown: Whether the controllers exist from the start, in a window.
    ///   - program: The path of another daemon.
    init(
        _ code: MisbehavingPlugin.Code = .c, settings: String = "", shown: Bool = true,
        program: String? = nil, environment: [String: String] = [:], wrapper: [String] = []
    ) async throws {
        let folder = try PrivateBus.current.directory + "/fixtures"
        try Self.configure(settings)
        try await MisbehavingPlugin.install(code, in: folder)
        try await MisbehavingPlugin.install(as: Self.neighbourID, in: folder)
        let options = DaemonOptions(
            plugins: [folder], environment: environment, hasLog: true, program: program, wrapper: wrapper)
        try await super.init(options, isSubscribed: true)
        if shown { try await createControllers() }
    }

    /// The path of the daemon's log.
    var log: String { logFile }

    /// Writes `tabd.toml`. Reads of views wait for a plugin process to create them.
    nonisolated static func configure(_ settings: String) throws {
        try PrivateBus.current.configure(settings, deadlines: ["update_content": 5000])
    }

    private func createControllers() async throws {
        try await createTabs(["Size": DBusSize(width: 320, height: 480).variant], isShown: true)
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
        try await client.type(command, into: "Run", of: other ?? controller)
    }

    /// Runs a command that makes the plugin process fail. Only the signals from then on are kept.
    func breakDown(_ command: String = "crash", of other: ObjectPath? = nil) async {
        client.clearSignals()
        _ = await complaint { try await run(command, of: other) }
    }

    /// Counts once more, and returns the count.
    func countUp() async throws(DBusError) -> String {
        try await run("count")
        return try await text("Count")
    }

    /// The text of a label.
    func text(_ identifier: String, of other: ObjectPath? = nil) async throws(DBusError) -> String {
        try await client.text(of: identifier, in: other ?? controller)
    }

    /// Waits until a label has a text: a new instance creates its views asynchronously.
    func shows(_ text: String, in identifier: String, of other: ObjectPath? = nil) async throws {
        try await EventLoop.until("'\(text)' in \(identifier)") { try await self.text(identifier, of: other) == text }
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

    /// Waits until the plugin and its controllers are running again.
    func waitForRecovery(of controllers: [ObjectPath]? = nil) async throws {
        try await waitForState("running", of: plugin)
        for controller in controllers ?? [controller] { try await waitForState("ready", of: controller) }
    }

    /// Lets time pass, for changes that must not happen during it or must happen after it.
    func pass(milliseconds: UInt64) async throws {
        await EventLoop.pause(milliseconds)
    }
}
