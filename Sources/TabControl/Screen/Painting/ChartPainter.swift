internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// A painter of charts with block characters: bars in eighths of a cell, lines in quarters of a cell. The labels of the axis
/// and the legend are below them, the ends of the scale are on the left.
struct ChartPainter {
    private let series: [(name: String, values: [Double], style: Style)]
    private let range: (low: Double, high: Double)
    private let isBar: Bool
    private let labels: [String]
    /// The texts at the upper and the lower end of the scale; empty for none.
    private let scale: [String]

    init(_ view: ViewEntry, tint: Color) {
        series = view.chartSeries.prefix(ChartSeries.maximumCount).enumerated().map { index, series in
            let color = series.color(at: index)
            return (
                series.name, series.values, Style(foreground: color == nil ? tint : color.flatMap(Palette.foreground))
            )
        }
        range = view.chartScale
        isBar = view[ViewKeys.chartStyle] == .bar
        labels = view[ViewKeys.axisLabels].prefix(ChartSeries.maximumLabels).map(CharacterWidth.printable)
        let unit = view.text(ViewKeys.unit).map(CharacterWidth.printable)
        scale = [range.high, range.low].compactMap { end in unit.map { ChartSeries.text(end, unit: $0) } }
    }

    /// Draws the visible part of the chart.
    func draw(in cells: CellRect, on pen: inout Pen) {
        guard series.contains(where: { !$0.values.isEmpty }), !cells.intersection(pen.clip).isEmpty else { return }
        var plot = cells
        if series.count > 1, series.contains(where: { !$0.name.isEmpty }), plot.rows >= 3 {
            plot.rows -= 1
            drawLegend(in: cells, row: plot.endRow, on: &pen)
        }
        let width = (scale.map { CharacterWidth.width(of: $0) }.max() ?? -1) + 1
        let hasScale = width > 0 && plot.rows >= 2 && plot.columns >= 3 * width
        if hasScale {
            plot.column += width
            plot.columns -= width
        }
        if !labels.isEmpty, plot.rows >= 3 {
            plot.rows -= 1
            drawLabels(in: plot, row: plot.endRow, on: &pen)
        }
        if hasScale {
            for (text, row) in zip(scale, [plot.row, plot.endRow - 1]) {
                let place = CellRect(row: row, column: cells.column, rows: 1, columns: width - 1)
                pen.text(text, in: place, alignment: .right, style: .dim)
            }
        }
        let visible = plot.intersection(pen.clip)
        guard !visible.isEmpty else { return }
        if isBar { drawBars(in: plot, visible, on: &pen) } else { drawLines(in: plot, visible, on: &pen) }
    }

    /// Draws the names of the series, each after a square of its colour.
    private func drawLegend(in cells: CellRect, row: Int, on pen: inout Pen) {
        var column = cells.column
        for series in series where !series.name.isEmpty {
            let room = cells.endColumn - column
            guard room >= 3 else { return }
            let name = CharacterWidth.truncate(CharacterWidth.printable(series.name), to: room - 2)
            pen.text("■", row: row, column: column, columns: 1, style: series.style)
            pen.text(name, row: row, column: column + 2, columns: room - 2)
            column += CharacterWidth.width(of: name) + 4
        }
    }

    /// Draws the labels of the axis: the first and the last at the ends of a line, and each below the middle of its part for
    /// bars. A label without room is left out.
    private func drawLabels(in plot: CellRect, row: Int, on pen: inout Pen) {
        var free = plot.column
        for (index, label) in labels.enumerated() {
            let width = CharacterWidth.width(of: label)
            let part =
                isBar || labels.count == 1
                ? (Double(index) + 0.5) / Double(labels.count) : Double(index) / Double(labels.count - 1)
            let middle = plot.column + Int(part * Double(plot.columns)) - width / 2
            let column = min(max(middle, plot.column), plot.endColumn - width)
            guard width > 0, column >= free else { continue }
            pen.text(label, row: row, column: column, columns: width, style: .dim)
            free = column + width + 1
        }
    }

