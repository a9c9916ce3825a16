import TestSupport

@testable import TabControl

/// Typing into single-line fields.
@Suite struct ScreenTypingTests {
    private func field(_ properties: [String: Variant] = [:], columns: Int = 20) -> ScreenExample {
        ScreenExample(
            .view(2, "TextField", row: 1, column: 2, columns: columns, properties),
            .view(3, "Button", row: 3, column: 2, columns: 10, ["Title": .string("Go")]))
    }

    /// The same, with the caret in the field.
    private func editing(_ properties: [String: Variant] = [:], columns: Int = 20) -> ScreenExample {
        var screen = field(properties, columns: columns)
        screen.press(.tab)
        return screen
    }

    @Test func `a field that gets the focus can be edited at once`() {
        var screen = editing()
        #expect(screen.state.editor?.target == ScreenExample.target(2))
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
        #expect(screen.type("hi") == [.edit(2, "h"), .edit(2, "hi")])
        #expect(screen.lines[1].contains("[hi"))
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 5))
    }

    @Test func `digits and letters are text during editing`() {
        var screen = editing()
        #expect(screen.type("1q?b e").last == .edit(2, "1q?b e"))
        #expect(!screen.state.isHelpShown)
    }

    @Test func `enter and esc end editing, which is sent to the owner`() {
        for key in [Key.enter, .escape] {
            var screen = editing(["Text": .string("old")])
            screen.type("!")
            let isReturn = key == .enter
            let pressed = [ScreenEffect.action(2, "primaryActionTriggered", .string("old!"))].filter { _ in isReturn }
            #expect(screen.press(key) == pressed + [.action(2, "editingDidEnd", .string("old!"))])
            #expect(screen.state.editor == nil)
            #expect(screen.scene.cursor == nil)
            #expect(screen.state.focus == ScreenExample.target(2))
        }
    }

    @Test(.rules("S-190")) func `editing begins before the first text and after the end in another field`() {
        var screen = ScreenExample(
            .view(2, "TextField", row: 1, column: 2, columns: 20, ["Text": .string("a")]),
            .view(3, "TextField", row: 3, column: 2, columns: 20))
        screen.press(.tab)
        screen.type("b")
        screen.press(.tab)
        screen.press(.escape, .enter)
        #expect(
            screen.allEffects == [
                .action(2, "editingDidBegin", .string("a")), .edit(2, "ab"), .action(2, "editingDidEnd", .string("ab")),
                .action(3, "editingDidBegin", .string("")), .action(3, "editingDidEnd", .string("")),
                .action(3, "editingDidBegin", .string("")),
            ])
    }

    @Test(.rules("S-193")) func `only a text that includes the newest revision replaces what the user typed`() {
        var screen = editing()
        screen.state.clientName = ":1.7"
        func show(_ text: String, _ revisions: [String: UInt64]) {
            screen.change { _, views in
                guard let index = views[ExampleTree.plain]?.firstIndex(where: { $0.id == 2 }) else { return }
                views[ExampleTree.plain]?[index].properties = [
                    "Text": .string(text), "TextRevisions": revisions.variant,
                ]
            }
        }
        for (revision, key) in [(4, "a"), (5, "b"), (6, "3")] as [(UInt64, String)] {
            screen.type(key)
            let text = screen.state.editor?.text ?? ""
            screen.didSend(.string(text), "editingChanged", of: 2, revision: revision)
        }
        screen.press(.left)
        show("A", [":1.7": 4, ":1.9": 100])
        #expect(screen.state.editor?.text == "ab3")
        // The owner shows what was typed: the caret stays.
        show("ab3", [":1.7": 6])
        #expect(screen.state.editor?.text == "ab3" && screen.state.editor?.caret == 2)
        // The owner takes no digits, and the text of another user counts.
        show("ab", [":1.7": 6])
        #expect(screen.state.editor?.text == "ab")
        show("other", [":1.7": 6, ":1.9": 101])
        #expect(screen.state.editor?.text == "other")
    }

    @Test func `tab ends editing and moves the focus`() {
        var screen = editing()
        #expect(screen.press(.tab) == [.action(2, "editingDidEnd", .string(""))])
        #expect(screen.state.focus == ScreenExample.target(3))
        screen.press(.backTab)
        #expect(screen.state.editor?.target == ScreenExample.target(2))
    }

    @Test func `a click elsewhere ends editing`() {
        var screen = editing()
        let effects = screen.click(row: 3, column: 5)
        #expect(
            effects == [
                .action(2, "editingDidEnd", .string("")), .action(3, "primaryActionTriggered", .bool(true)),
            ])
        screen.press(.backTab)
        #expect(screen.click(row: 10, column: 40) == [.action(2, "editingDidEnd", .string(""))])
        #expect(screen.state.editor == nil)
    }

    @Test func `enter starts editing a focused field again`() {
        var screen = editing()
        screen.press(.enter)
        #expect(screen.state.editor == nil)
        #expect(screen.press(.enter) == [])
        #expect(screen.state.editor != nil)
    }

    @Test func `a read-only screen ignores typing`() {
        var screen = ScreenExample(.view(2, "TextField", row: 1, column: 2, columns: 20), isReadOnly: true)
        screen.press(.tab, .enter)
        #expect(screen.state.editor == nil)
        #expect(screen.receive(.paste("text")) == [])
    }

    @Test func `other keys do nothing during editing`() {
        var screen = editing(["Text": .string("ab")])
        #expect(screen.press(.function(1), .alt("1"), .insert, .shiftUp, .pageUp, .pageDown) == [])
        #expect(screen.state.editor?.text == "ab")
    }

    @Test func `pasted text is sent to the owner once`() {
        var screen = editing()
        #expect(screen.receive(.paste("two\nlines")) == [.edit(2, "two lines")])
        screen.press(.escape)
        #expect(screen.receive(.paste("x")) == [])
    }

    @Test func `a late echo reverts nothing`() {
        var screen = editing()
        screen.type("abc")
        screen.show("Text", .string("a"), of: 2)
        #expect(screen.state.editor?.text == "abc")
        screen.type("d")
        screen.show("Text", .string("abc"), of: 2)
        screen.show("Text", .string("abcd"), of: 2)
        #expect(screen.state.editor?.text == "abcd")
        #expect(screen.lines[1].contains("[abcd "))
    }

    @Test func `the editor follows an owner that converts to capitals`() {
        var screen = editing()
        for (key, shown) in [("a", "A"), ("b", "AB"), ("c", "ABC")] {
            screen.type(key)
            screen.show("Text", .string(shown), of: 2)
            #expect(screen.state.editor?.text == shown)
        }
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 6))
    }

    @Test func `the editor ends when its field disappears`() {
        var screen = editing()
        screen.change { _, views in views[ExampleTree.plain]?.removeAll { $0.id == 2 } }
        #expect(screen.state.editor == nil)
        #expect(screen.state.focus == nil)
        #expect(screen.scene.cursor == nil)
    }

    @Test func `another view in place of the field takes no text`() {
        var screen = editing()
        screen.change { _, views in
            views[ExampleTree.plain] = ScreenExample.tree([.view(2, "Button", row: 1, column: 2, columns: 10)])
        }
        #expect(screen.state.editor == nil)
        #expect(screen.press(.enter) == [.action(2, "primaryActionTriggered", .bool(true))])
    }

    @Test func `up and down end editing and move the focus`() {
        var screen = editing()
        #expect(screen.press(.down) == [.action(2, "editingDidEnd", .string(""))])
        #expect(screen.state.focus == ScreenExample.target(3))
    }

    @Test func `digits tap and q quits after another client selected a tab`() {
        var screen = editing()
        screen.change { example, _ in example.select(ExampleTree.navigation) }
        #expect(screen.state.editor == nil)
        #expect(screen.type("1q") == [.tap(0), .leave])
    }

    @Test func `a text that is too long is cut at the limit, with a message`() {
        var screen = editing(["Text": .string(String(repeating: "a", count: TextEditor.limit - 3))])
        let full = String(repeating: "a", count: TextEditor.limit - 3) + "äb"
        #expect(screen.receive(.paste("äbc")) == [.edit(2, full)])
        #expect(screen.state.message == "the text has reached its limit of 65536 bytes")
        #expect(screen.type("x") == [])
        #expect(screen.state.message == "the text has reached its limit of 65536 bytes")
    }

    @Test func `without a daemon Escape ends the editor, and then q quits`() {
        var screen = editing()
        screen.state.link = .daemonAway
        screen.draw()
        #expect(screen.text.contains("waiting for it, ^C quits"))
        #expect(screen.type("q") == [])
        #expect(screen.press(.escape, .character("q")) == [.leave])
    }

    @Test func `quick steps add up before the owner replies`() {
        var screen = ScreenExample(
            .view(2, "Slider", row: 1, column: 2, columns: 20, ["Maximum": .double(20)]),
            .view(3, "Switch", row: 3, column: 2, columns: 10))
        screen.press(.tab)
        var values: [Variant] = []
        for key in [Key.right, .right, .left, .tab, .enter, .enter] {
            for case .gesture(let gesture) in screen.press(key) {
                if case .update(_, _, _, let value) = gesture { values.append(value) }
                if case .send(_, _, _, let value) = gesture { values.append(value) }
                screen.state.expect(gesture)
            }
        }
        #expect(values == [.double(1), .double(2), .double(1), .bool(true), .bool(false)])
        // The owner's final value counts.
        screen.state.didReceiveAllReplies()
        #expect(screen.press(.enter) == [.action(3, "valueChanged", .bool(true))])
    }

    @Test func `editing continues while the owner is unresponsive, and q is a letter`() {
        var screen = editing()
        screen.type("a")
        screen.set(ViewControllerInterface.name, "State", .string("unresponsive"), of: ExampleTree.plain)
        #expect(screen.type("q") == [.edit(2, "aq")])
        #expect(screen.has(ScreenExample.target(2)) && !screen.has(ScreenExample.target(3)))
        screen.set(ViewControllerInterface.name, "State", .string("failed"), of: ExampleTree.plain)
        #expect(screen.state.editor == nil)
    }

    @Test func `a field that becomes disabled or hidden takes no more text`() {
        for (key, value) in [("Enabled", false), ("Hidden", true)] {
            var screen = editing()
            screen.show(key, .bool(value), of: 2)
            #expect(screen.state.editor == nil)
        }
    }

    @Test func `the caret stays in a field shorter than its text`() {
        var screen = editing(columns: 8)
        screen.type("abcdefghij")
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 8))
        #expect(screen.text(row: 1, columns: 2..<10) == "[fghij ]")
        screen.press(.home)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
        #expect(screen.text(row: 1, columns: 2..<10) == "[abcdef]")
    }

    @Test func `the caret is after the last of wide characters`() {
        for text in ["日本語文字", "日本語文字x", "x日本語文字"] {
            var screen = editing(columns: 8)
            screen.type(text)
            let shown = screen.text(row: 1, columns: 3..<9)
            let end = 3 + CharacterWidth.width(of: String(shown.reversed().drop { $0 == " " }))
            #expect(screen.scene.cursor == CellPlace(row: 1, column: end), "\(text)")
        }
    }

    @Test func `Hebrew is typed from the right, with the caret to the left`() {
        var screen = editing(columns: 8)
        screen.type("אבג")
        #expect(screen.text(row: 1, columns: 2..<10) == "[   גבא]")
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 5))
        // The arrow keys move in the direction that they show.
        screen.press(.right)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 6))
        #expect(screen.press(.backspace) == [.edit(2, "אג")])
        #expect(screen.text(row: 1, columns: 2..<10) == "[    גא]")
        screen.press(.home)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 8))
        screen.type("דהוזחט")
        #expect(screen.text(row: 1, columns: 2..<10) == "[אטחזוה]")
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
        screen.press(.end)
        #expect(screen.text(row: 1, columns: 2..<10) == "[ גאטחז]")
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 3))
    }

    @Test func `a click into Hebrew and English puts the caret there`() {
        // ab גבא cd
        var screen = field(["Text": .string("ab אבג cd")], columns: 20)
        for (column, character) in [(3, 0), (6, 5), (7, 4), (8, 3), (10, 7), (18, 9)] {
            screen.click(row: 1, column: column)
            #expect(screen.state.editor?.caret == character)
            let end = character == 9 ? 12 : column
            #expect(screen.scene.cursor == CellPlace(row: 1, column: end))
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

    @Test func `a click into a scrolled field puts the caret on the visible text`() {
        var screen = editing(columns: 8)
        screen.type("abcdefghij")
        // [fghij ]
        screen.click(row: 1, column: 4)
        #expect(screen.state.editor?.caret == 6)
    }

    @Test func `a secret is never visible`() {
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

    @Test func `a placeholder is shown until text is typed`() {
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
}
