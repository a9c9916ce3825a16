import TestSupport

/// A daemon and a client that all scenarios of a run share.
@EventLoop final class BusStage: RestartStage {
    /// The controller that accepts the commands of its program (`Fixtures/scenario.c`), in a plugin or in another client.
    private(set) var prompter: ObjectPath?
    /// The client that offers the classes of the controllers.
    private var owner: ScenarioClient?
    /// Whether the owner creates its objects asynchronously.
    var isOwnerAsynchronous: Bool { owner != nil }
    /// Whether the owner still handles calls, or has created a navigation controller whose number it has not reported.
    var isOwnerBusy: Bool { owner?.isBusy ?? false }
    /// The client's knowledge of all objects from signals.
    private var mirror = ObjectMirror([:])

    /// - Parameters:
    ///   - focusDelay: The time in milliseconds until a focused item is selected.
    ///   - plugins: The folder with the plugin that owns the controllers.
    init(focusDelay: Int, hosting: ScenarioHosting, plugins: String) async throws {
        // Long enough for the steps during a waiting presentation. Few scenarios wait for it to expire.
        let anchorDelay = focusDelay > 1000 ? 60_000 : 10_000
        var configuration = """
            [deadlines]
            focus = \(focusDelay)
            anchor = \(anchorDelay)
            delegate = 10000
            interactive_transition = 600000

            """
        if let isolation = hosting.isolation { configuration += "[isolation]\n\"*\" = \"\(isolation)\"\n" }
        try PrivateBus.current.configure(configuration)
        // The log has the refusals of the plugin's calls, and which restored controllers wait for their owner.
        try await super.init(
            DaemonOptions(plugins: hosting.isolation == nil ? [] : [plugins], hasLog: hosting != .client),
            isSubscribed: true)
        if hosting == .remote {
            owner = try ScenarioClient()
            try await owner?.offerClasses()
        }
        if hosting != .client {
            prompter = try await client.createViewController("scenario.Prompter", identifiedBy: "prompter")
            try await loadPrompter()
        }
        try await beginMirror()
    }

    private func loadPrompter() async throws {
        guard let prompter else { return }
        try await client.viewController(prompter).loadViewIfNeeded()
        // A plugin process and a client create the view asynchronously.
        try await EventLoop.until("the view") { try await client.getView(of: prompter).views.count >= 2 }
    }

    /// Kills the daemon and starts the next one on its state. Returns the existing objects.
    func restart() async throws -> BusClient.Objects {
        try await super.restart()
        try await owner?.offerClasses()
        try await loadPrompter()
        client.clearSignals()
        return try await client.managedObjects()
    }

    /// Whether the client was told that a controller of it existed before; nil for controllers of others.
    func wasRestored(_ path: ObjectPath) -> Bool? { owner.map { $0.restored.contains(path) } }

    /// Starts to compare signals with the present objects.
    func beginMirror() async throws {
        let objects = try await client.managedObjects()
        client.clearSignals()
        mirror = ObjectMirror(objects)
    }

    /// Builds the plugin into a folder.
    nonisolated static func buildPlugin(in folder: String) throws {
        try CPlugin.build(
            "scenario",
            manifestClasses: [
                "name = 'Actor'\ntitle = 'Actor'", "name = 'Prompter'\ntitle = 'Prompter'",
                "name = 'Tabs'\ntitle = 'Tabs'\nsuperclass = 'TabBarController'",
            ], in: folder)
    }

    /// The error when the controllers do not run where they should, or nil.
    func hostingFailure(_ hosting: ScenarioHosting) async throws -> String? {
        if let owner { return try await failure(of: owner) }
        guard let isolation = hosting.isolation else { return nil }
        let path = TabNames.plugin("scenario")
        let found = try await client.plugin(path).isolation
        guard found == isolation else { return "the plugin's Isolation is \(found)" }
        let process = try await client.plugin(path).processId
        guard (process == UInt32(daemon.processID)) == (hosting == .inProcess) else {
            return "the plugin runs in process \(process)"
        }
        let restarts = try await client.plugin(path).restarts
        return restarts == 0 ? nil : "its host was started again \(restarts) times"
    }

    /// The error when a controller of the classes does not belong to the client that offers them, or nil.
    private func failure(of owner: ScenarioClient) async throws -> String? {
        for type in ["scenario.Actor", "scenario.Tabs"] { _ = try await client.createViewController(type) }
        var count = 0
        for (path, interfaces) in try await client.managedObjects() {
            guard let values = interfaces[ViewControllerInterface.name], let type: String = values["Type"]?.get(),
                type.hasPrefix("scenario.")
            else { continue }
            count += 1
            guard owner.owns(path), values["Plugin"] == .objectPath(.none), values["State"] == .string("ready") else {
                return "\(path), a \(type), does not belong to the client"
            }
        }
        return count >= 3 ? nil : "there are \(count) controllers of the classes"
    }

    /// The client's new signals, which are also applied to its mirror.
    func drainSignals() -> [ReceivedSignal] {
        let signals = client.signals
        client.clearSignals()
        mirror.apply(signals)
        return signals
    }

    /// A difference between the signals and the daemon's objects, or nil.
    func difference() async throws -> String? {
        let objects = try await client.managedObjects()
        _ = drainSignals()
        let differences = mirror.differences(from: objects)
        mirror.clearFailures()
        return differences.isEmpty ? nil : differences.joined(separator: "; ")
    }

    /// The notes of the controllers, as the prompter shows them.
    func notes(in signal: ReceivedSignal) -> [PluginNote] {
        guard signal.path == prompter, signal.member == "ViewChanged",
            let changed: [ViewEntry] = signal.arguments[1].get()
        else { return [] }
        return changed.flatMap { view -> [PluginNote] in
            guard view.className == "Label", case .string(let text)? = view.properties["Text"] else { return [] }
            // The first line is the number of the report.
            return text.split(separator: "\n").dropFirst().map(PluginNote.init)
        }
    }
}

extension BusClient {
    /// Creates a view controller of a plugin.
    func createViewController(
        _ type: String, _ arguments: [String: Variant] = [:], identifiedBy identifier: String = ""
    ) async throws(DBusError) -> ObjectPath {
        try await manager.createViewController(
            type, ["Arguments": arguments.variant, "RestorationIdentifier": .string(identifier)])
    }
}
