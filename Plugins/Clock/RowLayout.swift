import TabPlugin

/// A layout that places views in rows, from the top of the safe area.
@PluginActor
struct RowLayout {
    private static let maximumWidth = 720.0
    private static let margin = 16.0
    private static let spacing = 8.0

    private var rest: Rect

    init(_ bounds: Rect, _ safeArea: EdgeInsets) {
        let area = bounds.inset(by: safeArea)
        let width = min(max(area.width - 2 * Self.margin, 0), Self.maximumWidth)
        rest = Rect(x: area.midX - width / 2, y: area.y, width: width, height: area.height).inset(
            by: EdgeInsets(top: Self.spacing))
    }

    /// Returns the next row. Its height is limited to the remaining space.
    mutating func row(_ height: Double) -> Rect {
        let row = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(height, rest.height))
        rest = rest.inset(by: EdgeInsets(top: height + Self.spacing))
        return row
    }

    /// Returns the next row, with room for the content of a view.
    mutating func row(_ height: Double, for view: View) -> Rect {
        row(max(height, view.sizeThatFits(Size(width: rest.width, height: .infinity)).height))
    }

    /// Returns the columns of the next row, with room for the content of views beside each other.
    mutating func columns(_ height: Double, _ parts: [Double], for views: [View]) -> [Rect] {
        let heights = zip(views, parts).map { view, part in
            view.sizeThatFits(Size(width: rest.width * part / parts.reduce(0, +), height: .infinity)).height
        }
        return columns(heights.reduce(height, max), parts)
    }

    /// Returns the columns of the next row, whose widths have the proportions of `parts`.
    mutating func columns(_ height: Double, _ parts: [Double]) -> [Rect] {
        let row = row(height)
        let width = max(row.width - Self.spacing * Double(parts.count - 1), 0)
        let sum = parts.reduce(0, +)
        var x = row.x
        return parts.map { part in
            defer { x += width * part / sum + Self.spacing }
            return Rect(x: x, y: row.y, width: width * part / sum, height: row.height)
        }
    }

    /// Returns the remaining space.
    mutating func remainder() -> Rect { row(rest.height) }
}
