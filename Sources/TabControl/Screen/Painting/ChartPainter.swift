internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of charts with block characters: bars in eighths of a cell, lines in quarters of a cell.
struct ChartPainter {
    private let values: [Double]
    /// The ends of the scale: the `Minimum` and `Maximum` of the view, else the range of its values.
    private let range: (low: Double, high: Double)
    private let isBar: Bool
    private let style: Style

    init(_ view: ViewEntry, tint: Color) {
        values = view[ViewKeys.values]
        let (minimum, maximum) = (view.given(ViewKeys.minimum), view.given(ViewKeys.chartMaximum))
        // If only one end is given, the other is 0, the default.
        range = (
            minimum ?? (maximum == nil ? values.min() ?? 0 : 0), maximum ?? (minimum == nil ? values.max() ?? 1 : 0)
        )
        isBar = view[ViewKeys.chartStyle] == .bar
        style = Style(foreground: tint)
    }

    /// Draws the visible part of the chart.
    func draw(in cells: CellRect, on pen: inout Pen) {
        let visible = cells.intersection(pen.clip)
        guard !values.isEmpty, !visible.isEmpty else { return }
        if isBar { drawBars(in: cells, visible, on: &pen) } else { drawLine(in: cells, visible, on: &pen) }
    }

    /// Returns the value at one of several places, from the left: 0 at the lower end and 1 at the upper end.
    private func fraction(at place: Int, of places: Int) -> Double {
        let index = places > 1 ? place * values.count / places : values.count - 1
        return Fraction.of(values[min(index, values.count - 1)], from: range.low, to: range.high)
    }

    private func drawBars(in cells: CellRect, _ visible: CellRect, on pen: inout Pen) {
        let steps = Array(" ▁▂▃▄▅▆▇█")
        let heights = (visible.column..<visible.endColumn).map { column in
            let part = fraction(at: column - cells.column, of: cells.columns)
            return Int((part * Double(cells.rows * 8)).rounded())
        }
        for row in visible.row..<visible.endRow {
            let floor = (cells.endRow - 1 - row) * 8
            let text = String(heights.map { steps[min(max($0 - floor, 0), 8)] })
            pen.text(text, row: row, column: visible.column, columns: visible.columns, style: style)
        }
    }

    /// Draws each point as a quarter of a cell, and fills the gap between points at different heights.
    private func drawLine(in cells: CellRect, _ visible: CellRect, on pen: inout Pen) {
        let rows = cells.rows * 2
        // The first visible row of quarters.
        let top = (visible.row - cells.row) * 2
        var quarters = Array(repeating: UInt8(0), count: visible.rows * visible.columns)
        var previous: Int?
        for x in 0..<visible.columns * 2 {
            let place = x + (visible.column - cells.column) * 2
            let part = fraction(at: place, of: cells.columns * 2)
            let y = rows - 1 - Int((part * Double(rows - 1)).rounded())
            let from = previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
            previous = y
            let (first, last) = (max(min(from, y), top) - top, min(max(from, y), top + visible.rows * 2 - 1) - top)
            guard first <= last else { continue }
            for y in first...last { quarters[y / 2 * visible.columns + x / 2] |= 1 << UInt8(y % 2 * 2 + x % 2) }
        }
        // The blocks by a bit mask of the quarters: top left, top right, bottom left and bottom right.
        let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
        for row in 0..<visible.rows {
            let text = String((0..<visible.columns).map { blocks[Int(quarters[row * visible.columns + $0])] })
            pen.text(text, row: visible.row + row, column: visible.column, columns: visible.columns, style: style)
        }
    }
}

/// A painter of pixel images as half blocks: each cell shows two dots, one above the other.
struct PixelPainter {
    private let pixels: Pixels
    private let mode: ImageContentMode
    private let hasColors: Bool

    init(_ pixels: Pixels, mode: ImageContentMode, hasColors: Bool = true) {
        self.pixels = pixels
        self.mode = mode
        self.hasColors = hasColors
    }

    func draw(in cells: CellRect, on pen: inout Pen) {
        let room = cells.intersection(pen.clip)
        guard !room.isEmpty else { return }
        let place = placed(width: Double(cells.columns), height: Double(cells.rows * 2))
        for row in room.row..<room.endRow {
            for column in room.column..<room.endColumn {
                let x = Double(column - cells.column) + 0.5
                let y = Double((row - cells.row) * 2) + 0.5
                let below = pen.background(row: row, column: column)
                draw(color(x, y, place, below), color(x, y + 1, place, below), row, column, on: &pen)
            }
        }
    }

    private func draw(_ top: Color?, _ bottom: Color?, _ row: Int, _ column: Int, on pen: inout Pen) {
        guard hasColors else { return shade(top, bottom, row, column, on: &pen) }
        let (text, style): (String, Style) =
            switch (top, bottom) {
            case (nil, nil): (" ", .plain)
            case (let top?, nil): ("▀", Style(foreground: top))
            case (nil, let bottom?): ("▄", Style(foreground: bottom))
            case (let top?, let bottom?): ("▀", Style(foreground: top, background: bottom))
            }
        guard text != " " else { return }
        pen.text(text, row: row, column: column, columns: 1, style: style)
    }

    /// Draws shades instead of colours; a lighter dot is fuller.
    private func shade(_ top: Color?, _ bottom: Color?, _ row: Int, _ column: Int, on pen: inout Pen) {
        let dots = [top, bottom].compactMap { $0 }
        guard !dots.isEmpty else { return }
        let light = dots.map(Palette.luminance).reduce(0, +) / dots.count
        pen.text(["░", "▒", "▓", "█"][min(light / 64, 3)], row: row, column: column, columns: 1)
    }

    /// Returns the origin of the image in a grid of square dots, and the size of a pixel.
    private func placed(width: Double, height: Double) -> (x: Double, y: Double, scaleX: Double, scaleY: Double) {
        let (w, h) = (Double(pixels.width), Double(pixels.height))
        var scale = (x: width / w, y: height / h)
        switch mode {
        case .scaleToFill: break
        // A pixel is one point, and a dot is eight points wide.
        case .center: scale = (1 / Grid.width, 1 / Grid.width)
        case .scaleAspectFit: scale = (min(scale.x, scale.y), min(scale.x, scale.y))
        }
        return ((width - w * scale.x) / 2, (height - h * scale.y) / 2, scale.x, scale.y)
    }

    /// Returns the colour of the pixel at a dot; nil outside of the image, and for a transparent pixel.
    private func color(
        _ x: Double, _ y: Double, _ place: (x: Double, y: Double, scaleX: Double, scaleY: Double), _ below: Color?
    ) -> Color? {
        let (column, row) = ((x - place.x) / place.scaleX, (y - place.y) / place.scaleY)
        guard column >= 0, row >= 0, column < Double(pixels.width), row < Double(pixels.height) else { return nil }
        // The declared size may exceed the number of bytes.
        let start = (row.rounded(.down) * Double(pixels.width) + column.rounded(.down)) * 4
        guard start + 3 < Double(pixels.bytes.count) else { return nil }
        let index = Int(start)
        guard pixels.bytes[index + 3] >= 0x28 else { return nil }
        return Palette.mixed(
            (pixels.bytes[index], pixels.bytes[index + 1], pixels.bytes[index + 2], pixels.bytes[index + 3]),
            over: below)
    }
}
