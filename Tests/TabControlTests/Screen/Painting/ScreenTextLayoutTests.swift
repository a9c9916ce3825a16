internal import TerminalUI
internal import Testing

@testable import TabControl

/// The layout of editable texts.
@Suite struct ScreenTextLayoutTests {
    private func lines(_ text: String, _ columns: Int) -> [String] { TextLayout(text, columns: columns).lines }

    @Test func `an empty text has one line with the end on it`() {
        let layout = TextLayout("", columns: 10)
        #expect(layout.lines == [""])
        #expect(layout.place(of: 0) == CellPlace(row: 0, column: 0))
        #expect(layout.index(row: 3, column: 3) == 0)
    }

    @Test func `lines break after spaces`() { #expect(lines("one two three", 8) == ["one two ", "three"]) }

    @Test func `a word longer than a line is cut`() { #expect(lines("abcdefg", 3) == ["abc", "def", "g"]) }

    @Test func `line breaks stay`() {
        #expect(lines("a\n\nb", 9) == ["a", "", "b"])
        #expect(lines("a\r\nb\n", 9) == ["a", "b", ""])
        #expect(lines("\n", 9) == ["", ""])
    }

    @Test func `a wide character is not cut`() {
        #expect(lines("日本語", 5) == ["日本", "語"])
        // A wide character that does not fit into any line.
        #expect(lines("日本", 1) == ["日", "本"])
    }

    @Test func `zero columns count as one`() {
        #expect(lines("ab", 0) == ["a", "b"])
        #expect(lines("ab", -4) == ["a", "b"])
    }

    @Test func `each character has its place`() {
        let layout = TextLayout("ab 日c\nd", columns: 4)
        #expect(layout.lines == ["ab ", "日c", "d"])
        #expect(layout.place(of: 2) == CellPlace(row: 0, column: 2))
        #expect(layout.place(of: 3) == CellPlace(row: 1, column: 0))
        #expect(layout.place(of: 4) == CellPlace(row: 1, column: 2))
        #expect(layout.place(of: 5) == CellPlace(row: 1, column: 3))
        #expect(layout.place(of: 6) == CellPlace(row: 2, column: 0))
        #expect(layout.place(of: 7) == CellPlace(row: 2, column: 1))
        #expect(layout.place(of: 70) == CellPlace(row: 2, column: 1))
        #expect(layout.place(of: -1) == CellPlace(row: 0, column: 0))
    }

    @Test func `after a final line break, the end is on its own line`() {
        #expect(TextLayout("a\n", columns: 4).place(of: 2) == CellPlace(row: 1, column: 0))
    }

    @Test func `right-to-left lines and their caret are aligned right`() {
        // "בא ", "cd", ""
        let layout = TextLayout("אב cd\n", columns: 3)
        #expect(layout.lines == ["אב ", "cd", ""])
        #expect((0...6).map { layout.caret($0, columns: 3).column } == [2, 1, 0, 0, 1, 2, 0])
        let shown = { layout.index(row: $0, shownColumn: $1, columns: 3) }
        #expect((-1...3).map { shown(0, $0) } == [2, 2, 1, 0, 0])
        #expect((-1...3).map { shown(1, $0) } == [3, 3, 4, 5, 5])
        #expect(shown(2, 1) == 6)
    }

    @Test func `a place maps to its character, else to the nearest one of its line`() {
        let layout = TextLayout("ab\n日本\n", columns: 9)
        #expect(layout.index(row: 0, column: 1) == 1)
        #expect(layout.index(row: 0, column: 50) == 2)
        #expect(layout.index(row: 1, column: 1) == 3)
        #expect(layout.index(row: 1, column: 2) == 4)
        #expect(layout.index(row: 2, column: 7) == 6)
        #expect(layout.index(row: 9, column: 0) == 6)
        #expect(layout.index(row: -9, column: -9) == 0)
    }

    @Test func `marks are at the place of their letter`() {
        let layout = TextLayout("e\u{301}x", columns: 9)
        #expect(layout.lines == ["e\u{301}x"])
        #expect(layout.place(of: 1) == CellPlace(row: 0, column: 1))
    }
}
