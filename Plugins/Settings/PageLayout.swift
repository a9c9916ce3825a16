import TabPlugin

/// Places the parts of a page below each other, from the top of what bars leave free, on any size of window.
struct PageLayout {
    private static let maximumWidth = 720.0
    private static let margin = 16.0
    private static let spacing = 12.0
    private static let rowHeight = 44.0

    private var rest: Rect

    init(_ bounds: Rect, _ safeArea: EdgeInsets) {
        let area = bounds.inset(by: safeArea)
        let width = min(max(area.width - 2 * Self.margin, 0), Self.maximumWidth)
        rest = Rect(x: area.midX - width / 2, y: area.y, width: width, height: area.height).inset(
            by: EdgeInsets(top: Self.spacing))
    }

    /// The next part, as high as wanted or as there is room.
    mutating func part(_ height: Double) -> Rect {
        let part = Rect(x: rest.x, y: rest.y, width: rest.width, height: min(height, rest.height))
        rest = rest.inset(by: EdgeInsets(top: height + Self.spacing))
        return part
    }

    /// Room for so many rows of a table, or for a control.
    mutating func rows(_ count: Int = 1) -> Rect { part(Self.rowHeight * Double(count)) }

    /// All that is left.
    mutating func remainder() -> Rect { part(rest.height) }
}
