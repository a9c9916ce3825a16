internal import Glibc

/// A picture made of cells. It is drawn completely each time, and a `ScreenRenderer` finds the changes.
package struct Canvas: Hashable, Sendable {
    package let size: TerminalSize
    private var cells: [Cell]
    /// The URIs of the hyperlinks in the cells, by their number minus 1.
    private(set) var links: [String] = []

    /// The limit of hyperlinks, which is more than a screen shows: each new one is compared with all others.
    static let maximumLinks = 1000
    /// The number of a hyperlink that no canvas has.
    private static let otherLink = UInt16.max

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

    /// Returns the number of a hyperlink for `Style.link`; 0, which stands for none, for a URI that is not safe to send to
    /// a terminal, and for one too many.
    package mutating func add(link uri: String) -> UInt16 {
        if let index = links.firstIndex(of: uri) { return UInt16(index + 1) }
        guard links.count < Self.maximumLinks, !uri.isEmpty, uri.utf8.count <= 2048,
            uri.utf8.allSatisfy({ 0x21..<0x7F ~= $0 })
        else { return 0 }
        links.append(uri)
        return UInt16(links.count)
    }

    /// Makes the cells with hyperlinks differ from those of all other pictures, because the numbers of the hyperlinks have
    /// another meaning there.
    mutating func forgetLinks() {
        for index in cells.indices where cells[index].style.link != 0 { cells[index].style.link = Self.otherLink }
        links = []
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
        (0..<size.rows).map { CharacterWidth.trimmed(String(row($0).compactMap(\.character))) + "\n" }.joined()
    }
}
