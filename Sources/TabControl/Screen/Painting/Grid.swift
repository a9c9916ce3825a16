internal import TabInterface
internal import TerminalUI

/// Points and cells: a cell of a terminal is 8 points wide and 16 high.
enum Grid {
    static let width = 8.0
    static let height = 16.0

    /// The cells whose greater part a frame covers; at least a row and a column of a frame that is not empty.
    static func cells(_ frame: DBusRect) -> CellRect {
        let (column, columns) = span(frame.x, frame.width, width)
        let (row, rows) = span(frame.y, frame.height, height)
        return CellRect(row: row, column: column, rows: rows, columns: columns)
    }

    /// The row in which text stands that has one line in a frame.
    static func textRow(_ frame: DBusRect) -> Int { whole((frame.y + frame.height / 2) / height, .down) }

    static func row(_ y: Double) -> Int { whole(y / height, .toNearestOrAwayFromZero) }

    static func column(_ x: Double) -> Int { whole(x / width, .toNearestOrAwayFromZero) }

    /// The middle of a cell.
    static func point(row: Int, column: Int) -> (x: Double, y: Double) {
        ((Double(column) + 0.5) * width, (Double(row) + 0.5) * height)
    }

    /// What a window is that fills so many cells; the daemon takes none that is larger than 16,384 points.
    static func size(_ cells: TerminalSize) -> DBusSize {
        DBusSize(
            width: min(Double(max(cells.columns, 1)) * width, 16_384),
            height: min(Double(max(cells.rows, 1)) * height, 16_384))
    }

    private static func span(_ start: Double, _ length: Double, _ cell: Double) -> (Int, Int) {
        let first = whole(start / cell, .toNearestOrAwayFromZero)
        guard length > 0 else { return (first, 0) }
        return (first, max(whole((start + length) / cell, .toNearestOrAwayFromZero) - first, 1))
    }

    /// No terminal reaches further, in rows or columns.
    static let limit = 40_000

    /// A number that is none is at the beginning.
    private static func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -Double(limit)), Double(limit)).rounded(rule))
    }
}

extension DBusRect {
    func offset(x: Double, y: Double) -> DBusRect {
        DBusRect(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
