internal import Glibc

/// A picture made of cells. It is drawn completely each time, and a `ScreenRenderer` finds the changes.
package struct Canvas: Hashable, Sendable {
    package let size: TerminalSize
    private var cells: [Cell]

    package init(size: TerminalSize) {
        self.size = TerminalSize(columns: max(0, size.columns), rows: max(0, size.rows))
        cells = Array(repeating: .blank, count: self.size.columns * self.size.rows)
    }

    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[(row * size.columns)..<((row + 1) * size.columns)]
    }

    package func contains(_ place: CellPlace) -> Bool {
        place.row >= 0 && place.row < size.rows && place.column >= 0 && place.column < size.columns
    }

    /// Returns whether a row is the same in another picture of the same size.
    func hasRow(_ row: Int, of other: Canvas) -> Bool {
        let range = (row * size.columns)..<((row + 1) * size.columns)
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                let (cells, others) = (cells[range], others[range])
                // Equal bytes mean equal text, but different bytes can be equal text too.
                let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: cells))
                guard let one = bytes.baseAddress,
                    let other = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: others)).baseAddress
                else { return true }
                return memcmp(one, other, bytes.count) == 0 || cells.elementsEqual(others)
            }
        }
    }

    /// Draws text to the right of a place, and cuts it off at the edge. Control characters are drawn as replacements.
    package mutating func draw(_ text: String, row: Int, column: Int, style: Style = .plain) {
        guard row >= 0, row < size.rows, column < size.columns else { return }
        var column = column
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            return drawASCII(text.utf8.dropFirst(max(0, -column)), row: row, column: max(0, column), style: style)
        }
        for character in CharacterWidth.printable(text) {
            let width = CharacterWidth.width(of: character)
            guard width > 0 else { continue }
            guard column + width <= size.columns else { return }
            if column >= 0 { put(character, width: width, row: row, column: column, style: style) }
            column += width
        }
    }

    package mutating func draw(_ line: Line, row: Int) {
        for span in line.spans { draw(span.text, row: row, column: span.column, style: span.style) }
    }

    /// Draws ASCII text, the most frequent case: each byte is a cell, and wide characters are cut only at the ends.
    private mutating func drawASCII(_ text: Substring.UTF8View, row: Int, column: Int, style: Style) {
        let count = min(text.count, size.columns - column)
        guard count > 0 else { return }
        let start = row * size.columns + column
        cutWide(around: start..<(start + count), row: row)
        let ascii = Self.ascii
        cells.withUnsafeMutableBufferPointer { cells in
            for (index, byte) in zip(start..<(start + count), text) {
                cells[index] = Cell(character: ascii[Int(byte)], style: style)
            }
        }
    }

    /// Replaces the other half of wide characters at the ends of a range that is about to be overwritten.
    private mutating func cutWide(around range: Range<Int>, row: Int) {
        if cells[range.lowerBound].character == nil, range.lowerBound > row * size.columns {
            cells[range.lowerBound - 1].character = " "
        }
        if range.upperBound < (row + 1) * size.columns, cells[range.upperBound].character == nil {
            cells[range.upperBound].character = " "
        }
    }

    private static let ascii = (0..<0x80).map { Character(UnicodeScalar(UInt8($0))) }

    /// Draws another picture on a part of this one, and cuts it off at the edge.
    package mutating func draw(_ canvas: Canvas, row: Int, column: Int) {
        let first = max(0, -column)
        let last = min(canvas.size.columns, size.columns - column) - 1
        guard first <= last else { return }
        for index in 0..<canvas.size.rows where row + index >= 0 && row + index < size.rows {
            let source = canvas.row(index)
            let start = (row + index) * size.columns + column + first
            let end = start + last - first
            cutWide(around: start..<(end + 1), row: row + index)
            let isCut = last + 1 < source.count && source[source.startIndex + last + 1].character == nil
            cells.replaceSubrange(start...end, with: source.dropFirst(first).prefix(last - first + 1))
            if cells[start].character == nil { cells[start].character = " " }
            if isCut { cells[end].character = " " }
        }
    }

    /// Draws a frame of lines on the edge of a rectangle.
    package mutating func drawBorder(_ rect: CellRect, style: Style = .plain) {
        guard rect.rows >= 2, rect.columns >= 2 else { return }
        let line = String(repeating: "─", count: rect.columns - 2)
        draw("┌\(line)┐", row: rect.row, column: rect.column, style: style)
        draw("└\(line)┘", row: rect.endRow - 1, column: rect.column, style: style)
        for row in (rect.row + 1)..<(rect.endRow - 1) {
            draw("│", row: row, column: rect.column, style: style)
            draw("│", row: row, column: rect.endColumn - 1, style: style)
        }
    }

    /// Dims all cells, as the background of a popover.
    package mutating func dim() {
        for index in cells.indices {
            cells[index].style.attributes.remove(.bold)
            cells[index].style.attributes.insert(.dim)
        }
    }

    private mutating func put(_ character: Character, width: Int, row: Int, column: Int, style: Style) {
        let index = row * size.columns + column
        let last = index + width - 1
        cutWide(around: index..<(last + 1), row: row)
        cells[index] = Cell(character: character, style: style)
        if width == 2 { cells[last] = Cell(character: nil, style: style) }
    }

    /// The text without styles, and without spaces at the ends of lines.
    package var plainText: String {
        (0..<size.rows).map { row in
            var line = String(self.row(row).compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// One line of a picture without a row: spans of text, each at a column.
package struct Line: Hashable, Sendable {
    package struct Span: Hashable, Sendable {
        package var column: Int
        package var text: String
        package var style: Style
    }

    package var spans: [Span] = []

    package init() {}

    package init(_ text: String, column: Int = 0, style: Style = []) {
        add(text, column: column, style: style)
    }

    package mutating func add(_ text: String, column: Int, style: Style = []) {
        spans.append(Span(column: column, text: text, style: style))
    }

    /// The first column after all spans.
    package var end: Int {
        spans.map { $0.column + CharacterWidth.width(of: CharacterWidth.printable($0.text)) }.max() ?? 0
    }
}
