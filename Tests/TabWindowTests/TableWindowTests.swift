import TestSupport

/// Tables with sections and many rows in a window.
@EventLoop @Suite(.bus) struct TableWindowTests {
    private static func table(_ titles: [String], _ sections: [TableSection]) -> ViewEntry {
        ViewEntry(
            id: 2, parent: 1, className: "TableView", frame: DBusRect(x: 0, y: 40, width: 300, height: 400),
            properties: [
                "Rows": titles.map { TableRow(title: $0) }.variant, "RowIDs": titles.variant,
                "Sections": sections.variant, "AccessibilityLabel": .string("Food"),
            ])
    }

    /// A window with a page whose views the test owns.
    private static func stage(_ view: ViewEntry) async throws -> (WindowStage, ObjectPath) {
        let stage = try await WindowStage([])
        let page = try await stage.client.register(["Title": .string("Food")])
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await stage.client.viewController(page).updateView([view], [])
        try await stage.client.setTabs([page], of: stage.tabs)
        return (stage, page)
    }

    @Test(.rules("S-200")) func `sections have their headers above their rows, and the last one its footer below`()
        async throws
    {
        let sections = [
            TableSection(header: "Fruit", footer: "Sweet", rows: 2),
            TableSection(header: "Nuts", footer: "Hard", rows: 1),
        ]
        let (stage, page) = try await Self.stage(Self.table(["Apple", "Pear", "Walnut"], sections))
        let items = [
            ("label", "Fruit"), ("list item", "Apple"), ("list item", "Pear"), ("label", "Sweet\nNuts"),
            ("list item", "Walnut"), ("label", "Hard"),
        ]
        var last = Int32.min
        for (role, name) in items {
            let place = try await stage.screenReader.extents(of: try await stage.widget(role, name).reference)
            #expect(Int32(place.y) > last, "\(name)")
            last = Int32(place.y)
        }
        try await stage.client.viewController(page).updateView([Self.table(["Apple", "Pear", "Walnut"], [])], [])
        for name in ["Fruit", "Hard"] { try await stage.waitForEnd(of: "label", name) }
    }

    @Test(.rules("V15")) func `a table that fills the view begins below the navigation bar`() async throws {
        let stage = try await WindowStage([])
        let page = try await stage.client.register(["Title": .string("Food")])
        let stack = try await stage.client.manager.createNavigationController(page)
        try await stage.client.setTabs([stack], of: stage.tabs)
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await EventLoop.until("the window has the page") {
            try await stage.client.viewController(page).safeAreaInsets.top > 0
        }
        let bounds = try await stage.client.viewController(page).frame
        let titles = (0..<40).map { "row \($0)" }
        let table = ViewEntry(
            id: 2, parent: 1, className: "TableView",
            frame: DBusRect(x: 0, y: 0, width: bounds.width, height: bounds.height),
            properties: ["Rows": titles.map { TableRow(title: $0) }.variant])
        try await stage.client.viewController(page).updateView([table], [])
        /// The edges of a row in the window.
        func edges(_ name: String) async throws -> (top: Double, bottom: Double) {
            let row = try await stage.widget("list item", name).reference
            let (place, origin) = (try await stage.screenReader.extents(of: row), try await stage.origin())
            let top = Double(place.y) - origin.y
            return (top, top + Double(place.height))
        }
        let insets = try await stage.client.viewController(page).safeAreaInsets
        #expect(try await edges("row 0").top >= insets.top)
        // The last row scrolls to above the tab bar.
        try await stage.client.viewController(page).scrollToRow(2, 39, "bottom", false)
        try await EventLoop.until("the last row is above the bar") {
            try await edges("row 39").bottom <= bounds.height - insets.bottom
        }
    }

    @Test(.rules("S-203")) func `a changed row among others is shown`() async throws {
        let names = (0..<50).map { "row \($0)" }
        let (stage, page) = try await Self.stage(Self.table(names, []))
        try await stage.widget("list item", "row 0")
        let owner = stage.client.viewController(page)
        try await owner.changeRows(2, [], [], [], [PlacedRow(index: 1, row: TableRow(title: "one"))])
        try await stage.widget("list item", "one")
        try await owner.changeRows(
            2, [0], [PlacedRow(index: 0, id: "new", row: TableRow(title: "new"))], [RowMove(from: 49, to: 1)], [])
        try await stage.widget("list item", "new")
        try await stage.waitForEnd(of: "list item", "row 0")
        let rows = try await stage.widgets().filter { $0.role == "list item" }.map(\.name)
        #expect(rows.prefix(4) == ["new", "row 49", "one", "row 2"])
    }
}
