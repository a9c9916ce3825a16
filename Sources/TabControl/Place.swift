internal import TabInterface
internal import TerminalUI

/// Where something is on a picture.
struct Place: Hashable, Sendable {
    var cells: CellRect
    /// In points; that of a view is in the root view.
    var frame: DBusRect
    /// Whether each line is a row of a table.
    var isTable = false

    /// UIKit's height of a table's row in points, which those who anchor a popover at a row go by.
    private static let rowHeight = 44.0

    /// The cells of a part.
    ///
    /// - Parameter rect: In points; nil for all of it.
    func cells(of rect: DBusRect?) -> CellRect {
        guard let rect, rect.x.isFinite, rect.y.isFinite, rect.width.isFinite, rect.height.isFinite else {
            return cells
        }
        let (left, width) = Self.part(rect.x, rect.width, of: frame.width, cells: cells.columns)
        let height = isTable ? Self.rowHeight * Double(cells.rows) : frame.height
        let (top, rows) = Self.part(rect.y, rect.height, of: height, cells: cells.rows)
        return CellRect(row: cells.row + top, column: cells.column + left, rows: rows, columns: width)
    }

    /// At least one cell, and none outside; a negative length goes the other way.
    private static func part(_ start: Double, _ length: Double, of whole: Double, cells: Int) -> (Int, Int) {
        guard whole > 0, cells > 0 else { return (0, cells) }
        let scale = Double(cells) / whole
        let (low, high) = (min(start, start + length) * scale, max(start, start + length) * scale)
        let first = Int(min(max(low.rounded(.down), 0), Double(cells - 1)))
        let end = Int(min(max(high.rounded(.up), Double(first + 1)), Double(cells)))
        return (first, end - first)
    }
}
