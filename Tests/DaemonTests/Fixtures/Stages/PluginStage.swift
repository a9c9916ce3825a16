import Foundation
import TestSupport

/// A daemon, and a client that uses view controllers of plugins by the identifiers of their views.
@EventLoop class PluginStage: Stage {
    override init(_ options: DaemonOptions = DaemonOptions(), isSubscribed: Bool = true) async throws {
        try await super.init(options, isSubscribed: isSubscribed)
    }

    /// Starts a daemon with C plugins that the test has built.
    ///
    /// - Parameter prepare: Puts plugins into the given folder. It does not run on the loop, as other tests wait on it.
    convenience init(prepare: @escaping @Sendable (String) throws -> Void) async throws {
        let folder = try PrivateBus.current.directory + "/fixtures"
        try await onThread { try prepare(folder) }
        try await self.init(DaemonOptions(plugins: [folder], hasLog: true))
    }

    /// The path of the daemon's log.
    var log: String { logFile }

    /// Creates a view controller of a plugin, and loads its view.
    func create(_ type: String, _ arguments: [String: Variant] = [:]) async throws(DBusError) -> ObjectPath {
        let controller = try await client.createViewController(type, arguments)
        try await client.viewController(controller).loadViewIfNeeded()
        return controller
    }

    func reopen() async throws(DBusError) -> ObjectPath {
        try await client.manager.reopen()
    }

    // MARK: Views

    func send(
        _ action: String, _ value: Variant = .bool(true), to identifier: String, of controller: ObjectPath
    ) async throws(DBusError) {
        try await client.sendAction(action, value, to: identifier, of: controller)
    }

    func press(_ identifier: String, of controller: ObjectPath) async throws(DBusError) {
        try await client.press(identifier, of: controller)
    }

    func type(_ text: String, into identifier: String, of controller: ObjectPath) async throws(DBusError) {
        try await client.type(text, into: identifier, of: controller)
    }

    func text(of identifier: String, in controller: ObjectPath) async throws(DBusError) -> String {
        try await client.text(of: identifier, in: controller)
    }

    func views(of controller: ObjectPath) async throws(DBusError) -> [ViewEntry] {
        try await client.getView(of: controller).views
    }

    func property<Content: DBusType>(
        _ key: String, of identifier: String, in controller: ObjectPath, default standard: Content
    ) async throws -> Content {
        let view = try #require(try await views(of: controller).named(identifier), "\(identifier)")
        return view.properties[key]?.get() ?? standard
    }

    func rows(of identifier: String, in controller: ObjectPath) async throws -> [TableRow] {
        try await property("Rows", of: identifier, in: controller, default: [])
    }

    /// The texts of the labels by identifier.
    func texts(of controller: ObjectPath) async throws(DBusError) -> [String: String] {
        Self.texts(try await views(of: controller))
    }

    private static func texts(_ views: [ViewEntry]) -> [String: String] {
        let labels = views.filter { $0.className == "Label" && !$0.identifier.isEmpty }
        return Dictionary(labels.map { ($0.identifier, $0.text) }, uniquingKeysWith: { $1 })
    }

    /// All properties and views of a controller, without their revision.
    func state(of controller: ObjectPath) async throws(DBusError) -> [String: Variant] {
        var state = ["Views": try await views(of: controller).variant]
        for (interface, properties) in try await client.managedObjects()[controller] ?? [:] {
            for (name, value) in properties { state["\(interface).\(name)"] = value }
        }
        return state
    }

    // MARK: Experiments

    /// Runs an experiment of a plugin (`Tests/Fixtures/stage.h`).
    func run(_ experiment: String, of controller: ObjectPath) async throws(DBusError) {
        try await type(experiment, into: "Run", of: controller)
    }

    /// Runs an experiment and waits for its deferred result.
    func result(of experiment: String, of controller: ObjectPath) async throws -> String {
        client.clearSignals()
        try await run(experiment, of: controller)
        var result = ""
        try await client.waitForSignal("the result of '\(experiment)'") { signal in
            guard signal.path == controller, signal.member == "ViewChanged",
                let changed: [ViewEntry] = signal.arguments[1].get()
            else { return false }
            result = Self.texts(changed)["Result"] ?? ""
            return !result.isEmpty
        }
        return result
    }
}
