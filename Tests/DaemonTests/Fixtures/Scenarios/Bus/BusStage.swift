import DBusConnection
import DBusInterface
import Glibc
import TabInterface
import TestSupport

/// A daemon and a client, which all scenarios of a run share.
@EventLoop
final class BusStage {
    let bus: PrivateBus
    private(set) var daemon: DaemonProcess
    let client: BusClient
    /// The plugin's controller that takes the lines of its program (`Fixtures/scenario.c`).
    let prompter: ObjectPath?
    /// What the client knows of all objects by what it was told.
    private var mirror: ObjectMirror
    private let start: @EventLoop () async throws -> DaemonProcess

    /// - Parameters:
    ///   - focusDelay: milliseconds that focus on an item waits for its selection.
    ///   - plugins: the folder with the plugin that has the controllers.
    init(_ bus: PrivateBus, focusDelay: Int, hosting: ScenarioHosting, plugins: String) async throws {
        self.bus = bus
        // Long enough for the steps that come while a presentation waits; few scenarios wait until that ends.
        let anchorDelay = focusDelay > 1000 ? 60_000 : 10_000
        var configuration = """
            [deadlines]
            focus = \(focusDelay)
            anchor = \(anchorDelay)
            delegate = 10000
            interactive_transition = 600000

            """
        if let isolation = hosting.isolation { configuration += "[isolation]\n\"*\" = \"\(isolation)\"\n" }
        try bus.configure(configuration)
        start = {
            try await DaemonProcess.start(
                on: bus, arguments: hosting == .client ? [] : ["--plugin-path", plugins],
                // What the plugin is refused.
                log: hosting == .client ? nil : bus.directory + "/log")
        }
        daemon = try await start()
        client = try BusClient(on: bus)
        try await client.subscribe()
        prompter =
            hosting == .client
            ? nil : try await client.createViewController("scenario.Prompter", identifiedBy: "prompter")
        if let prompter { try await client.loadView(of: prompter) }
        mirror = ObjectMirror(try await client.managedObjects())
        client.forgetSignals()
    }

    /// Ends the daemon as a crash does, and starts the next one on what it left; returns the objects that are there.
    func restart() async throws -> BusClient.Objects {
        daemon.send(SIGKILL)
        _ = await daemon.status()
        daemon = try await start()
        try await client.subscribe()
        if let prompter {
            try await client.loadView(of: prompter)
            // A plugin in a process of its own shows its view when that is there.
            while try await client.getView(of: prompter).views.count < 2 {}
        }
        client.forgetSignals()
        return try await client.managedObjects()
    }

    /// Begins to hold against signals what is there now.
    func beginMirror() async throws {
        let objects = try await client.managedObjects()
        client.forgetSignals()
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

    /// What is not as it should be with the plugin's host, or the lack of one; nil when there is nothing.
    func faultOfHosting(_ hosting: ScenarioHosting) async throws -> String? {
        guard let isolation = hosting.isolation else { return nil }
        typealias Contract = PluginInterface
        let path = TabNames.plugin("scenario")
        let found = try await client.get(Contract.isolation, of: Contract.name, at: path)
        guard found == isolation else { return "the plugin's Isolation is \(found)" }
        let process = try await client.get(Contract.processId, of: Contract.name, at: path)
        guard (process == UInt32(daemon.processID)) == (hosting == .inProcess) else {
            return "the plugin runs in process \(process)"
        }
        let restarts = try await client.get(Contract.restarts, of: Contract.name, at: path)
        return restarts == 0 ? nil : "its host was started again \(restarts) times"
    }

    /// What the client was told since the last time, which its mirror knows from then on.
    func takeSignals() -> [HeardSignal] {
        let signals = client.signals
        client.forgetSignals()
        mirror.apply(signals)
        return signals
    }

    /// What the client was told that is not so, or not as it should be; nil when there is nothing.
    func fault() async throws -> String? {
        let objects = try await client.managedObjects()
        _ = takeSignals()
        let differences = mirror.differences(from: objects)
        mirror.forgetFaults()
        return differences.isEmpty ? nil : differences.joined(separator: "; ")
    }

    /// What the plugin's controllers have noted down, as the prompter shows it.
    func notes(in signal: HeardSignal) -> [PluginNote] {
        guard signal.path == prompter, signal.member == "ViewChanged",
            let changed: [ViewEntry] = signal.arguments[1].get()
        else { return [] }
        return changed.flatMap { view -> [PluginNote] in
            guard view.className == "Label", case .string(let text)? = view.properties["Text"] else { return [] }
            // The first line is the report's number.
            return text.split(separator: "\n").dropFirst().map(PluginNote.init)
        }
    }
}

extension BusClient {
    /// A view controller of a plugin.
    func createViewController(
        _ type: String, _ arguments: [String: Variant] = [:], identifiedBy identifier: String = ""
    ) async throws(DBusError) -> ObjectPath {
        try await call(
            ManagerInterface.createViewController, of: ManagerInterface.name, at: TabNames.root, type,
            ["Arguments": arguments.variant, "RestorationIdentifier": .string(identifier)])
    }
}
