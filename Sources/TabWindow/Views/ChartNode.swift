internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

/// Values as a line or as bars.
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
        let values = view[ViewKeys.values]
        let isBars = view[ViewKeys.chartStyle] == .bar
        let (low, high) = (view[ViewKeys.minimum], view[ViewKeys.chartMaximum])
        guard chart.set(values, from: low, to: high, asBars: isBars) else { return }
        chart.drawing?.redraw()
    }

    override var defaultLabel: String { "Chart" }
}

/// The drawing of a chart.
@EventLoop
private final class Chart {
    weak var drawing: Drawing?
    private var values: [Double] = []
    private var low = 0.0
    private var high = 0.0
    private var isBars = false

    /// Returns whether anything changed. Equal limits stand for those of the values.
    func set(_ values: [Double], from low: Double, to high: Double, asBars isBars: Bool) -> Bool {
        let (old, oldLow, oldHigh, wasBars) = (self.values, self.low, self.high, self.isBars)
        let isAutomatic = low == high
        self.values = values
        self.low = isAutomatic ? min(values.min() ?? 0, 0) : low
        self.high = isAutomatic ? values.max() ?? 1 : high
        self.isBars = isBars
        return old != values || oldLow != self.low || oldHigh != self.high || wasBars != isBars
    }

    func draw(_ pen: Pen, _ width: Double, _ height: Double) {
        let colour = drawing?.color(named: "accent_color") ?? Color(red: 0, green: 0.48, blue: 1)
        guard !values.isEmpty, width > 0, height > 0 else { return }
        func y(_ value: Double) -> Double { height - Fraction.of(value, from: low, to: high) * (height - 2) - 1 }
        if isBars {
            let step = width / Double(values.count)
            for (index, value) in values.enumerated() {
                let top = y(value)
                pen.rectangle(
                    x: Double(index) * step + step * 0.1, y: top, width: step * 0.8, height: max(height - top, 0))
            }
            pen.fill(colour)
        } else {
            let step = values.count > 1 ? width / Double(values.count - 1) : 0
            for (index, value) in values.enumerated() {
                if index == 0 { pen.move(to: 0, y(value)) } else { pen.line(to: Double(index) * step, y(value)) }
            }
            pen.stroke(colour, width: 2)
        }
    }
}
