import TestSupport

@testable import TabControl

/// Sheets and popovers with only one field, which gets all typed text.
@Suite struct ScreenSheetTests {
    private typealias Example = ExampleTree

    private static let field = Target.view(Example.alarm, 2)
    private static let list = Target.view(Example.alarm, 3)

    /// A field over a list.
    private static let search = ScreenExample.tree([
        .view(2, "TextField", row: 0, column: 0, columns: 20, ["Placeholder": .string("City")]),
        .view(
            3, "TableView", row: 2, column: 0, rows: 4, columns: 20,
            ["Rows": [TableRow(title: "Accra"), TableRow(title: "Berlin")].variant]),
    ])

    private static func sheet(
        _ views: [ViewEntry] = search, columns: Int = 80, isReadOnly: Bool = false, depth: ColorDepth = .trueColor
    ) -> ScreenExample {
        var example = Example.pad()
        example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 16, y: 64, width: 240, height: 96))
        return ScreenExample(
            example, [Example.page: Example.cities, Example.alarm: views], columns: columns, isReadOnly: isReadOnly,
            depth: depth)
    }

    private static func edit(_ text: String) -> ScreenEffect {
        .update(Example.alarm, 2, "editingChanged", .string(text))
    }

    private static func ended(_ text: String) -> ScreenEffect {
        .send(Example.alarm, 2, "editingDidEnd", .string(text))
    }

    private static func pressedReturn(_ text: String) -> [ScreenEffect] {
        [.send(Example.alarm, 2, "primaryActionTriggered", .string(text)), ended(text)]
    }

    @Test func `the only field of a sheet has the caret`() {
        var screen = Self.sheet()
        #expect(screen.state.editor?.target == Self.field && screen.state.focus == Self.field)
        #expect(screen.scene.cursor != nil)
        #expect(screen.text.contains("[City"))
        #expect(screen.type("q1?b e").last == Self.edit("q1?b e"))
        #expect(!screen.state.isHelpShown)
    }

    @Test func `the hint says what Escape does, even on a small terminal`() {
        for columns in [80, 40] {
            var screen = Self.sheet(columns: columns)
            #expect(screen.foot == "type  Esc dismisses  Tab next")
            screen.press(.tab)
            #expect(screen.foot.hasPrefix("Esc dismisses  Enter selects"))
            #expect(!screen.foot.contains("q quits") && !screen.foot.contains("? keys"))
        }
    }

    @Test func `letters go into the field wherever the focus is`() {
        var screen = Self.sheet()
        screen.type("x")
        #expect(screen.press(.tab) == [Self.ended("x")])
        #expect(screen.state.focus == Self.list)
        #expect(screen.type("qb2?") == ["q", "qb", "qb2", "qb2?"].map(Self.edit))
        #expect(screen.press(.enter) == Self.pressedReturn("qb2?"))
        #expect(screen.type("e") == [Self.edit("e")])
    }

    @Test func `a space on a row is a tap`() {
        var screen = Self.sheet()
        screen.press(.tab)
        #expect(screen.type(" ") == [.send(Example.alarm, 3, "selectRow", .uint32(0))])
    }

    @Test func `Escape ends editing and dismisses the sheet`() {
        var screen = Self.sheet()
        screen.type("x")
        #expect(screen.press(.escape) == [Self.ended("x"), .escape(Example.alarm)])
        // The delegate may refuse.
        #expect(screen.type("q") == [Self.edit("q")])
    }

    @Test func `Return chooses the preferred action of an alert`() {
        let buttons = [(100, "No"), (101, "Yes")].enumerated().map { index, button in
            ViewEntry.view(
                UInt32(button.0), "Button", row: 2, column: index * 10, columns: 8,
                ["Title": .string(button.1), "Identifier": .string("Action.\(index)")])
        }
        let tap = { ScreenEffect.send(Example.alarm, $0, "primaryActionTriggered", .bool(true)) }
        var screen = Self.sheet(Self.search.dropLast() + buttons)
        screen.set(AlertControllerInterface.name, "PreferredAction", .int32(1), of: Example.alarm)
        screen.type("x")
        #expect(screen.press(.enter) == Self.pressedReturn("x") + [tap(101)])
        // Another button has the focus.
        screen.press(.tab)
        #expect(screen.press(.enter) == [tap(100)])
        screen.change { _, views in
            guard let last = views[Example.alarm]?.indices.last else { return }
            views[Example.alarm]?[last].properties["Enabled"] = .bool(false)
        }
        screen.type("y")
        #expect(screen.press(.enter) == Self.pressedReturn("y"))
    }

    @Test func `in a sheet that can't be dismissed, the hint says that Escape ends editing`() {
        var example = Example.pad()
        example.present(Example.alarm)
        var screen = ScreenExample(example, [Example.alarm: Self.search])
        #expect(screen.foot == "type  Esc ends  Tab next")
        #expect(screen.press(.escape) == [Self.ended("")])
        #expect(screen.type("q") == [Self.edit("q")])
    }

    @Test func `with two fields neither gets the caret`() {
        let other = ViewEntry.view(4, "TextField", row: 7, column: 0, columns: 20)
        var screen = Self.sheet(Self.search + [other])
        #expect(screen.state.editor == nil && screen.state.focus == nil)
        #expect(screen.type("q") == [.leave])
    }

    @Test func `on a page with one field letters stay commands`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20))
        #expect(screen.state.editor == nil)
        #expect(screen.type("q") == [.leave])
    }

    @Test func `a read-only screen ignores typing`() {
        var screen = Self.sheet(isReadOnly: true)
        #expect(screen.state.editor == nil)
        #expect(screen.type("q") == [.leave])
    }

    @Test func `editing behind a sheet ends with the first letter for the sheet`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20))
        screen.press(.tab)
        screen.type("a")
        screen.change { example, views in
            example.presentPopover(Example.alarm, 1, frame: DBusRect(x: 80, y: 80, width: 240, height: 96))
            views[Example.alarm] = Self.search
        }
        #expect(screen.type("b") == [.action(2, "editingDidEnd", .string("a")), Self.edit("b")])
    }

    @Test func `the field gets the caret once, and again with the next sheet`() {
        var screen = Self.sheet()
        screen.press(.enter)
        #expect(screen.state.editor == nil)
        screen.change { _, views in views[Example.alarm]?.removeLast() }
        #expect(screen.state.editor == nil)
        screen.set(ViewControllerInterface.name, "PresentedViewController", ObjectPath.none.variant, of: Example.tabs)
        #expect(screen.state.focus == nil)
        screen.change { example, _ in example.present(Example.alarm) }
        #expect(screen.state.editor?.target == Self.field)
    }

    @Test func `a field that was outside of the terminal gets the focus again`() {
        var screen = Self.sheet()
        screen.type("x")
        screen.resize(columns: 3, rows: 4)
        screen.resize(columns: 80, rows: 25)
        #expect(screen.state.focus == Self.field && screen.state.editor?.text == "x")
    }

    @Test func `the only field may be a multi-line text`() {
        let note = ViewEntry.view(2, "TextView", row: 0, column: 0, rows: 5, columns: 20, ["Editable": .bool(true)])
        var screen = Self.sheet(ScreenExample.tree([note]))
        #expect(screen.type("q") == [Self.edit("q")])
        #expect(screen.press(.enter) == [Self.edit("q\n")])
        #expect(screen.press(.escape) == [Self.ended("q\n"), .escape(Example.alarm)])
    }

    @Test func `without colours a placeholder is not in reverse video, unlike text`() {
        let screen = Self.sheet(depth: .none)
        let row = screen.lines.firstIndex { $0.contains("[City") } ?? 0
        let column = screen.lines[row].prefix { $0 != "[" }.count
        #expect(screen.style(row: row, column: column).attributes.contains(.reverse))
        #expect(screen.style(row: row, column: column + 1).attributes == [.underline, .dim])
    }
}
