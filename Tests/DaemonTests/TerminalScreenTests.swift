import DBusConnection
import Foundation
import Glibc
import TestSupport
import Testing

/// The terminal that judges what others draw.
@Suite struct TerminalScreenTests {
    /// What is sent to a screen of 10 x 4, the rows that it shows then, and where the cursor is.
    struct Example: CustomTestStringConvertible, Sendable {
        let sent: String
        let lines: [String]
        let cursor: TerminalScreen.Place

        init(_ sent: String, _ lines: [String], at row: Int, _ column: Int) {
            self.sent = sent
            self.lines = lines + Array(repeating: "", count: 4 - lines.count)
            cursor = TerminalScreen.Place(row: row, column: column)
        }

        var testDescription: String { sent.debugDescription }
    }

    private static func screen(_ sent: String) -> TerminalScreen {
        var screen = TerminalScreen(columns: 10, rows: 4)
        screen.receive(raw(sent).utf8)
        return screen
    }

    /// Arguments of tests are printed: what a terminal would obey has names in them.
    private static func raw(_ sent: String) -> String {
        let names = ["ESC": "\u{1B}", "BEL": "\u{7}", "LF": "\n", "C1": "\u{9B}"]
        return names.reduce(sent) { $0.replacing($1.key, with: $1.value) }
    }

    static let letters = "\u{1B}[1;1Haaaaaaaaaa\u{1B}[2;1Hbbbbbbbbbb\u{1B}[3;1Hcccccccccc\u{1B}[4;1Hdddddddddd"
    static let (a, b, c, d) = ("aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc", "dddddddddd")

