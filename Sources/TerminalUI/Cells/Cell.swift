/// A cell of the screen.
package struct Cell: Hashable, Sendable {
    /// The character; nil in the right half of a wide character, which is in the cell before.
    package var character: Character?
    package var style: Style

    package static let blank = Cell(character: " ", style: [])

    /// Whether terminals may disagree about the width of the character: it consists of several scalars, is a
    /// pictograph, or is newer than some terminals.
    var hasUncertainWidth: Bool {
        guard let character, character.utf8.count > 1 else { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.value < 0x1F000,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else { return true }
        // Box and block characters have the same width on every terminal.
        return !(0x2500...0x259F).contains(first.value) && CharacterWidth.isWidthUncertain(character)
    }
}

/// The place of a cell on the screen; 0, 0 is at the top left.
package struct CellPlace: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// A rectangle of cells.
package struct CellRect: Hashable, Sendable {
    package var row: Int
    package var column: Int
    package var rows: Int
    package var columns: Int

    package init(row: Int, column: Int, rows: Int, columns: Int) {
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns
    }

    /// The first row below it.
    package var endRow: Int { row + rows }
    /// The first column to the right of it.
    package var endColumn: Int { column + columns }
    /// The middle row; the lower of two.
    package var middleRow: Int { row + rows / 2 }
    /// The middle column; the right one of two.
    package var middleColumn: Int { column + columns / 2 }

    /// The rectangle inside of a border of one cell.
    package var inside: CellRect {
        CellRect(row: row + 1, column: column + 1, rows: max(rows - 2, 0), columns: max(columns - 2, 0))
    }

    /// The rectangle with a border of one cell around it.
    package var outset: CellRect { CellRect(row: row - 1, column: column - 1, rows: rows + 2, columns: columns + 2) }

    package func offset(rows: Int, columns: Int) -> CellRect {
        CellRect(row: row + rows, column: column + columns, rows: self.rows, columns: self.columns)
    }

    package func union(_ other: CellRect) -> CellRect {
        let (row, column) = (min(row, other.row), min(column, other.column))
        return CellRect(
            row: row, column: column, rows: max(endRow, other.endRow) - row,
            columns: max(endColumn, other.endColumn) - column)
    }
}
