/// A picture made of cells, drawn completely each time; `Renderer` finds out what changed.
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

    /// Draws text from a place to the right; what does not fit is cut. Controls are drawn as replacements.
    package mutating func draw(_ text: String, row: Int, column: Int, style: Style = .plain) {
        guard row >= 0, row < size.rows else { return }
        var column = column
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

    /// Covers a part with another picture; what does not fit is cut.
    package mutating func draw(_ canvas: Canvas, row: Int, column: Int) {
        for index in 0..<canvas.size.rows where row + index >= 0 && row + index < size.rows {
            for (offset, cell) in canvas.row(index).enumerated() {
                // The left half of a wide character draws the right one.
                guard let character = cell.character, column + offset >= 0, column + offset < size.columns else {
                    continue
                }
                let width = max(CharacterWidth.width(of: character), 1)
                let fits = column + offset + width <= size.columns
                put(
                    fits ? character : " ", width: fits ? width : 1, row: row + index, column: column + offset,
                    style: cell.style)
            }
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
        // Half of a wide character can't stay.
        if cells[index].character == nil, column > 0 { cells[index - 1].character = " " }
        let last = index + width - 1
        if column + width < size.columns, cells[last + 1].character == nil { cells[last + 1].character = " " }
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
