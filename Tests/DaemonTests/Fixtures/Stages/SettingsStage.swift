import TestSupport
import Testing

/// The Settings plugin in a navigation controller of a visible tab bar controller, and a client that uses it by the
/// titles of rows and buttons, as a user does.
@EventLoop final class SettingsStage {
    let bus: PrivateBus
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    let navigation: ObjectPath
    let root: ObjectPath
    /// The path of the daemon's log.
    let log: String

    init() async throws {
        bus = try PrivateBus.current
        log = bus.directory + "/log"
        daemon = try await DaemonProcess.start(log: log)
        client = try BusClient()
        try await client.manager.subscribe()
        tabs = try await client.manager.createTabBarController()
        (navigation, root) = try await Self.create(client)
        try await client.setTabs([navigation], of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
    }

    /// Creates Settings as the root of a new navigation controller.
    static func create(_ client: BusClient) async throws(DBusError) -> (navigation: ObjectPath, root: ObjectPath) {
        let root = try await client.manager.createViewController("settings.Settings")
        try await client.viewController(root).loadViewIfNeeded()
        return (try await client.manager.createNavigationController(root), root)
    }

    static func file(of bus: PrivateBus) -> String { bus.directory + "/state/tabd/plugins/settings/preferences" }

    func stack() async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(navigation).viewControllers
    }

    func top() async throws -> ObjectPath { try #require(try await stack().last) }

    /// The titles in the bars of the stack, followed by the title of the top's back button.
    func titles() async throws -> [String] {
        var titles: [String] = []
        for page in try await stack() { titles.append(try await client.navigationItem(page).title) }
        return titles + [try await client.navigationItem(try await top()).backButtonTitle]
    }

    func view(_ identifier: String, of page: ObjectPath? = nil) async throws -> ViewEntry {
        let target = if let page { page } else { try await top() }
        return try #require(try await client.getView(of: target).views.named(identifier), "\(identifier)")
    }

    func rows(_ table: String, of page: ObjectPath? = nil) async throws -> [TableRow] {
        try await view(table, of: page).properties["Rows"]?.get() ?? []
    }

    /// The title of the row with the checkmark.
    func chosen() async throws -> [String] {
        try await rows("Choices").filter { $0.accessory == "checkmark" }.map(\.title)
    }

    /// Selects a row in a table of the top controller.
    func select(_ title: String, in table: String) async throws {
        let row = try #require(try await rows(table).firstIndex { $0.title == title }, "\(title)")
        try await send("selectRow", .uint32(UInt32(row)), to: table)
    }

    func send(_ action: String, _ value: Variant, to identifier: String) async throws {
        try await client.sendAction(action, value, to: 0, of: try await top(), ["Identifier": .string(identifier)])
    }

    /// The right buttons in the bar of the top controller.
    func buttons() async throws -> [BarButtonItemEntry] {
        try await client.navigationItem(try await top()).rightBarButtonItems
    }

    func tapButton(_ title: String) async throws {
        let button = try #require(try await buttons().first { $0.title == title }, "\(title)")
        try await client.navigationItem(try await top()).tapBarButtonItem(button.id)
    }

    func back() async throws(DBusError) { try await client.tapBack(in: navigation) }

    func isTabBarHidden() async throws(DBusError) -> Bool {
        try await client.tabBar(of: tabs).hidden
    }
}
