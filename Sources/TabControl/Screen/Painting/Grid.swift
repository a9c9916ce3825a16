internal import TabInterface
internal import TerminalUI

/// The conversion between points and cells: a cell is 8 points wide and 16 points high.
enum Grid {
    static let width = 8.0
    static let height = 16.0

    /// Returns the cells that a frame mostly covers, with at least one row and column for a frame that is not empty.
    static func cells(_ frame: DBusRect) -> CellRect {
        let (column, columns) = span(frame.x, frame.width, width)
        let (row, rows) = span(frame.y, frame.height, height)
        return CellRect(row: row, column: column, rows: rows, columns: columns)
    }

    /// Returns the row of a single line of text in a frame.
    static func textRow(_ frame: DBusRect) -> Int { whole((frame.y + frame.height / 2) / height, .down) }

    static func row(_ y: Double) -> Int { whole(y / height, .toNearestOrAwayFromZero) }

    static func column(_ x: Double) -> Int { whole(x / width, .toNearestOrAwayFromZero) }

    /// Returns the middle of a cell in points.
    static func point(row: Int, column: Int) -> (x: Double, y: Double) {
        ((Double(column) + 0.5) * width, (Double(row) + 0.5) * height)
    }

    /// Returns the size of a window that fills some cells, up to 16,384 points, which is the daemon's limit.
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

    /// The largest row or column; no terminal is larger.
    static let limit = 40_000

    /// Rounds a value within the limits; NaN is 0.
    private static func whole(_ value: Double, _ rule: FloatingPointRoundingRule) -> Int {
        value.isNaN ? 0 : Int(min(max(value, -Double(limit)), Double(limit)).rounded(rule))
    }
}

extension DBusRect {
    func offset(x: Double, y: Double) -> DBusRect {
        DBusRect(x: self.x + x, y: self.y + y, width: width, height: height)
    }
}
