internal import DBusInterface
internal import TabInterface
internal import TerminalUI

/// Draws a chart with block characters: bars in eighths of a cell, a line in quarters of one.
struct ChartPainter {
    private let values: [Double]
    private let low: Double
    private let high: Double
    private let isBar: Bool
    private let style: Style

    init(_ view: ViewEntry, tint: Color) {
        values = view.properties["Values"]?.get() ?? []
        // What does not say its range has that of its values.
        low = view.properties["Minimum"]?.get() ?? min(values.min() ?? 0, 0)
        high = view.properties["Maximum"]?.get() ?? values.max() ?? 1
        isBar = view.text("Style") == "bar"
        style = Style(foreground: tint)
    }

    func draw(in cells: CellRect, on pen: inout Pen) {
        guard !values.isEmpty, !cells.isEmpty, cells.columns <= 4096, cells.rows <= 4096 else { return }
        if isBar { drawBars(in: cells, on: &pen) } else { drawLine(in: cells, on: &pen) }
    }

    /// Which value is at one of so many places, from the left.
    private func value(at place: Int, of places: Int) -> Double {
        let index = places > 1 ? place * values.count / places : values.count - 1
        return values[min(index, values.count - 1)]
    }

    private func drawBars(in cells: CellRect, on pen: inout Pen) {
        let steps = Array(" ▁▂▃▄▅▆▇█")
        let columns = (0..<cells.columns).map { column in
            Int(
                (Fraction.of(value(at: column, of: cells.columns), from: low, to: high) * Double(cells.rows * 8))
                    .rounded())
        }
        for row in 0..<cells.rows {
            let floor = (cells.rows - 1 - row) * 8
            let text = String(columns.map { steps[min(max($0 - floor, 0), 8)] })
            pen.text(text, row: cells.row + row, column: cells.column, columns: cells.columns, style: style)
        }
    }

    /// Each point is one of four quarters of a cell; what lies between two points one above the other is filled.
    private func drawLine(in cells: CellRect, on pen: inout Pen) {
        let (columns, rows) = (cells.columns * 2, cells.rows * 2)
        var quarters = Array(repeating: UInt8(0), count: cells.rows * cells.columns)
        var previous: Int?
        for x in 0..<columns {
            let part = Fraction.of(value(at: x, of: columns), from: low, to: high)
            let y = rows - 1 - Int((part * Double(rows - 1)).rounded())
            let from = previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
            for y in min(from, y)...max(from, y) {
                quarters[y / 2 * cells.columns + x / 2] |= 1 << UInt8(y % 2 * 2 + x % 2)
            }
            previous = y
        }
        // By the quarters at the top left, top right, bottom left and bottom right.
        let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
        for row in 0..<cells.rows {
            let text = String((0..<cells.columns).map { blocks[Int(quarters[row * cells.columns + $0])] })
            pen.text(text, row: cells.row + row, column: cells.column, columns: cells.columns, style: style)
        }
    }
}
