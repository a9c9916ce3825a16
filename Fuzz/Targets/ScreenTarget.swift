import TerminalUI

@testable import TabControl

extension FuzzTarget {
    /// Untrusted text on a terminal: only characters reach the terminal, each in its place.
    static let screen = FuzzTarget(name: "screen", maximumLength: 1024) { bytes in
        var source = ByteSource(bytes)
        let size = TerminalSize(columns: source.number(below: 24), rows: source.number(below: 4))
        var canvas = Canvas(size: size)
        var renderer = ScreenRenderer(depth: .trueColor)
        for _ in 0..<4 where !source.isEmpty {
            let text = source.text()
            try Self.checkLayout(text, columns: source.number(below: 12))
            canvas.draw(text, row: source.number(below: 6) - 1, column: source.number(below: 40) - 8)
            for line in canvas.plainText.split(separator: "\n", omittingEmptySubsequences: false) {
                try Finding.expect(CharacterWidth.width(of: String(line)) <= size.columns, "a line of '\(line)'")
            }
            try Self.check(renderer.render(canvas, cursor: nil), "the terminal")
            try Self.check(BidirectionalText.visualOrder(CharacterWidth.printable(text)), "the visual order")
        }
    }

    /// Line layout: it keeps all characters, each line fits, and every position is on a line.
    private static func checkLayout(_ text: String, columns: Int) throws {
        let layout = TextLayout(text, columns: columns)
        let shown = layout.lines.joined()
        try Finding.expect(shown.unicodeScalars.elementsEqual(text.filter { !$0.isNewline }.unicodeScalars), "\(text)")
        for index in 0...text.count {
            let place = layout.place(of: index)
            try Finding.expect(layout.lines.indices.contains(place.row), "character \(index) is on line \(place.row)")
            _ = layout.caret(index, columns: columns)
        }
        for row in -1...layout.lines.count {
            let index = layout.index(row: row, column: columns / 2)
            let other = layout.index(row: row, shownColumn: columns / 2, columns: columns)
            try Finding.expect((0...text.count).contains(index), "row \(row) is character \(index)")
            try Finding.expect((0...text.count).contains(other), "row \(row) shows character \(other)")
        }
    }

    /// Control characters occur only in our own sequences.
    private static func check(_ output: String, _ what: String) throws {
        var rest = Substring(output).unicodeScalars
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                try Finding.expect(
                    scalar.properties.generalCategory != .control, "U+\(String(scalar.value, radix: 16)) on \(what)")
                continue
            }
            try Finding.expect(rest.popFirst() == "[", "an escape of its own on \(what)")
            rest = rest.drop { ("0"..."9").contains($0) || $0 == ";" || $0 == "?" || $0 == ":" }
            let final = rest.popFirst()
            try Finding.expect(final?.properties.isAlphabetic == true, "a sequence without an end on \(what)")
        }
    }
}
