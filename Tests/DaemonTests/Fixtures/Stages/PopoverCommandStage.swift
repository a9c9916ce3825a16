import TestSupport

/// A pad with two tabs and a popover with a list of cities. The first tab has a page with bar buttons.
///
/// The window is 640 x 384, so that a cell of a picture with 80 columns is 8 x 16.
@EventLoop final class PopoverCommandStage: CommandStage {
    private(set) var page = ObjectPath.none
    private(set) var other = ObjectPath.none
    private(set) var cities = ObjectPath.none
    /// The user actions that the owner of the cities received.
    private(set) var actions: [Variant] = []

    private typealias Popover = PopoverPresentationControllerInterface

    var commands: CommandStage { self }
    var number: String { get throws { try self.number(tabs) } }

    override init() async throws {
        try await super.init()
        try await createTabs(["Profile": .string("pad"), "Title": .string("Desk")])
        page = try await client.register(["Title": .string("Clocks")])
        other = try await client.register(["Title": .string("Other")])
        cities = try await client.register(["Title": .string("Cities")]) { [weak self] in self?.actions += $0 }
        try await client.setTabs([try await client.manager.createNavigationController(page), other], of: tabs)
        try await setSize(640, 384)
        try await show()
        try await client.navigationItem(page).set(
            \.rightBarButtonItems,
            to: [BarButtonItemEntry(id: 1, title: "Add"), BarButtonItemEntry(id: 2, title: "Edit")])
        let (label, button) = (DBusRect(16, 72, 200, 32), DBusRect(420, 72, 100, 32))
        try await client.updateView(
            of: page,
            [
                .view(2, "Label", at: label, with: ["Text": .string("Where time is told")]),
                .view(3, "Button", at: button, with: ["Title": .string("Sort"), "Identifier": .string("Sort")]),
            ])
        try await client.viewController(cities).loadViewIfNeeded()
        let rows = ["Accra", "Lima", "Oslo"].map { TableRow(title: $0) }.variant
        try await client.updateView(
            of: cities,
            [.view(2, "TableView", at: DBusRect(0, 0, 240, 96), with: ["Rows": rows, "Identifier": .string("Cities")])])
        try await client.viewController(cities).set(\.modalPresentationStyle, to: "popover")
        try await client.viewController(cities).set(\.preferredContentSize, to: DBusSize(width: 240, height: 96))
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
