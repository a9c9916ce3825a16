internal import TestSupport

@testable import TerminalUI

@Suite struct ScreenRendererTests {
    private var renderer = ScreenRenderer(depth: .trueColor)

    private func canvas(_ texts: [(String, Int, Int)] = [], columns: Int = 12, rows: Int = 2) -> Canvas {
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: rows))
        for (text, row, column) in texts { canvas.draw(text, row: row, column: column) }
        return canvas
    }

    /// Returns the output that changes a line.
    private func change(_ old: String, _ new: String) -> String {
        var renderer = renderer
        _ = renderer.render(canvas([(old, 0, 0)]), cursor: nil)
        return renderer.render(canvas([(new, 0, 0)]), cursor: nil)
    }

    @Test mutating func `only changes are sent`() {
        #expect(renderer.render(canvas([("abc", 0, 0)]), cursor: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[Habc")
        #expect(renderer.render(canvas([("abc", 0, 0)]), cursor: nil) == "")
        #expect(renderer.render(canvas([("axc", 0, 0)]), cursor: nil) == "\u{1B}[1;2Hx")
        #expect(renderer.render(canvas([("axc", 0, 0), ("d", 1, 0)]), cursor: nil) == "\u{1B}[2Hd")
        #expect(renderer.render(canvas([("axc", 0, 0)], columns: 9), cursor: nil).hasPrefix("\u{1B}[0m\u{1B}[2J"))
        #expect(renderer.render(canvas(columns: 0, rows: 0), cursor: nil) == "\u{1B}[0m\u{1B}[2J")
    }

    @Test func `the cells between two changes are sent if that is shorter than a move`() {
        #expect(change("0123456789", "x12345x789") == "\u{1B}[Hx12345x")
        #expect(change("0123456789", "x1234567x9") == "\u{1B}[Hx\u{1B}[1;9Hx")
        #expect(change("0世界6789", "x世界xxxx") == "\u{1B}[Hx世界xxxx")
        #expect(change("0世世世6789", "x世世世x789") == "\u{1B}[Hx\u{1B}[1;8Hx")
    }

    @Test mutating func `a style is set at its start and reset at its end`() {
        var canvas = canvas([("abcd", 0, 0)])
        _ = renderer.render(canvas, cursor: nil)
        canvas.draw("bc", row: 0, column: 1, style: Style([.bold, .reverse], foreground: .palette(2)))
        #expect(renderer.render(canvas, cursor: nil) == "\u{1B}[1;2H\u{1B}[0;1;7;32mbc\u{1B}[0m")
        canvas.draw("x", row: 0, column: 0)
        canvas.draw("x", row: 0, column: 3)
        #expect(renderer.render(canvas, cursor: nil) == "\u{1B}[Hx\u{1B}[1;4Hx", "the gap is of another style")
    }

    /// Returns a canvas with a link in its first cell.
    private func canvas(link uri: String) -> Canvas {
        var canvas = canvas()
        var style = Style.plain
        style.link = canvas.add(link: uri)
        canvas.draw("a", row: 0, column: 0, style: style)
        return canvas
    }

    @Test func `a hyperlink begins and ends around its cells`() {
        var renderer = renderer
        _ = renderer.render(canvas(), cursor: nil)
        let output = renderer.render(canvas(link: "https://a"), cursor: nil)
        #expect(output == "\u{1B}[H\u{1B}]8;id=1;https://a\u{1B}\\a\u{1B}]8;;\u{1B}\\")
        #expect(renderer.render(canvas(link: "https://a"), cursor: nil) == "")
        // The number of the link is the same, its URI is not.
        let other = renderer.render(canvas(link: "https://b"), cursor: nil)
        #expect(other == "\u{1B}[H\u{1B}]8;id=1;https://b\u{1B}\\a\u{1B}]8;;\u{1B}\\")
        #expect(renderer.render(canvas(), cursor: nil) == "\u{1B}[H ")
        // Output that begins a link may have been dropped.
        renderer.reset()
        #expect(renderer.render(canvas(), cursor: nil).hasPrefix("\u{1B}]8;;\u{1B}\\\u{1B}[0m\u{1B}[2J"))
    }

    @Test func `a terminal without colours gets no hyperlinks`() {
        var renderer = ScreenRenderer(depth: .none)
        #expect(renderer.render(canvas(link: "https://a"), cursor: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[Ha")
    }

    @Test func `without colours a colour does not change the style`() {
        var renderer = ScreenRenderer(depth: .none)
        _ = renderer.render(canvas(), cursor: nil)
        var canvas = canvas()
        canvas.draw("a", row: 0, column: 0, style: Style(foreground: .rgb(1, 2, 3)))
        canvas.draw("b", row: 0, column: 1, style: Style(.bold, background: .palette(3)))
        #expect(renderer.render(canvas, cursor: nil) == "\u{1B}[Ha\u{1B}[0;1mb\u{1B}[0m")
    }

    @Test mutating func `the cursor is sent when it changes or after drawing`() {
        let place = CellPlace(row: 1, column: 2)
        _ = renderer.render(canvas(), cursor: nil)
        #expect(renderer.render(canvas(), cursor: place) == "\u{1B}[2;3H\u{1B}[?25h")
        #expect(renderer.render(canvas(), cursor: place) == "")
        #expect(renderer.render(canvas(), cursor: CellPlace(row: 0, column: 0)) == "\u{1B}[H")
        let drawn = canvas([("ab", 0, 0)])
        #expect(renderer.render(drawn, cursor: place) == "\u{1B}[?25l\u{1B}[Hab\u{1B}[2;3H\u{1B}[?25h")
        #expect(renderer.render(drawn, cursor: nil) == "\u{1B}[?25l")
        #expect(renderer.render(drawn, cursor: CellPlace(row: 2, column: 0)) == "", "it is outside")
    }

    @Test mutating func `after a reset the picture is sent completely and the cursor is hidden`() {
        let place = CellPlace(row: 0, column: 1)
        _ = renderer.render(canvas([("a", 0, 0)]), cursor: place)
        renderer.reset()
        #expect(
            renderer.render(canvas([("a", 0, 0)]), cursor: place)
                == "\u{1B}[0m\u{1B}[2J\u{1B}[?25l\u{1B}[Ha\u{1B}[?25h")
        renderer.reset()
        #expect(renderer.render(canvas(), cursor: nil) == "\u{1B}[0m\u{1B}[2J\u{1B}[?25l")
    }

    @Test func `both halves of a wide character are sent together`() {
        #expect(change("世x", "界x") == "\u{1B}[H界")
        #expect(change("世x", "a x") == "\u{1B}[Ha ")
        #expect(change("abx", "世x") == "\u{1B}[H世")
    }

    @Test func `after a joined character the column is set again`() {
        // A space for each of both cells, for a terminal that draws it in one cell.
        #expect(change("", "❤️ab") == "\u{1B}[H  \u{1B}[H❤️\u{1B}[1;3Hab")
        #expect(change("", "e\u{301}ab") == "\u{1B}[He\u{301}\u{1B}[1;2Hab ")
    }

    @Test func `a joined character is sent again with its neighbours`() {
        #expect(change("abe\u{301}cdefgh", "axe\u{301}cdefgh") == "\u{1B}[1;2Hxe\u{301}\u{1B}[1;4Hcde")
        #expect(change("abe\u{301}cdefgh", "xbe\u{301}cdefgh") == "\u{1B}[Hx")
        #expect(change("a🇩🇪cdefgh", "a🇩🇪xdefgh") == "\u{1B}[Ha  \u{1B}[1;2H🇩🇪\u{1B}[1;4Hxd")
        #expect(change("a🇩🇪cdefgh", "ab cdefgh") == "\u{1B}[Hab cd")
    }

    @Test func `the position after the last column is not relied on`() {
        #expect(change("0123456789ab", "0123456789xy") == "\u{1B}[1;11Hxy")
        var renderer = renderer
        _ = renderer.render(canvas(), cursor: nil)
        let output = renderer.render(canvas([("x", 0, 11), ("y", 1, 0)]), cursor: CellPlace(row: 1, column: 1))
        #expect(output == "\u{1B}[1;12Hx\u{1B}[2Hy\u{1B}[?25h")
    }

    /// libvterm does not join emoji: each scalar of a joined emoji takes its own cells. A wide character that does not
    /// fit into a row moves to the next row, although wrapping is off. So the screen has room for all of it.
    @Test func `any sequence of pictures is shown, although the terminal does not join characters`() {
        let size = TerminalSize(columns: 24, rows: 2)
        let pieces = ["a", "bc", "defgh", "          ", "世", "ä", "─", "🙂", "❤️", "🇩🇪", "e\u{301}", "👨‍👩‍👧"]
        let names: [Style: String] = [
            .plain: "plain", .bold: "bold", .dim: "dim",
            Style([.bold, .reverse], foreground: .palette(1)): "reverse bold fg=1",
        ]
        var renderer = ScreenRenderer(depth: .trueColor)
        let screen = TerminalScreen(columns: size.columns, rows: size.rows)
        screen.receive("\u{1B}[?7l\u{1B}[?25l".utf8)
        var canvas = Canvas(size: size)
        for _ in 0..<1000 {
            if Int.random(in: 0..<20) == 0 { canvas = Canvas(size: size) }
            for _ in 0..<Int.random(in: 0...3) {
                let piece = pieces.randomElement() ?? ""
                let isJoined = piece.count == 1 && piece.unicodeScalars.count > 1
                canvas.draw(
                    piece, row: .random(in: 0..<2), column: .random(in: -2..<(isJoined ? 18 : 24)),
                    style: names.keys.randomElement() ?? .plain)
            }
            let cursor = Bool.random() ? CellPlace(row: .random(in: 0..<2), column: .random(in: 0..<24)) : nil
            screen.receive(renderer.render(canvas, cursor: cursor).utf8)
            #expect(screen.isCursorVisible == (cursor != nil))
            if let cursor { #expect(screen.cursor == TerminalScreen.Place(row: cursor.row, column: cursor.column)) }
            let shown = screen.cells
            let isWrong = (0..<size.rows).contains { row in
                let cells = Array(canvas.row(row))
                return cells.indices.contains { column in
                    let cell = cells[column]
                    // An uncertain character must only stay out of its neighbours' cells.
                    guard !cell.hasUncertainWidth, let character = cell.character else { return false }
                    let (text, style) = (shown[row][column].text, "\(shown[row][column].style)")
                    return text != String(character) || style != names[cell.style]
                }
            }
            #expect(!isWrong)
            if isWrong { return }
        }
    }
}
