import TabPlugin

/// A layout that places views in rows, from the top. The content scrolls, so that nothing limits its height.
@PluginActor
struct Rows {
    static let spacing = 8.0

    private let width: Double
    private var y = 0.0

    init(width: Double) { self.width = max(width, 0) }

    /// The height of the rows so far.
    var height: Double { max(y - Self.spacing, 0) }

    /// Returns the next row, with room for the content of a view.
    mutating func row(for view: View, atLeast height: Double = 0) -> Rect {
        columns([1], for: [view], atLeast: height).first ?? .zero
    }

    /// Returns the columns of the next row, whose widths have the proportions of `parts`.
    mutating func columns(_ parts: [Double], for views: [View], atLeast minimum: Double = 0) -> [Rect] {
        let room = max(width - Self.spacing * Double(parts.count - 1), 0)
        let sum = max(parts.reduce(0, +), 1)
        let widths = parts.map { room * $0 / sum }
        let heights = zip(views, widths).map { $0.sizeThatFits(Size(width: $1, height: .infinity)).height }
        let height = heights.reduce(minimum, max)
        defer { y += height + Self.spacing }
        var x = 0.0
        return widths.map { width in
            defer { x += width + Self.spacing }
            return Rect(x: x, y: y, width: width, height: height)
        }
    }
}
