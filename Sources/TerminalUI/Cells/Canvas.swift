internal import Glibc

/// A picture made of cells, drawn completely each time; a `ScreenRenderer` finds out what changed.
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

    /// Whether a row is the same in another picture of the same size.
    func hasRow(_ row: Int, of other: Canvas) -> Bool {
        let range = (row * size.columns)..<((row + 1) * size.columns)
        return cells.withUnsafeBufferPointer { cells in
            other.cells.withUnsafeBufferPointer { others in
                let (cells, others) = (cells[range], others[range])
                // The same bytes are the same text; other bytes may be.
                let bytes = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: cells))
                guard let one = bytes.baseAddress,
                    let other = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: others)).baseAddress
                else { return true }
                return memcmp(one, other, bytes.count) == 0 || cells.elementsEqual(others)
            }
        }
    }

    /// Draws text from a place to the right; what does not fit is cut. Controls are drawn as replacements.
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

    /// Most text is so: each byte is a cell, and wide characters are cut only at the ends.
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

    /// Half of a wide character can't stay beside cells of a row that something else is drawn to.
    private mutating func cutWide(around range: Range<Int>, row: Int) {
        if cells[range.lowerBound].character == nil, range.lowerBound > row * size.columns {
            cells[range.lowerBound - 1].character = " "
        }
        if range.upperBound < (row + 1) * size.columns, cells[range.upperBound].character == nil {
            cells[range.upperBound].character = " "
        }
    }

    private static let ascii = (0..<0x80).map { Character(UnicodeScalar(UInt8($0))) }

    /// Covers a part with another picture; what does not fit is cut.
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

    /// A frame of lines around a rectangle.
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

    /// Makes everything faint, as what is behind something.
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

    /// The lines without styles and without spaces at their ends.
    package var plainText: String {
        (0..<size.rows).map { row in
            var line = String(self.row(row).compactMap(\.character))
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

/// One line of a picture before it has a row: pieces of text, each from its column on.
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

    /// The first column behind everything.
    package var end: Int {
        spans.map { $0.column + CharacterWidth.width(of: CharacterWidth.printable($0.text)) }.max() ?? 0
    }
}
