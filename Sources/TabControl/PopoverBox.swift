internal import TabMirror
internal import TerminalUI

/// The border of a popover on a picture.
enum PopoverBox {
    static let minimum = TerminalSize(columns: 8, rows: 3)

    /// Beside its source it is no larger than there is room, and covers the source where there is none.
    ///
    /// - Parameters:
    ///   - source: What the arrow points at; without an arrow the middle is over it.
    ///   - size: As large as it shall be.
    ///   - offset: From the middle of the edge to the arrow.
    ///   - bounds: The box does not leave them.
    static func cells(
        from source: CellRect, _ direction: ArrowDirection?, size: TerminalSize, offset: Int, in bounds: CellRect
    ) -> CellRect {
        let room =
            switch direction {
            case .up: (bounds.columns, bounds.endRow - source.endRow)
            case .down: (bounds.columns, source.row - bounds.row)
            case .left: (bounds.endColumn - source.endColumn, bounds.rows)
            case .right: (source.column - bounds.column, bounds.rows)
            case nil: (bounds.columns, bounds.rows)
            }
        let columns = min(size.columns, max(room.0, minimum.columns), bounds.columns)
        let rows = min(size.rows, max(room.1, minimum.rows), bounds.rows)
        let (row, column) =
            switch direction {
            case .up: (source.endRow, source.middleColumn - offset - columns / 2)
            case .down: (source.row - rows, source.middleColumn - offset - columns / 2)
            case .left: (source.middleRow - offset - rows / 2, source.endColumn)
            case .right: (source.middleRow - offset - rows / 2, source.column - columns)
            case nil: (source.middleRow - rows / 2, source.middleColumn - columns / 2)
            }
        return CellRect(
            row: max(min(row, bounds.endRow - rows), bounds.row),
            column: max(min(column, bounds.endColumn - columns), bounds.column), rows: max(rows, 0),
            columns: max(columns, 0))
    }
}
