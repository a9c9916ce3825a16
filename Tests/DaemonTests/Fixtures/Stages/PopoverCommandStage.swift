import TestSupport

/// A pad with two tabs and a popover with a list of cities. The first tab has a page with bar buttons.
///
/// The window is 640 x 384, so that a cell of a picture with 80 columns is 8 x 16.
@EventLoop final class PopoverCommandStage {
    let commands: CommandStage
    let tabs: ObjectPath
    let page: ObjectPath
    let other: ObjectPath
    let cities: ObjectPath
    /// The user actions that the owner of the cities received.
    private(set) var actions: [Variant] = []

    private typealias Popover = PopoverPresentationControllerInterface

    var client: BusClient { commands.client }
    var number: String { get throws { try commands.number(tabs) } }

    init() async throws {
        commands = try await CommandStage()
        let client = commands.client
        tabs = try await client.manager.createTabBarController(["Profile": .string("pad"), "Title": .string("Desk")])
        page = try await client.register(["Title": .string("Clocks")])
        other = try await client.register(["Title": .string("Other")])
        let object = client.newObject()
        cities = try await client.register(object, ["Title": .string("Cities")])
        client.handlers[object] = { [weak self] call, arguments, reply in
            guard call.member == "Action" else { return reply.fail(.unknownMethod(call.member)) }
            self?.actions.append(contentsOf: arguments)
            reply.succeed { (_) throws(DBusError) in }
        }
        try await client.setTabs([try await client.manager.createNavigationController(page), other], of: tabs)
        try await client.window(tabs).set(\.size, to: DBusSize(width: 640, height: 384))
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        try await client.navigationItem(page).set(
            \.rightBarButtonItems,
            to: [BarButtonItemEntry(id: 1, title: "Add"), BarButtonItemEntry(id: 2, title: "Edit")])
        try await client.updateView(
            of: page,
            [
                Self.view(2, "Label", DBusRect(16, 72, 200, 32), ["Text": .string("Where time is told")]),
                Self.view(
                    3, "Button", DBusRect(420, 72, 100, 32),
                    ["Title": .string("Sort"), "Identifier": .string("Sort")]),
            ])
        try await client.viewController(cities).loadViewIfNeeded()
        let rows = ["Accra", "Lima", "Oslo"].map { TableRow(title: $0) }
        try await client.updateView(
            of: cities,
            [
                Self.view(
                    2, "TableView", DBusRect(0, 0, 240, 96),
                    ["Rows": rows.variant, "Identifier": .string("Cities")])
            ])
        try await client.viewController(cities).set(\.modalPresentationStyle, to: "popover")
        try await client.viewController(cities).set(\.preferredContentSize, to: DBusSize(width: 240, height: 96))
    }

    private static func view(
        _ id: UInt32, _ name: String, _ frame: DBusRect, _ properties: [String: Variant]
    ) -> ViewEntry {
        ViewEntry(id: id, parent: 1, className: name, frame: frame, properties: properties)
    }

    /// The button `Add` of the page.
    var button: [String: Variant] { [Popover.barButtonItem.name: ViewReference(viewController: page, view: 1).variant] }

    /// The view `Sort` of the page.
    var sort: [String: Variant] { [Popover.sourceView.name: ViewReference(viewController: page, view: 3).variant] }

    /// Presents the cities; by default below the button.
    func present(_ popover: [String: Variant]? = nil) async throws(DBusError) {
        try await client.viewController(page).present(cities, ["Popover": (popover ?? button).variant])
    }

    func set<Content: DBusType>(_ property: Property<Content>, to value: Content) async throws(DBusError) {
        try await client.set(property, at: cities, to: value)
    }

    var isPresented: Bool {
        get async throws(DBusError) { try await client.popover(cities).presented }
    }
}
