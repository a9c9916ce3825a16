import TestSupport

/// The daemon with C plugins that the test has built, and a client.
@EventLoop final class PluginStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let client: BusClient
    /// The path of the daemon's log.
    let log: String

    /// - Parameter prepare: Puts plugins into the given folder. It does not run on the loop, as other tests wait on it.
    init(prepare: @escaping @Sendable (String) throws -> Void) async throws {
        bus = try PrivateBus.current
        log = bus.directory + "/log"
        let folder = bus.directory + "/fixtures"
        try await onThread { try prepare(folder) }
        daemon = try await DaemonProcess.start(arguments: ["--plugin-path", folder], log: log)
        client = try BusClient()
        try await client.manager.subscribe()
    }

    /// Creates a view controller of a plugin, and loads its view.
    func create(_ type: String, _ arguments: [String: Variant] = [:]) async throws(DBusError) -> ObjectPath {
        let controller = try await client.manager.createViewController(type, ["Arguments": arguments.variant])
        try await client.viewController(controller).loadViewIfNeeded()
        return controller
    }

    func reopen() async throws(DBusError) -> ObjectPath {
        try await client.manager.reopen()
    }

    /// The texts of the labels by identifier.
    func texts(of controller: ObjectPath) async throws(DBusError) -> [String: String] {
        Self.texts(try await client.getView(of: controller).views)
    }

    private static func texts(_ views: [ViewEntry]) -> [String: String] {
        var texts: [String: String] = [:]
        for view in views where view.className == "Label" {
            guard case .string(let identifier)? = view.properties["Identifier"] else { continue }
            texts[identifier] = view.properties["Text"]?.get() ?? ""
        }
        return texts
    }

    /// Runs an experiment of a plugin (`Tests/Fixtures/stage.h`).
    func run(_ experiment: String, of controller: ObjectPath) async throws(DBusError) {
        try await client.sendAction(
            "editingDidEnd", .string(experiment), to: 0, of: controller, ["Identifier": .string("Run")])
    }

    /// Runs an experiment and waits for its deferred result.
    func result(of experiment: String, of controller: ObjectPath) async throws -> String {
        client.clearSignals()
        try await run(experiment, of: controller)
        var result = ""
        try await client.waitForSignal("the result of '\(experiment)'") { signal in
            guard signal.path == controller, signal.member == "ViewChanged",
                let changed: [ViewEntry] = signal.arguments[1].get(), let text = Self.texts(changed)["Result"],
                !text.isEmpty
            else { return false }
            result = text
            return true
        }
        return result
    }

    /// All views of a controller, without their revision.
    func state(of controller: ObjectPath) async throws(DBusError) -> [String: Variant] {
        var state: [String: Variant] = [:]
        for (interface, properties) in try await client.managedObjects()[controller] ?? [:] {
            for (name, value) in properties { state["\(interface).\(name)"] = value }
        }
        state["Views"] = try await client.getView(of: controller).views.variant
        return state
    }
}
