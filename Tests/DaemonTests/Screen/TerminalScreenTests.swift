import TestSupport

/// The conversion of libvterm's screen, and the additions to it.
@Suite struct TerminalScreenTests {
    private static func screen(_ sent: String) -> TerminalScreen {
        let screen = TerminalScreen(columns: 10, rows: 4)
        // Byte by byte, as they may arrive.
        for byte in raw(sent).utf8 { screen.receive([byte]) }
        return screen
    }

    /// Test arguments are printed, so control characters have names in them.
    private static func raw(_ sent: String) -> String {
        let names = ["ESC": "\u{1B}", "BEL": "\u{7}", "LF": "\n", "C1": "\u{9B}"]
        return names.reduce(sent) { $0.replacing($1.key, with: $1.value) }
    }

    @Test func `all parts of a cell are in that cell`() {
        let screen = Self.screen("a漢e\u{301}x")
        #expect(screen.cells[0].prefix(6).map(\.text) == ["a", "漢", "", "e\u{301}", "x", " "])
        #expect(screen.cursor == TerminalScreen.Place(row: 0, column: 5))
        #expect(screen.lines == ["a漢e\u{301}x", "", "", ""])
    }

    @Test(arguments: [
        ("ESC[1;7maESC[0mb", ["0: 0-0 reverse bold \"a\""]),
        ("ESC[1;2;4;7;31;104maESC[22;24;27;39;49mb", ["0: 0-0 reverse bold dim underline fg=1 bg=12 \"a\""]),
        ("ESC[38;5;2;48;2;0;122;255mabESC[mc", ["0: 0-1 fg=2 bg=#007AFF \"ab\""]),
        ("xESC[7m漢ESC[;1my", ["0: 1-2 reverse \"漢\"", "0: 3-3 bold \"y\""]),
        ("ESC[2maESC[0;1mbESC[0;2mcESC[md", ["0: 0-0 dim \"a\"", "0: 1-1 bold \"b\"", "0: 2-2 dim \"c\""]),
    ])
    func `styles are read as runs of cells`(sent: String, runs: [String]) {
        let screen = Self.screen(sent)
        #expect(screen.styled == runs)
        #expect(screen.unknown == [])
    }

    @Test(arguments: [
        ("ESC[?12h", ["ESC[?12h"]), ("ESC[>c", ["ESC[>0c"]), ("ESC[3J", ["ESC[3J"]), ("ESC[5m", ["ESC[5m"]),
        ("ESC]2;a titleBEL", ["ESC]"]), ("ESC(B", ["ESC(B"]), ("BEL", ["<7>"]), ("C11mLF", ["<C2><9B>1m"]),
    ])
    func `unsupported sequences are reported`(sent: String, unknown: [String]) {
        #expect(Self.screen(sent).unknown == unknown)
    }

    @Test(arguments: [
        ("ESC[?1049h", "ESC[?1049l"), ("ESC[?25l", "ESC[?25h"), ("ESC[?1000h", "ESC[?1000l"),
        ("ESC[?1002;1006h", "ESC[?1002;1006l"), ("ESC[?1003h", "ESC[?1003l"), ("ESC[?2004h", "ESC[?2004l"),
        ("ESC[?2026h", "ESC[?2026l"), ("ESC[8l", "ESC[8h"), ("ESC[7m", "ESC[0m"), ("ESC[2m", "ESC[22m"),
        ("ESC[34;48;5;4m", "ESC[39;49m"), ("ESC[2;3r", "ESC[r"), ("ESC[0", "m"),
    ])
    func `a terminal is sane when all modes are reset`(damage: String, repair: String) {
        let screen = Self.screen("text")
        #expect(screen.isSane)
        screen.receive(Self.raw(damage).utf8)
        #expect(!screen.isSane)
        screen.receive(Self.raw(repair).utf8)
        #expect(screen.isSane, "\(screen.insanities)")
    }

    @Test func `golden screens differ line by line`() {
        #expect(
            GoldenScreen.difference(want: ["a", "b", "c"], got: ["a", "B"]) == [
                "  1 want |b|", "     got |B|", "  2 want |c|", "     got no line",
            ])
        #expect(GoldenScreen.difference(want: ["a"], got: ["a"]).isEmpty)
    }
}
