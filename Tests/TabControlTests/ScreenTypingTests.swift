internal import DBusInterface
internal import TabInterface
internal import TerminalUI
internal import Testing

@testable import TabControl

/// Typing into fields and texts.
@Suite struct ScreenTypingTests {
    private func field(_ properties: [String: Variant] = [:], columns: Int = 20) -> ScreenExample {
        ScreenExample(
            ScreenExample.view(2, "TextField", row: 1, column: 2, columns: columns, properties),
            ScreenExample.view(3, "Button", row: 3, column: 2, columns: 10, ["Title": .string("Go")]))
    }

    private func text(_ text: String, rows: Int = 4, columns: Int = 20) -> ScreenExample {
        ScreenExample(
            ScreenExample.view(
                2, "TextView", row: 1, column: 2, rows: rows, columns: columns,
                ["Text": .string(text), "Editable": .bool(true)]))
    }

    // MARK: Fields

    @Test func `who comes to a field types at once`() {
        var screen = field()
        screen.press(.tab)
        #expect(screen.state.editor?.target == ScreenExample.target(2))
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
        #expect(screen.type("hi") == [.edit(2, "h"), .edit(2, "hi")])
        #expect(screen.lines[1].contains("[hi"))
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 5))
    }

    @Test func `digits and letters are text while somebody types`() {
        var screen = field()
        screen.press(.tab)
        #expect(screen.type("1q?b e").last == .edit(2, "1q?b e"))
        #expect(!screen.state.isHelpShown)
    }

    @Test func `enter and esc end it, and the owner is told`(
    ) {
        for key in [Key.enter, .escape] {
            var screen = field(["Text": .string("old")])
            screen.press(.tab)
            screen.type("!")
            #expect(screen.press(key) == [.tell(2, "editingDidEnd", .string("old!"))])
            #expect(screen.state.editor == nil)
            #expect(screen.scene.cursor == nil)
            #expect(screen.state.focus == ScreenExample.target(2))
        }
    }

    @Test func `tab ends it and goes on`() {
        var screen = field()
        screen.press(.tab)
        #expect(screen.press(.tab) == [.tell(2, "editingDidEnd", .string(""))])
        #expect(screen.state.focus == ScreenExample.target(3))
        screen.press(.backTab)
        #expect(screen.state.editor?.target == ScreenExample.target(2))
    }

    @Test func `a click elsewhere ends it`() {
        var screen = field()
        screen.press(.tab)
        let effects = screen.click(row: 3, column: 5)
        #expect(
            effects == [
                .tell(2, "editingDidEnd", .string("")), .tell(3, "primaryActionTriggered", .bool(true)),
            ])
        screen.press(.backTab)
        #expect(screen.click(row: 10, column: 40) == [.tell(2, "editingDidEnd", .string(""))])
        #expect(screen.state.editor == nil)
    }

    @Test func `enter begins again in a field that has the focus`() {
        var screen = field()
        screen.press(.tab, .enter)
        #expect(screen.state.editor == nil)
        #expect(screen.press(.enter) == [])
        #expect(screen.state.editor != nil)
    }

    @Test func `nothing is typed by who may only read`() {
        var screen = ScreenExample(
            ScreenExample.view(2, "TextField", row: 1, column: 2, columns: 20), isReadOnly: true)
        screen.press(.tab, .enter)
        #expect(screen.state.editor == nil)
        #expect(screen.receive(.paste("text")) == [])
    }

    @Test func `keys that are none of a text do nothing while somebody types`() {
        var screen = field(["Text": .string("ab")])
        screen.press(.tab)
        #expect(screen.press(.up, .down, .function(1), .alt("1"), .insert, .shiftUp, .pageUp, .pageDown) == [])
        #expect(screen.state.editor?.text == "ab")
    }

    @Test func `the owner is told once of what the clipboard has`() {
        var screen = field()
        screen.press(.tab)
        #expect(screen.receive(.paste("two\nlines")) == [.edit(2, "two lines")])
        screen.press(.escape)
        #expect(screen.receive(.paste("x")) == [])
    }

    @Test func `an echo that comes late takes nothing back of what is typed`() {
        var screen = field()
        screen.press(.tab)
        screen.type("abc")
        screen.show("Text", .string("a"), of: 2)
        #expect(screen.state.editor?.text == "abc")
        screen.type("d")
        screen.show("Text", .string("abc"), of: 2)
        screen.show("Text", .string("abcd"), of: 2)
        #expect(screen.state.editor?.text == "abcd")
        #expect(screen.lines[1].contains("[abcd "))
    }

    @Test func `an owner that writes in capitals is followed`() {
        var screen = field()
        screen.press(.tab)
        for (key, shown) in [("a", "A"), ("b", "AB"), ("c", "ABC")] {
            screen.type(key)
            screen.show("Text", .string(shown), of: 2)
            #expect(screen.state.editor?.text == shown)
        }
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 6))
    }

    @Test func `a field that goes takes the editor with it`() {
        var screen = field()
        screen.press(.tab)
        screen.change { _, views in views[ExampleTree.plain]?.removeAll { $0.id == 2 } }
        #expect(screen.state.editor == nil)
        #expect(screen.state.focus == nil)
        #expect(screen.scene.cursor == nil)
    }

    @Test func `another view in the place of a field takes no text`() {
        var screen = field()
        screen.press(.tab)
        screen.change { _, views in
            views[ExampleTree.plain] = ScreenExample.tree([
                ScreenExample.view(2, "Button", row: 1, column: 2, columns: 10)
            ])
        }
        #expect(screen.state.editor == nil)
        #expect(screen.press(.enter) == [.tell(2, "primaryActionTriggered", .bool(true))])
    }

    @Test func `a text that can't be edited any more takes no text`() {
        var screen = text("one")
        screen.press(.tab, .enter)
        screen.show("Editable", .bool(false), of: 2)
        #expect(screen.state.editor == nil)
    }

    @Test func `a field that is disabled or hidden takes no more text`() {
        for (key, value) in [("Enabled", false), ("Hidden", true)] {
            var screen = field()
            screen.press(.tab)
            screen.show(key, .bool(value), of: 2)
            #expect(screen.state.editor == nil)
        }
    }

    @Test func `the caret stays on a field that is shorter than its text`() {
        var screen = field(columns: 8)
        screen.press(.tab)
        screen.type("abcdefghij")
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 8))
        #expect(screen.text(row: 1, columns: 2..<10) == "[fghij ]")
        screen.press(.home)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
        #expect(screen.text(row: 1, columns: 2..<10) == "[abcdef]")
    }

    @Test func `the caret is behind the last of wide characters`() {
        for text in ["日本語文字", "日本語文字x", "x日本語文字"] {
            var screen = field(columns: 8)
            screen.press(.tab)
            screen.type(text)
            let shown = screen.text(row: 1, columns: 3..<9)
            let end = 3 + CharacterWidth.width(of: String(shown.reversed().drop { $0 == " " }))
            #expect(screen.scene.cursor == CellPlace(row: 1, column: end), "\(text)")
        }
    }

    @Test func `a click into a field puts the caret there`() {
        var screen = field(["Text": .string("hello")])
        screen.click(row: 1, column: 5)
        #expect(screen.state.editor?.caret == 2)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 5))
        screen.click(row: 1, column: 15)
        #expect(screen.state.editor?.caret == 5)
        screen.click(row: 1, column: 2)
        #expect(screen.state.editor?.caret == 0)
    }

    @Test func `a click into a field that has moved its text puts the caret on what is seen`() {
        var screen = field(columns: 8)
        screen.press(.tab)
        screen.type("abcdefghij")
        // [fghij ]
        screen.click(row: 1, column: 4)
        #expect(screen.state.editor?.caret == 6)
    }

    @Test func `a secret is never seen`() {
        var screen = field(["Text": .string("hunter2"), "Secure": .bool(true)])
        #expect(screen.text(row: 1, columns: 2..<11) == "[•••••••  ".prefix(9))
        screen.press(.tab)
        screen.type("é日")
        #expect(screen.text(row: 1, columns: 2..<13) == "[••••••••• ")
        #expect(!screen.text.contains("hunter2"))
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 12))
        screen.click(row: 1, column: 4)
        #expect(screen.state.editor?.caret == 1)
        screen.press(.escape)
        #expect(!screen.text.contains("hunter"))
    }

    @Test func `a placeholder is there until something is typed`() {
        var screen = field(["Placeholder": .string("Name")])
        #expect(screen.lines[1].contains("[Name"))
        screen.press(.tab)
        screen.type("x")
        #expect(screen.lines[1].contains("[x "))
    }

    @Test func `a click into a secret of wide characters counts dots`() {
        var screen = field(["Text": .string("日本語"), "Secure": .bool(true)])
        screen.click(row: 1, column: 5)
        #expect(screen.state.editor?.caret == 2)
    }

    // MARK: Texts

    @Test func `a text begins with enter, and ends without a word to the owner`() {
        var screen = text("one")
        screen.press(.tab)
        #expect(screen.state.editor == nil)
        screen.press(.enter)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 6))
        #expect(screen.press(.enter) == [.edit(2, "one\n")])
        #expect(screen.type("x") == [.edit(2, "one\nx")])
        #expect(screen.scene.cursor == CellPlace(row: 2, column: 4))
        #expect(screen.press(.escape) == [])
        #expect(screen.state.editor == nil)
    }

    @Test func `the clipboard's lines stay lines in a text`() {
        var screen = text("")
        screen.press(.tab, .enter)
        #expect(screen.receive(.paste("a\nb")) == [.edit(2, "a\nb")])
        #expect(screen.text(row: 2, columns: 3..<4) == "b")
    }

    @Test func `a text that can't be edited is only read`() {
        var screen = text("one")
        screen.show("Editable", .bool(false), of: 2)
        screen.press(.tab, .enter)
        #expect(screen.state.editor == nil)
        screen.click(row: 1, column: 4)
        #expect(screen.state.editor == nil)
    }

    @Test func `a text scrolls to the caret`() {
        var screen = text("1\n2\n3\n4\n5\n6", rows: 3)
        screen.press(.tab, .enter)
        #expect((1...3).map { screen.text(row: $0, columns: 3..<4) } == ["4", "5", "6"])
        screen.press(.up, .up, .up)
        #expect((1...3).map { screen.text(row: $0, columns: 3..<4) }.contains("3"))
        #expect(screen.scene.cursor.map { screen.text(row: $0.row, columns: 3..<4) } == "3")
    }

    @Test func `a click into a text puts the caret there`() {
        var screen = text("one two\nthree")
        screen.click(row: 2, column: 5)
        #expect(screen.state.editor?.caret == 10)
        screen.click(row: 2, column: 15)
        #expect(screen.state.editor?.caret == 13)
        screen.click(row: 4, column: 3)
        #expect(screen.state.editor?.caret == 8)
    }

    @Test func `the caret behind a full line is still on the text`() {
        var screen = text("abcdefgh", columns: 10)
        screen.press(.tab, .enter)
        let cursor = screen.scene.cursor
        #expect(cursor.map { $0.row == 1 && (2..<12).contains($0.column) } == true)
    }
}
