import TestSupport

@testable import TabControl

/// Toolbars as text and on the screen.
@Suite struct ToolbarTextTests {
    private typealias Example = ExampleTree

    private static let items = [
        BarButtonItemEntry(id: 7, title: "Reply"), BarButtonItemEntry(id: 8, title: "Delete", enabled: false),
        BarButtonItemEntry(id: 9, title: "Flag"),
    ]

    private static func example(_ example: ExampleTree = Example()) -> ExampleTree {
        var example = example
        example.set(
            NavigationControllerInterface.name, "ToolbarFrame", DBusRect(x: 0, y: 290, width: 640, height: 44).variant,
            of: Example.navigation)
        example.set(ViewControllerInterface.name, "ToolbarItems", items.variant, of: Example.page)
        return example
    }

    @Test func `the tree and JSON have the toolbar, and its changes are reported`() {
        let example = Self.example()
        var tree = example.attached()
        #expect(TreeText(tree).lines.contains { $0.hasSuffix("toolbar: [Reply] (Delete) [Flag]") })
        #expect(example.json().contains(#""toolbar":{"items":[{"id":7,"title":"Reply""#))
        let flag: [String: Variant] = ["ToolbarItems": [Self.items[2]].variant]
        #expect(
            tree.change(Example.page, ViewControllerInterface.name, flag)
                == ["6 Sound: ToolbarItems [Reply] (Delete) [Flag] → [Flag]"])
    }

    @Test func `on paper the toolbar is between the content and the tab bar, however long the content is`() {
        let rows = (1...30).map { TableRow(title: "City \($0)") }.variant
        let table = ViewEntry(
            id: 1, parent: 0, className: "TableView", frame: DBusRect(x: 0, y: 64, width: 640, height: 226),
            properties: ["Rows": rows])
        let lines = Self.example(.pad()).printed(views: [Example.page: [table]])
        let rule = String(repeating: "─", count: 80)
        #expect(
            lines.suffix(5) == [
                "  City 30", rule, " [Reply] (Delete) [Flag]", rule,
                "       [1 Settings]                 2 Plain                    3 More",
            ])
        #expect(lines.filter { $0.contains("City") }.count == 30)
    }

    @Test func `a popover anchored to the toolbar has its button in words`() {
        var example = Self.example(.pad())
        example.presentPopover(
            Example.alarm, 2, frame: DBusRect(x: 10, y: 150, width: 240, height: 140), source: Example.button(9))
        let text = TreeText(example.attached()).popover(of: Example.alarm)
        #expect(text?.contains("[Flag]") == true, "\(text ?? "")")
    }

    // MARK: Screen

    @Test func `the screen has the toolbar at the daemon's frame`() {
        var screen = ScreenExample(Self.example(.pad()))
        #expect(screen.lines[18].hasPrefix("────"))
        #expect(screen.lines[19] == " [Reply] (Delete) [Flag]")
        #expect(screen.lines[20].isEmpty)
        // On a low terminal it is above the tab bar.
        screen.resize(columns: 80, rows: 17)
        #expect(screen.lines[11] == " [Reply] (Delete) [Flag]")
    }

    @Test func `buttons of the toolbar accept clicks and keys`() {
        var screen = ScreenExample(Self.example(.pad()))
        #expect(screen.click(row: 19, column: 3) == [.barButton(Example.page, 7)])
        #expect(screen.click(row: 19, column: 19) == [.barButton(Example.page, 9)])
        #expect(!screen.has(.toolbarItem(Example.page, 8)))
        let order = screen.scene.focusOrder.map(\.target)
        #expect(
            order.drop { $0 != .toolbarItem(Example.page, 7) }.prefix(3) == [
                .toolbarItem(Example.page, 7), .toolbarItem(Example.page, 9), .tab(0),
            ])
        screen.focus(.toolbarItem(Example.page, 9))
        #expect(screen.press(.enter) == [.barButton(Example.page, 9)])
        #expect(screen.showsFocus(row: 19, column: 18))
    }
}
