internal import TabMirror
internal import TerminalUI

/// Where a popover is on a picture: its border beside what it comes from, and the arrow in the border.
struct PopoverBox: Hashable, Sendable {
    struct Arrow: Hashable, Sendable {
        let row: Int
        let column: Int
        let direction: ArrowDirection
    }

    /// With the border.
    let cells: CellRect
    /// nil for none, and where the box is too small for one.
    let arrow: Arrow?

    static let minimum = TerminalSize(columns: 8, rows: 3)

    /// Beside its source it is no larger than there is room, and covers the source where there is none.
    ///
    /// - Parameters:
    ///   - source: What the arrow points at; without an arrow the middle is over it.
    ///   - size: As large as it shall be.
    ///   - offset: From the middle of the edge to the arrow.
    ///   - bounds: The box does not leave them.
    init(
        from source: CellRect, _ direction: ArrowDirection?, size: TerminalSize, offset: Int, in bounds: CellRect
    ) {
        let room =
            switch direction {
            case .up: (bounds.columns, bounds.endRow - source.endRow)
            case .down: (bounds.columns, source.row - bounds.row)
            case .left: (bounds.endColumn - source.endColumn, bounds.rows)
            case .right: (source.column - bounds.column, bounds.rows)
            case nil: (bounds.columns, bounds.rows)
            }
        let columns = min(size.columns, max(room.0, Self.minimum.columns), bounds.columns)
        let rows = min(size.rows, max(room.1, Self.minimum.rows), bounds.rows)
        let (row, column) =
            switch direction {
            case .up: (source.endRow, source.middleColumn - offset - columns / 2)
            case .down: (source.row - rows, source.middleColumn - offset - columns / 2)
            case .left: (source.middleRow - offset - rows / 2, source.endColumn)
            case .right: (source.middleRow - offset - rows / 2, source.column - columns)
            case nil: (source.middleRow - rows / 2, source.middleColumn - columns / 2)
            }
        let cells = CellRect(
            row: max(min(row, bounds.endRow - rows), bounds.row),
            column: max(min(column, bounds.endColumn - columns), bounds.column), rows: max(rows, 0),
            columns: max(columns, 0))
        self.cells = cells
        arrow = direction.flatMap { Self.arrow($0, to: source, from: cells) }
    }

    /// On the edge at which the direction wants it, as far towards the source as the corners allow.
    private static func arrow(_ direction: ArrowDirection, to source: CellRect, from cells: CellRect) -> Arrow? {
        guard cells.rows >= 3, cells.columns >= 3 else { return nil }
        let row = min(max(source.middleRow, cells.row + 1), cells.endRow - 2)
        let column = min(max(source.middleColumn, cells.column + 1), cells.endColumn - 2)
        return switch direction {
        case .up: Arrow(row: cells.row, column: column, direction: direction)
        case .down: Arrow(row: cells.endRow - 1, column: column, direction: direction)
        case .left: Arrow(row: row, column: cells.column, direction: direction)
        case .right: Arrow(row: row, column: cells.endColumn - 1, direction: direction)
        }
    }
}