    /// Returns the value at one of several places, from the left: 0 at the lower end and 1 at the upper end.
    private func fraction(_ values: [Double], at place: Int, of places: Int) -> Double {
        let index = places > 1 ? place * values.count / places : values.count - 1
        return Fraction.of(values[min(index, values.count - 1)], from: range.low, to: range.high)
    }

    /// Draws the bars of the series side by side, with a gap between those of different places if there is room.
    private func drawBars(in cells: CellRect, _ visible: CellRect, on pen: inout Pen) {
        let steps = Array(" ▁▂▃▄▅▆▇█")
        let count = series.map(\.values.count).max() ?? 0
        let isSpaced = series.count > 1 && cells.columns >= count * (series.count + 1) - 1
        let group = isSpaced ? series.count + 1 : series.count
        let slots = count * group - (isSpaced ? 1 : 0)
        let bars = (visible.column..<visible.endColumn).map { column in
            let slot = cells.columns > 1 ? (column - cells.column) * slots / cells.columns : slots - 1
            let (place, owner) = (slot / group, min(slot % group, series.count - 1))
            guard slot % group < series.count, place < series[owner].values.count else {
                return (height: 0, owner: owner)
            }
            let part = Fraction.of(series[owner].values[place], from: range.low, to: range.high)
            return (Int((part * Double(cells.rows * 8)).rounded()), owner)
        }
        for row in visible.row..<visible.endRow {
            let floor = (cells.endRow - 1 - row) * 8
            let blocks = bars.map { steps[min(max($0.height - floor, 0), 8)] }
            draw(blocks, of: bars.map(\.owner), row: row, column: visible.column, on: &pen)
        }
    }

    /// Draws each point as a quarter of a cell, and fills the gap between points at different heights. A cell that several
    /// lines share has the colour of the last one.
    private func drawLines(in cells: CellRect, _ visible: CellRect, on pen: inout Pen) {
        let rows = cells.rows * 2
        // The first visible row of quarters.
        let top = (visible.row - cells.row) * 2
        var quarters = Array(repeating: UInt8(0), count: visible.rows * visible.columns)
        var owners = Array(repeating: 0, count: quarters.count)
        for (owner, series) in series.enumerated() where !series.values.isEmpty {
            var previous: Int?
            for x in 0..<visible.columns * 2 {
                let place = x + (visible.column - cells.column) * 2
                let part = fraction(series.values, at: place, of: cells.columns * 2)
                let y = rows - 1 - Int((part * Double(rows - 1)).rounded())
                let from = previous.map { $0 < y ? $0 + 1 : $0 > y ? $0 - 1 : y } ?? y
                previous = y
                let first = max(min(from, y), top) - top
                let last = min(max(from, y), top + visible.rows * 2 - 1) - top
                guard first <= last else { continue }
                for y in first...last {
                    quarters[y / 2 * visible.columns + x / 2] |= 1 << UInt8(y % 2 * 2 + x % 2)
                    owners[y / 2 * visible.columns + x / 2] = owner
                }
            }
        }
        // The blocks by a bit mask of the quarters: top left, top right, bottom left and bottom right.
        let blocks = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
        for row in 0..<visible.rows {
            let columns = (row * visible.columns)..<((row + 1) * visible.columns)
            draw(
                quarters[columns].map { blocks[Int($0)] }, of: Array(owners[columns]), row: visible.row + row,
                column: visible.column, on: &pen)
        }
    }

    /// Draws blocks in the colours of their series.
    private func draw(_ blocks: [Character], of owners: [Int], row: Int, column: Int, on pen: inout Pen) {
        var start = 0
        while start < blocks.count {
            let end = owners[start...].firstIndex { $0 != owners[start] } ?? blocks.count
            pen.text(
                String(blocks[start..<end]), row: row, column: column + start, columns: end - start,
                style: series[owners[start]].style)
            start = end
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
