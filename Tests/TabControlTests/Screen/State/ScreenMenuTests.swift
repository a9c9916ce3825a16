import TestSupport

@testable import TabControl

/// Menus on the screen.
@Suite struct ScreenMenuTests {
    private static let menu = [
        MenuItem(identifier: "copy", title: "Copy"),
        MenuItem(identifier: "paste", title: "Paste", attributes: ["disabled"]),
        MenuItem(identifier: "share", title: "Share", kind: "submenu"),
        MenuItem(parent: 2, identifier: "mail", title: "By mail", state: "on"),
        MenuItem(identifier: "", title: "", kind: "inline"),
        MenuItem(parent: 4, identifier: "delete", title: "Delete", attributes: ["destructive"]),
    ].variant

    private func button(_ properties: [String: Variant] = [:]) -> ScreenExample {
        var screen = ScreenExample(
            .view(
                2, "Button", row: 2, column: 2, columns: 20,
                ["Title": .string("Note"), "Menu": Self.menu].merging(properties) { $1 }))
        screen.press(.tab)
        return screen
    }

    private func press(_ keys: Key..., on screen: inout ScreenExample) -> [ScreenEffect] {
        keys.flatMap { screen.receive(.key($0)) }
    }

    private func chosen(_ identifier: String) -> [ScreenEffect] {
        [.send(ExampleTree.plain, 2, "menuItemSelected", .string(identifier))]
    }

    @Test func `m opens the menu of the focused view, and enter chooses an item`() {
        var screen = button()
        #expect(press(.character("m"), on: &screen).isEmpty)
        #expect(screen.foot.hasPrefix("↑↓ Enter choose"))
        #expect(press(.enter, on: &screen) == chosen("copy"))
        #expect(screen.state.menu == nil)
        // The disabled item is skipped, and the focus is where it was.
        #expect(press(.character("m"), .down, .down, .enter, on: &screen) == chosen("delete"))
        #expect(press(.character("m"), .up, .enter, on: &screen) == chosen("delete"))
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    @Test func `a submenu opens, and escape goes back and closes the menu`() {
        var screen = button()
        #expect(press(.character("m"), .down, .enter, .enter, on: &screen) == chosen("mail"))
        #expect(press(.character("m"), .down, .right, .escape, .escape, on: &screen).isEmpty)
        #expect(screen.state.menu == nil)
    }

    @Test func `a menu button opens its menu, and other buttons are tapped`() {
        var screen = button(["MenuIsPrimary": .bool(true)])
        #expect(press(.enter, on: &screen).isEmpty)
        #expect(screen.state.menu != nil)
        var other = button()
        #expect(
            press(.enter, on: &other) == [.send(ExampleTree.plain, 2, "primaryActionTriggered", .bool(true))])
    }

    @Test func `a menu of a row names the row, and a view without a menu has a message`() {
        var screen = ScreenExample(
            .view(
                2, "TableView", row: 2, column: 2, rows: 4, columns: 20,
                ["Rows": [TableRow(title: "A"), TableRow(title: "B")].variant, "RowMenu": Self.menu]),
            .view(3, "Button", row: 8, column: 2, columns: 20, ["Title": .string("x")]))
        let choice = RowMenuChoice(row: 1, item: "copy").variant
        #expect(
            press(.tab, .down, .character("m"), .enter, on: &screen)
                == [.send(ExampleTree.plain, 2, "rowMenuItemSelected", choice)])
        #expect(press(.tab, .character("m"), on: &screen).isEmpty)
        #expect(screen.foot == "no menu here")
    }

    @Test func `a menu that its view no longer has closes`() {
        var screen = button()
        _ = press(.character("m"), on: &screen)
        screen.change { _, views in
            views[ExampleTree.plain] = ScreenExample.tree([.view(2, "Button", row: 2, column: 2, columns: 20)])
        }
        #expect(screen.state.menu == nil)
    }
}