    static let examples = [
        // The right edge: a character waits for the next row until something else comes.
        Example("0123456789", ["0123456789"], at: 0, 9),
        Example("0123456789x", ["0123456789", "x"], at: 1, 1),
        Example("0123456789\rx", ["x123456789"], at: 0, 1),
        Example("0123456789\nx", ["0123456789", "         x"], at: 1, 9),
        Example("0123456789\u{8}x", ["01234567x9"], at: 0, 9),
        Example("0123456789\tx", ["0123456789", "x"], at: 1, 1),
        Example("0123456789\u{1B}[1mx", ["0123456789", "x"], at: 1, 1),
        Example("0123456789\u{1B}[Kx", ["012345678x"], at: 0, 9),
        Example("0123456789\u{1B}7\u{1B}[H\u{1B}8x", ["0123456789", "x"], at: 1, 1),
        Example("\u{1B}[4;10Hab", ["", "", "         a", "b"], at: 3, 1),
        // Moves.
        Example("a\tb\r\nc\u{8}d", ["a       b", "d"], at: 1, 1),
        Example("\u{1B}[3;4fx\u{1B}[Ay\u{1B}[2Dz", ["", "   zy", "   x"], at: 1, 4),
        Example("\u{1B}[99;99Hx\u{1B}[Hy\u{1B}[2Bz\u{1B}[3Cw", ["y", "", " z   w", "         x"], at: 2, 6),
        Example("\u{1B}[5Gx\u{1B}[3dy", ["    x", "", "     y"], at: 2, 6),
        Example("ab\u{1B}[sc\u{1B}[Hd\u{1B}[ue", ["dbe"], at: 0, 3),
        // Erasing.
        Example(letters + "\u{1B}[2;4H\u{1B}[J", [a, "bbb"], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[1J", ["", "    bbbbbb", c, d], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[2J", [], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[K", [a, "bbb", c, d], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[1K", [a, "    bbbbbb", c, d], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[2K", [a, "", c, d], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[3X", [a, "bbb   bbbb", c, d], at: 1, 3),
        Example(letters + "\u{1B}[2;4H\u{1B}[99X", [a, "bbb", c, d], at: 1, 3),
        // Scrolling.
        Example(letters + "\r\n", [b, c, d, ""], at: 3, 0),
        Example(letters + "\u{1B}[2;3r\u{1B}[3;1H\nx", [a, c, "x", d], at: 2, 1),
        Example(letters + "\u{1B}[2;3r\u{1B}[2;1H\u{1B}Mx", [a, "x", b, d], at: 1, 1),
        Example(letters + "\u{1B}[2;3r\u{1B}[4;1H\nx", [a, b, c, "xddddddddd"], at: 3, 1),
        Example(letters + "\u{1B}[2;3r\u{1B}[9Ax\u{1B}[r", ["xaaaaaaaaa", b, c, d], at: 0, 0),
        Example(letters + "\u{1B}[2;3r\u{1B}[3;1H\u{1B}[9Ax", [a, "xbbbbbbbbb", c, d], at: 1, 1),
        Example(letters + "\u{1B}[2S", [c, d, "", ""], at: 3, 9),
        Example(letters + "\u{1B}[T", ["", a, b, c], at: 3, 9),
        // The alternate screen.
        Example("ab\u{1B}[?1049hx", ["  x"], at: 0, 3),
        Example("ab\u{1B}[?1049hx\u{1B}[3;3Hy\u{1B}[?1049lc", ["abc"], at: 0, 3),
        // Characters of several scalars, and of two cells.
        Example("e\u{301}x", ["e\u{301}x"], at: 0, 2),
        Example("e\u{1B}[1;2H\u{301}x", ["e\u{301}x"], at: 0, 2),
        Example("012345678e\u{301}x", ["012345678e\u{301}", "x"], at: 1, 1),
        Example("\u{301}x", ["x"], at: 0, 1),
        Example("漢x", ["漢x"], at: 0, 3),
        Example("012345678漢", ["012345678", "漢"], at: 1, 2),
        Example("01234567漢x", ["01234567漢", "x"], at: 1, 1),
        Example("漢字\u{1B}[1;2Hx", [" x字"], at: 0, 2),
        Example("漢字\u{1B}[1;3Hx", ["漢x"], at: 0, 3),
        Example("漢字\u{1B}[1;2H漢", [" 漢"], at: 0, 3),
        Example("漢字\u{1B}[1;2H\u{1B}[X", ["  字"], at: 0, 1),
        Example("漢字\u{1B}[1;3H\u{1B}[1K", [], at: 0, 2),
        Example("🇩🇪🇫🇷x", ["🇩🇪🇫🇷x"], at: 0, 5),
        Example("👩‍👧x", ["👩‍👧x"], at: 0, 3),
        Example("👍🏽x", ["👍🏽x"], at: 0, 3),
        Example("❤x", ["❤x"], at: 0, 2),
        Example("❤\u{FE0F}x", ["❤\u{FE0F}x"], at: 0, 3),
        Example("한\u{1112}\u{1161}\u{11AB}x", ["한\u{1112}\u{1161}\u{11AB}x"], at: 0, 5),
    ]

    @Test(arguments: examples) func `what is sent is shown`(example: Example) {
        let screen = Self.screen(example.sent)
        #expect(screen.lines == example.lines)
        #expect(screen.cursor == example.cursor)
        #expect(screen.unknown == [])
    }

    @Test(arguments: examples) func `bytes may come one by one`(example: Example) {
        var screen = TerminalScreen(columns: 10, rows: 4)
        for byte in example.sent.utf8 { screen.receive([byte]) }
        #expect(screen.lines == example.lines)
    }

    @Test func `all that is about one cell is in that cell`() {
        let cells = Self.screen("a👩‍👧e\u{301}").cells[0]
        #expect(cells.prefix(5).map(\.text) == ["a", "👩‍👧", "", "e\u{301}", " "])
    }

    @Test(arguments: [
        ("ESC[1;7maESC[0mb", ["0: 0-0 reverse bold \"a\""]),
        ("ESC[1;2;4;7;31;104maESC[22;24;27;39;49mb", ["0: 0-0 reverse bold dim underline fg=1 bg=12 \"a\""]),
        ("ESC[38;5;200;48;2;0;122;255mabESC[mc", ["0: 0-1 fg=200 bg=#007AFF \"ab\""]),
        ("xESC[7m漢ESC[;1my", ["0: 1-2 reverse \"漢\"", "0: 3-3 bold \"y\""]),
        // What is erased or scrolled in has the background.
        ("ESC[7;44mESC[2;3HESC[2X", ["1: 2-3 bg=4 \"  \""]),
        ("ESC[44mESC[4;1HLF", ["3: 0-9 bg=4 \"          \""]),
        ("ESC[1mESC7ESC[0maESC8b", ["0: 0-0 bold \"b\""]),
    ])
    func `looks are read as runs of cells`(sent: String, runs: [String]) {
        let screen = Self.screen(sent)
        #expect(screen.styled == runs)
        #expect(screen.unknown == [])
    }

    @Test(arguments: [
        ("ESC[?12h", ["ESC[?12h"]), ("ESC[>c", ["ESC[>c"]), ("ESC[3J", ["ESC[3J"]), ("ESC[3m", ["ESC[3m"]),
        ("ESC]2;a titleBEL", ["ESC]2;a title<7>"]), ("ESC(B", ["ESC(B"]), ("BEL", ["<7>"]),
        ("ESC[1ESC[1mESC[0m", ["a sequence without an end"]), ("C11m", ["<C2><9B>"]),
    ])
    func `what is not supported is told`(sent: String, unknown: [String]) {
        #expect(Self.screen(sent).unknown == unknown)
    }

    @Test func `what is no UTF-8 is told, and shown as a replacement`() {
        var screen = TerminalScreen(columns: 10, rows: 1)
        screen.receive([0x61, 0xFF, 0xC3, 0x62, 0xE2, 0x82, 0x63, 0xED, 0xA0, 0x80])
        #expect(screen.lines == ["a\u{FFFD}\u{FFFD}b\u{FFFD}c\u{FFFD}"])
        #expect(screen.unknown == ["<FF>", "<C3>", "<E2><82>", "<ED><A0><80>"])
    }

    @Test(arguments: [
        ("ESC[?1049h", "ESC[?1049l"), ("ESC[?25l", "ESC[?25h"), ("ESC[?1000h", "ESC[?1000l"),
        ("ESC[?1002;1006h", "ESC[?1002;1006l"), ("ESC[?1003h", "ESC[?1003l"),
        ("ESC[?2004h", "ESC[?2004l"), ("ESC[?2026h", "ESC[?2026l"), ("ESC[8l", "ESC[8h"),
        ("ESC[7m", "ESC[0m"), ("ESC[2;3r", "ESC[r"), ("ESC[0", "m"),
    ])
    func `a terminal is sane when all is taken back`(damage: String, repair: String) {
        var screen = Self.screen("text")
        #expect(screen.isSane)
        screen.receive(Self.raw(damage).utf8)
        #expect(!screen.isSane)
        screen.receive(Self.raw(repair).utf8)
        #expect(screen.isSane, "\(screen.insanities)")
    }

    @Test func `the mouse has a mode`() {
        var screen = Self.screen("\u{1B}[?1000;1002;2004h")
        #expect(screen.mouseMode == 1002 && screen.isPasteBracketed)
        screen.receive("\u{1B}[?1002l".utf8)
        #expect(screen.mouseMode == 1000)
    }

    @Test func `a smaller screen keeps what is at the top left, and the row of the cursor`() {
        var screen = Self.screen("ab\r\ncd漢\r\nef")
        screen.resize(columns: 3, rows: 2)
        #expect(screen.lines == ["cd", "ef"])
        #expect(screen.cursor == TerminalScreen.Place(row: 1, column: 2))
        screen.resize(columns: 5, rows: 3)
        screen.receive("xyz!".utf8)
        #expect(screen.lines == ["cd", "efxyz", "!"])
        screen.receive("\u{1B}[?1049h\u{1B}[H1\r\n2\r\n3".utf8)
        screen.resize(columns: 5, rows: 2)
        #expect(screen.lines == ["1", "2"])
        screen.receive("\u{1B}[?1049l".utf8)
        #expect(screen.lines == ["efxyz", "!"])
    }

    @Test func `golden screens differ line by line`() {
        #expect(
            GoldenScreen.difference(want: ["a", "b", "c"], got: ["a", "B"]) == [
                "  1 want |b|", "     got |B|", "  2 want |c|", "     got no line",
            ])
        #expect(GoldenScreen.difference(want: ["a"], got: ["a"]).isEmpty)
    }
}
