internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// Series of values as lines or as bars, with a legend, the labels of the axis and the ends of the scale.
@EventLoop
final class ChartNode: ViewNode {
    private let chart = Chart()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        let drawing = Drawing(role: Self.role(of: view, or: .image)) { [chart] pen, width, height in
            chart.draw(pen, width, height)
        }
        chart.drawing = drawing
        super.init(view, of: owner, drawing)
    }

    override func show(_ view: ViewEntry) {
        let content = Chart.Content(view)
        guard content != chart.content else { return }
        chart.content = content
        chart.drawing?.redraw()
    }

    override var defaultLabel: String { "Chart" }
}

/// The drawing of a chart.
@EventLoop
private final class Chart {
    /// What it shows.
    struct Content: Hashable {
        let series: [ChartSeries]
        let low: Double
        let high: Double
        let isBars: Bool
        let labels: [String]
        let unit: String

        init(_ view: ViewEntry) {
            series = Array(view.chartSeries.prefix(ChartSeries.maximumCount))
            (low, high) = view.chartScale
            isBars = view[ViewKeys.chartStyle] == .bar
            labels = Array(view[ViewKeys.axisLabels].prefix(ChartSeries.maximumLabels))
            unit = view[ViewKeys.unit]
        }

        var hasLegend: Bool { series.count > 1 && series.contains { !$0.name.isEmpty } }

        /// The texts at the upper and the lower end of the scale; empty without a unit.
        var scale: [String] {
            unit.isEmpty ? [] : [high, low].map { ChartSeries.text($0, unit: unit) }
        }
    }

    weak var drawing: Drawing?
    var content: Content?

    func draw(_ pen: Pen, _ width: Double, _ height: Double) {
        guard let content, let drawing, width > 0, height > 0 else { return }
        guard content.series.contains(where: { !$0.values.isEmpty }) else { return }
        let grey = Theme.color("secondaryLabel", of: drawing) ?? Color(red: 0.5, green: 0.5, blue: 0.5)
        let colors = content.series.indices.map { index in
            content.series[index].color(at: index).flatMap { Theme.color($0, of: drawing) }
                ?? drawing.color(named: "accent_color") ?? Color(red: 0, green: 0.48, blue: 1)
        }
        var plot = Rect(x: 0, y: 0, width: width, height: height)
        let line =
            content.hasLegend || !content.labels.isEmpty || !content.scale.isEmpty
            ? drawing.text("0", on: nil).height + 2 : 0
        if content.hasLegend, plot.height > 3 * line {
            plot.height -= line
            drawLegend(content, colors, y: plot.height + 1, width, grey, pen)
        }
        let margin = content.scale.map { drawing.text($0, on: nil).width + 6 }.max() ?? 0
        let hasScale = margin > 0 && plot.width > 3 * margin && plot.height > 2 * line
        if hasScale { (plot.x, plot.width) = (margin, plot.width - margin) }
        if !content.labels.isEmpty, plot.height > 3 * line {
            plot.height -= line
            drawLabels(content, plot, grey, pen)
        }
        if hasScale {
            for (text, y) in zip(content.scale, [0, plot.height - line]) {
                drawing.text(text, on: pen, x: margin - 6, part: 1, y: y, grey)
            }
        }
        if content.isBars { drawBars(content, colors, plot, pen) } else { drawLines(content, colors, plot, pen) }
    }

    private func drawLegend(
        _ content: Content, _ colors: [Color], y: Double, _ width: Double, _ grey: Color, _ pen: Pen
    ) {
        guard let drawing else { return }
        var x = 0.0
        for (series, color) in zip(content.series, colors) where !series.name.isEmpty {
            let size = drawing.text(series.name, on: nil)
            guard x == 0 || x + 14 + size.width <= width else { return }
            pen.rectangle(x: x, y: y + size.height / 2 - 4, width: 8, height: 8)
            pen.fill(color)
            drawing.text(series.name, on: pen, x: x + 14, y: y, grey)
            x += size.width + 30
        }
    }

    /// Draws the labels: the first and the last at the ends of a line, and each below the middle of its part for bars. A
    /// label without room is left out.
    private func drawLabels(_ content: Content, _ plot: Rect, _ grey: Color, _ pen: Pen) {
        guard let drawing else { return }
        let count = Double(content.labels.count)
        var free = plot.x
        for (index, label) in content.labels.enumerated() {
            let part = content.isBars || count == 1 ? (Double(index) + 0.5) / count : Double(index) / (count - 1)
            let width = drawing.text(label, on: nil).width
            let middle = plot.x + part * plot.width - width / 2
            let x = min(max(middle, plot.x), plot.x + plot.width - width)
            guard width > 0, x >= free else { continue }
            drawing.text(label, on: pen, x: x, y: plot.height + 1, grey)
            free = x + width + 8
        }
    }

    private func y(_ value: Double, _ content: Content, _ plot: Rect) -> Double {
        plot.height - Fraction.of(value, from: content.low, to: content.high) * (plot.height - 2) - 1
    }

    /// Draws the bars of the series side by side.
    private func drawBars(_ content: Content, _ colors: [Color], _ plot: Rect, _ pen: Pen) {
        let count = content.series.map(\.values.count).max() ?? 0
        let step = plot.width / Double(max(count, 1))
        let width = step * 0.8 / Double(content.series.count)
        for (position, (series, color)) in zip(content.series, colors).enumerated() where !series.values.isEmpty {
            for (index, value) in series.values.enumerated() {
                let top = y(value, content, plot)
                pen.rectangle(
                    x: plot.x + Double(index) * step + step * 0.1 + Double(position) * width, y: top, width: width,
                    height: max(plot.height - top, 0))
            }
            pen.fill(color)
        }
    }

    private func drawLines(_ content: Content, _ colors: [Color], _ plot: Rect, _ pen: Pen) {
        for (series, color) in zip(content.series, colors) where !series.values.isEmpty {
            let step = series.values.count > 1 ? plot.width / Double(series.values.count - 1) : 0
            for (index, value) in series.values.enumerated() {
                let y = y(value, content, plot)
                if index == 0 { pen.move(to: plot.x, y) } else { pen.line(to: plot.x + Double(index) * step, y) }
            }
            pen.stroke(color, width: 2)
        }
    }
}
