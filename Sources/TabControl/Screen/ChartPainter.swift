internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// Draws a chart with block characters: bars in eighths of a cell, a line in quarters of one.
struct ChartPainter {
    private let values: [Double]
    private let range: ChartRange
    private let isBar: Bool
    private let style: Style

    init(_ view: ViewEntry, tint: Color) {
        values = view.properties["Values"]?.get() ?? []
        range = ChartRange(view, values)
        isBar = view.text("Style") == "bar"
        style = Style(foreground: tint)
    }

    /// Only what is on the screen is worked out.
    func draw(in cells: CellRect, on pen: inout Pen) {
        let seen = cells.intersection(pen.clip)
        guard !values.isEmpty, !seen.isEmpty else { return }
        if isBar { drawBars(in: cells, seen, on: &pen) } else { drawLine(in: cells, seen, on: &pen) }
    }

    /// Which value is at one of so many places, from the left.
    private func value(at place: Int, of places: Int) -> Double {
        let index = places > 1 ? place * values.count / places : values.count - 1
        return values[min(index, values.count - 1)]
    }

    private func drawBars(in cells: CellRect, _ seen: CellRect, on pen: inout Pen) {
        let steps = Array(" ▁▂▃▄▅▆▇█")
        let heights = (seen.column..<seen.endColumn).map { column in
            let part = range.fraction(of: value(at: column - cells.column, of: cells.columns))
            return Int((part * Double(cells.rows * 8)).rounded())
        }
        for row in seen.row..<seen.endRow {
            let floor = (cells.endRow - 1 - row) * 8
            let text = String(heights.map { steps[min(max($0 - floor, 0), 8)] })
            pen.text(text, row: row, column: seen.column, columns: seen.columns, style: style)
        }
    }

    /// Each point is one of four quarters of a cell; what lies between two points one above the other is filled.
    private func drawLine(in cells: CellRect, _ seen: CellRect, on pen: inout Pen) {
        let rows = cells.rows * 2
        // In quarters, from the top of what is seen.
        let top = (seen.row - cells.row) * 2
        var quarters = Array(repeating: UInt8(0), count: seen.rows * seen.columns)
        var previous: Int?
        for x in 0..<seen.columns * 2 {
            let place = x + (seen.column - cells.column) * 2
            let part = range.fraction(of: value(at: place, of: cells.columns * 2))
            let y = rows - 1 - Int((part * Double(rows - 1)).rounded())
            let from = previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
            previous = y
            let (first, last) = (max(min(from, y), top) - top, min(max(from, y), top + seen.rows * 2 - 1) - top)
            guard first <= last else { continue }
            for y in first...last { quarters[y / 2 * seen.columns + x / 2] |= 1 << UInt8(y % 2 * 2 + x % 2) }
        }
        // By the quarters at the top left, top right, bottom left and bottom right.
        let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
        for row in 0..<seen.rows {
            let text = String((0..<seen.columns).map { blocks[Int(quarters[row * seen.columns + $0])] })
            pen.text(text, row: seen.row + row, column: seen.column, columns: seen.columns, style: style)
        }
    }
}
