internal import Testing

@testable import TabControl

/// The layout of editable texts.
@Suite struct ScreenTextLayoutTests {
    @Test(
        arguments: [
            // Lines break after spaces, and a word longer than a line is cut.
            ("one two three", 8, ["one two ", "three"]), ("abcdefg", 3, ["abc", "def", "g"]),
            // Line breaks stay.
            ("a\n\nb", 9, ["a", "", "b"]), ("a\r\nb\n", 9, ["a", "b", ""]), ("\n", 9, ["", ""]),
            // A wide character is not cut, also when it does not fit into any line.
            ("日本語", 5, ["日本", "語"]), ("日本", 1, ["日", "本"]),
            // Zero columns count as one.
            ("ab", 0, ["a", "b"]), ("ab", -4, ["a", "b"]),
        ])
    func `a text is broken into lines`(text: String, columns: Int, lines: [String]) {
        #expect(TextLayout(text, columns: columns).lines == lines)
    }

    @Test func `an empty text has one line with the end on it`() {
        let layout = TextLayout("", columns: 10)
        #expect(layout.lines == [""])
        #expect(layout.place(of: 0) == CellPlace(row: 0, column: 0))
        #expect(layout.index(row: 3, column: 3) == 0)
    }

    @Test func `each character has its place`() {
        let layout = TextLayout("ab 日c\nd", columns: 4)
        #expect(layout.lines == ["ab ", "日c", "d"])
        for (index, row, column) in [
            (2, 0, 2), (3, 1, 0), (4, 1, 2), (5, 1, 3), (6, 2, 0), (7, 2, 1), (70, 2, 1), (-1, 0, 0),
        ] {
            #expect(layout.place(of: index) == CellPlace(row: row, column: column), "\(index)")
        }
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
        let places = [(0, 1), (0, 50), (1, 1), (1, 2), (2, 7), (9, 0), (-9, -9)]
        #expect(places.map { layout.index(row: $0, column: $1) } == [1, 2, 3, 4, 6, 6, 0])
    }

    @Test func `marks are at the place of their letter`() {
        let layout = TextLayout("e\u{301}x", columns: 9)
        #expect(layout.lines == ["e\u{301}x"])
        #expect(layout.place(of: 1) == CellPlace(row: 0, column: 1))
    }
}
