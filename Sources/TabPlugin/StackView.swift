/// Lays its subviews out in a row or column: equal along the axis, filling across. A hidden one has no place.
///
/// ```swift
/// let column = StackView(frame: Rect(width: 200, height: 100))
/// column.spacing = 8
/// column.addSubview(Label(text: "Name"))
/// column.addSubview(TextField())
/// ```
@PluginActor
open class StackView: View {
    /// The direction in which the subviews follow each other.
    public enum Axis: String, Sendable { case vertical, horizontal }

    public var axis = Axis.vertical { didSet { arrangementChanged(from: oldValue, to: axis) } }
    /// Between two neighbours, points.
    public var spacing = 0.0 { didSet { arrangementChanged(from: oldValue, to: spacing) } }
    /// Between the subviews and the edges.
    public var layoutMargins = EdgeInsets.zero { didSet { arrangementChanged(from: oldValue, to: layoutMargins) } }

    override var className: String { "StackView" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Axis", axis.rawValue, default: "vertical")
        properties.add("Spacing", .double(spacing), unless: spacing == 0)
        properties.add("Insets", .insets(layoutMargins), unless: layoutMargins == .zero)
    }

    override func arranges(_ subview: View) -> Bool { !subview.isHidden }

    /// Gives the subviews the frames that the host gives them as well, so that they can be read here.
    open override func layoutSubviews() {
        let arranged = subviews.filter { arranges($0) }
        guard !arranged.isEmpty else { return }
        let room = bounds.size
        let width = max(room.width - layoutMargins.left - layoutMargins.right, 0)
        let height = max(room.height - layoutMargins.top - layoutMargins.bottom, 0)
        let count = Double(arranged.count)
        let isHorizontal = axis == .horizontal
        let length = max(((isHorizontal ? width : height) - spacing * (count - 1)) / count, 0)
        followingHost {
            for (index, view) in arranged.enumerated() {
                let offset = Double(index) * (length + spacing)
                view.frame =
                    isHorizontal
                    ? Rect(x: layoutMargins.left + offset, y: layoutMargins.top, width: length, height: height)
                    : Rect(x: layoutMargins.left, y: layoutMargins.top + offset, width: width, height: length)
            }
        }
    }

    private func arrangementChanged<Content: Equatable>(from old: Content, to new: Content) {
        changed(from: old, to: new)
        if old != new { setNeedsLayout() }
    }
}
