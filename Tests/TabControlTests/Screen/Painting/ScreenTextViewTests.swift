import TestSupport

@testable import TabControl

/// Typing into multi-line texts.
@Suite struct ScreenTextViewTests {
    private func text(_ text: String, rows: Int = 4, columns: Int = 20) -> ScreenExample {
        ScreenExample(
            .view(
                2, "TextView", row: 1, column: 2, rows: rows, columns: columns,
                ["Text": .string(text), "Editable": .bool(true)]))
    }

    @Test func `a text that becomes read-only takes no input`() {
        var screen = text("one")
        screen.press(.tab, .enter)
        screen.show("Editable", .bool(false), of: 2)
        #expect(screen.state.editor == nil)
    }

    @Test func `editing starts with enter, and ends with an action`() {
        var screen = text("one")
        screen.press(.tab)
        #expect(screen.state.editor == nil)
        screen.press(.enter)
        #expect(screen.scene.cursor == CellPlace(row: 1, column: 6))
        #expect(screen.press(.enter) == [.edit(2, "one\n")])
        #expect(screen.type("x") == [.edit(2, "one\nx")])
        #expect(screen.scene.cursor == CellPlace(row: 2, column: 4))
        #expect(screen.press(.escape) == [.action(2, "editingDidEnd", .string("one\nx"))])
        #expect(screen.state.editor == nil)
    }

    @Test func `pasted line breaks stay in a multi-line text`() {
        var screen = text("")
        screen.press(.tab, .enter)
        #expect(screen.receive(.paste("a\nb")) == [.edit(2, "a\nb")])
        #expect(screen.text(row: 2, columns: 3..<4) == "b")
    }

    @Test func `a read-only text only scrolls`() {
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
        #expect((1...3).map { screen.text(row: $0, columns: 3..<4) } == ["3", "4", "5"])
        #expect(screen.scene.cursor.map { screen.text(row: $0.row, columns: 3..<4) } == "3")
    }

    // MARK: Scrolling

    /// A text of 30 lines in 11 rows; the first visible line shows its number.
    private func first(_ screen: ScreenExample) -> Int? {
        Int(screen.text(row: 1, columns: 3..<6).filter(\.isNumber))
    }

    private func long() -> ScreenExample {
        var screen = text((1...30).map(String.init).joined(separator: "\n"), rows: 11)
        screen.press(.tab, .enter)
        return screen
    }

    @Test func `a click into an edited text does not scroll it`() {
        var screen = long()
        #expect(first(screen) == 20)
        for row in [3, 1, 11, 6] {
            screen.click(row: row, column: 4)
            #expect(first(screen) == 20)
            #expect(screen.scene.cursor?.row == row)
        }
        screen.press(.escape)
        #expect(first(screen) == 20)
    }

    @Test func `the caret moves through the visible lines before the text scrolls`() {
        var screen = long()
        screen.press(.up, .up)
        #expect(first(screen) == 20)
        #expect(screen.scene.cursor?.row == 9)
        for _ in 0..<9 { screen.press(.up) }
        #expect(first(screen) == 19)
        #expect(screen.scene.cursor?.row == 1)
    }

    @Test func `the wheel scrolls an edited text, and the caret stays visible`() {
        var screen = long()
        screen.mouse(.wheelUp, row: 4, column: 5)
        #expect(first(screen) == 17)
        #expect(screen.scene.cursor == CellPlace(row: 11, column: 5))
        for _ in 0..<9 { screen.mouse(.wheelUp, row: 4, column: 5) }
        #expect(first(screen) == 1)
        #expect(screen.scene.cursor?.row == 11)
        screen.press(.up)
        screen.mouse(.wheelDown, row: 4, column: 5)
        #expect(first(screen) == 4)
        #expect(screen.scene.cursor?.row == 7)
    }

    @Test func `page up and down move the caret by a page and scroll the text`() {
        var screen = long()
        screen.press(.up, .pageUp)
        #expect(first(screen) == 10)
        #expect(screen.scene.cursor?.row == 10)
        screen.press(.pageUp, .pageUp)
        #expect(first(screen) == 1)
        #expect(screen.state.editor?.caret == 0)
        screen.press(.pageDown)
        #expect(first(screen) == 11)
        #expect(screen.scene.cursor?.row == 1)
        screen.press(.pageDown, .pageDown)
        #expect(first(screen) == 20)
        #expect(screen.state.editor?.caret == screen.state.editor?.text.count)
    }

    @Test func `page down goes to the end of a short text`() {
        var screen = text("one\ntwo")
        screen.click(row: 1, column: 4)
        #expect(screen.press(.pageDown) == [])
        #expect(screen.state.editor?.caret == 7)
    }

    @Test func `a growing text does not scroll while the caret is visible`() {
        var screen = long()
        screen.press(.up, .up, .up)
        screen.press(.enter)
        #expect(first(screen) == 20)
        screen.press(.end, .enter, .enter, .enter)
        #expect(first(screen) == 21)
    }

    // MARK: Mouse

    @Test func `a click into a text puts the caret there`() {
        var screen = text("one two\nthree")
        screen.click(row: 2, column: 5)
        #expect(screen.state.editor?.caret == 10)
        screen.click(row: 2, column: 15)
        #expect(screen.state.editor?.caret == 13)
        screen.click(row: 4, column: 3)
        #expect(screen.state.editor?.caret == 8)
    }

    @Test func `the caret after a full line is still on the text`() {
        var screen = text("abcdefgh", columns: 10)
        screen.press(.tab, .enter)
        #expect(screen.scene.cursor.map { $0.row == 1 && (2..<12).contains($0.column) } == true)
    }
}
