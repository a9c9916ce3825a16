/// One place of the screen.
package struct Cell: Hashable, Sendable {
    /// nil in the right half of a wide character, which stands in the cell before.
    package var character: Character?
    package var style: Style

    package static let blank = Cell(character: " ", style: [])

    /// Whether terminals may disagree about how many cells the character takes: it is joined of several scalars, a
    /// pictograph, or younger than some terminals.
    var isDoubtful: Bool {
        guard let character, character.utf8.count > 1 else { return false }
        let scalars = character.unicodeScalars
        guard let first = scalars.first, first.value < 0x1F000,
            scalars.index(after: scalars.startIndex) == scalars.endIndex
        else { return true }
        // Lines and blocks are on every screen, and as old as Unicode.
        return !(0x2500...0x259F).contains(first.value) && CharacterWidth.isWidthUncertain(character)
    }
}

/// One cell of the screen, from 0, 0 at the top left.
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
    /// The first column at its right.
    package var endColumn: Int { column + columns }
    /// The lower one of two.
    package var middleRow: Int { row + rows / 2 }
    /// The right one of two.
    package var middleColumn: Int { column + columns / 2 }

    /// What is inside of a border of one cell.
    package var inside: CellRect {
        CellRect(row: row + 1, column: column + 1, rows: max(rows - 2, 0), columns: max(columns - 2, 0))
    }

    /// With a border of one cell around it.
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
