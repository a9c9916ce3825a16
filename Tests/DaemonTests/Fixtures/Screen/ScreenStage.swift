import TestSupport
import Testing

/// A daemon, a client, and `tabctl attach` on terminals of its own.
@EventLoop final class ScreenStage {
    let bus: PrivateBus
    let client: BusClient
    var daemon: DaemonProcess
    var tabs = ObjectPath.none

    init() async throws {
        bus = try PrivateBus.current
        daemon = try await DaemonProcess.start()
        client = try BusClient()
    }

    /// Creates the tab bar controller to attach to.
    @discardableResult
    func create(_ types: [String], _ options: Options = [:]) async throws(DBusError) -> ObjectPath {
        var options = options
        options.values["Types"] = types.variant
        tabs = try await client.manager.createTabBarController(options)
        return tabs
    }

    func attach(
        _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
    ) throws -> TerminalProcess {
        try TerminalProcess(["attach", tabs.text] + arguments, columns: columns, rows: rows, environment: environment)
    }

    /// The tabs, including the roots of navigation controllers.
    func viewControllers() async throws(DBusError) -> [ObjectPath] {
        try await client.tabBarController(tabs).viewControllers
    }

    func item<Content: DBusType>(
        _ property: Property<Content>, of tab: Int, to value: Content
    ) async throws(DBusError) {
        let paths = try await viewControllers()
        guard paths.indices.contains(tab) else { throw .invalidArgs("missing tab \(tab)") }
        try await client.set(property, at: paths[tab], to: value)
    }

    /// The unique names of the attached clients, in the order of attachment.
    func frontEnds() async throws(DBusError) -> [String] {
        try await client.window(tabs).attachedClients
    }

    /// Makes calls to the bus until a condition is true.
    func until(_ event: String, _ condition: () async throws -> Bool) async throws {
        let deadline = TestTimeout.deadline
        while try await !condition() {
            guard .now < deadline else {
                throw TestTimeoutError(description: "\(event) did not happen")
            }
            _ = try await client.connection.owner(of: TabNames.busName)
        }
    }

    func selectedIndex() async throws(DBusError) -> Int64 { try await client.tabBarController(tabs).selectedIndex }

    func end(_ terminals: TerminalProcess...) async throws {
        for terminal in terminals {
            #expect(terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)")
            terminal.type("q")
            #expect(try await terminal.exitStatus() == 0)
            #expect(terminal.screen.insanities.isEmpty, "\(terminal.screen.insanities)")
            #expect(!terminal.isRaw)
        }
    }
}

extension TerminalProcess {
    /// Whether both terminals show the same picture in the same style, and neither is in the middle of an update.
    func shows(asMuchAs other: TerminalProcess) -> Bool {
        !screen.isUpdating && !other.screen.isUpdating && lines == other.lines && screen.styled == other.screen.styled
    }
}
