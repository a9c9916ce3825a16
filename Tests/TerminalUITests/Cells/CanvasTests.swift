internal import Testing

@testable import TerminalUI

@Suite struct CanvasTests {
    private func canvas(_ texts: [(String, Int, Int)], columns: Int = 8, rows: Int = 2) -> Canvas {
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: rows))
        for (text, row, column) in texts { canvas.draw(text, row: row, column: column) }
        return canvas
    }

    @Test func `text outside of the canvas is cut off`() {
        #expect(canvas([("0123456789", 0, 2), ("x", 2, 0), ("ab", 1, -1)]).plainText == "  012345\nb\n")
    }

    @Test func `a wide character takes two cells and is not cut in half`() {
        #expect(canvas([("世界世界界", 0, 1)]).plainText == " 世界世\n\n")
        #expect(canvas([("世", 0, 0), ("x", 0, 1)]).plainText == " x\n\n")
        #expect(canvas([("世", 0, 1), ("x", 0, 1)]).plainText == " x\n\n")
    }

    @Test func `text can start left of the screen and end right of it`() {
        #expect(canvas([("0123456789", 0, -1), ("012", 1, 8)]).plainText == "12345678\n\n")
        #expect(canvas([("世世世世", 0, 0), ("ab", 0, 1), ("ä世", 1, -1)]).plainText == " ab 世世\n世\n")
        #expect(canvas([("ab", 0, -2), ("ab", 1, -9), ("ab", 1, .max)]).plainText == "\n\n")
    }

    @Test func `the background of a popover is dimmed`() {
        var canvas = canvas([("x", 0, 1)], columns: 2, rows: 1)
        canvas.draw("a", row: 0, column: 0, style: [.bold, .reverse])
        canvas.dim()
        #expect(canvas.row(0).map(\.style) == [[.dim, .reverse], [.dim]])
    }

    @Test func `control characters never reach the terminal`() {
        #expect(canvas([("a\u{1B}[2J\nb", 0, 0)]).plainText == "a\u{FFFD}[2J b\n\n")
    }

    @Test func `a hyperlink is a short URI without control characters`() {
        var canvas = canvas([])
        #expect(canvas.add(link: "https://a") == 1)
        #expect(canvas.add(link: "https://b") == 2)
        #expect(canvas.add(link: "https://a") == 1)
        for uri in ["", "https://a b", "https://a\u{1B}\\", "https://a\u{7}", "https://\u{9C}", "https://ü"] {
            #expect(canvas.add(link: uri) == 0, "\(uri)")
        }
        #expect(canvas.add(link: String(repeating: "x", count: 2048)) == 3)
        #expect(canvas.add(link: String(repeating: "x", count: 2049)) == 0)
        for number in 3..<Canvas.maximumLinks { #expect(canvas.add(link: "https://a/\(number)") == number + 1) }
        #expect(canvas.add(link: "https://c") == 0, "one too many")
        #expect(canvas.add(link: "https://b") == 2)
    }

    @Test func `a text that does not fit ends with an ellipsis`() {
        #expect(CharacterWidth.truncate("World Clock", to: 11) == "World Clock")
        #expect(CharacterWidth.truncate("World Clock", to: 6) == "World…")
        #expect(CharacterWidth.truncate("世界", to: 3) == "世…")
        #expect(CharacterWidth.truncate("x", to: 0) == "")
    }
}
