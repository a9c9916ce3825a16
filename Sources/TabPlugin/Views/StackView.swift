/// A view that lays out its subviews in a row or a column.
///
/// The subviews have equal lengths along the axis and fill the stack across it. Hidden subviews take no space. A stack
/// arranges all its subviews in their order: `addSubview` and `addArrangedSubview` do the same.
///
/// ```swift
/// let column = StackView(arrangedSubviews: [Label(text: "Name"), TextField()])
/// column.spacing = 8
/// column.insertArrangedSubview(Label(text: "Your profile"), at: 0)
/// ```
@PluginActor
open class StackView: View {
    /// The direction in which the subviews follow each other.
    public enum Axis: String, Sendable { case vertical, horizontal }

    /// The lengths of the subviews along the axis.
    public enum Distribution: Sendable {
        /// Equal lengths, which fill the stack.
        case fillEqually
        @available(*, unavailable, message: "only fillEqually is supported")
        case fill
        @available(*, unavailable, message: "only fillEqually is supported")
        case fillProportionally
        @available(*, unavailable, message: "only fillEqually is supported")
        case equalSpacing
        @available(*, unavailable, message: "only fillEqually is supported")
        case equalCentering
    }

    public var axis = Axis.vertical { didSet { arrangementChanged(from: oldValue, to: axis) } }
    public var distribution = Distribution.fillEqually
    /// The distance between adjacent subviews, in points.
    public var spacing = 0.0 { didSet { arrangementChanged(from: oldValue, to: spacing) } }
    /// The distances between the subviews and the edges of the stack.
    public var layoutMargins = EdgeInsets.zero { didSet { arrangementChanged(from: oldValue, to: layoutMargins) } }

    public convenience init(arrangedSubviews: [View]) {
        self.init()
        for view in arrangedSubviews { addArrangedSubview(view) }
    }

    /// The subviews in layout order.
    public var arrangedSubviews: [View] { subviews }

    /// Appends a view to the stack.
    public func addArrangedSubview(_ view: View) { addSubview(view) }

    /// Inserts a view at an index; an index past the end appends it.
    ///
    /// The host can only append views. Therefore the subviews behind the index are added again and get new `id`s.
    public func insertArrangedSubview(_ view: View, at index: Int) {
        view.removeFromSuperview()
        let behind = subviews.dropFirst(max(index, 0))
        addSubview(view)
        for other in behind { addSubview(other) }
    }

    /// Removes a view from the stack.
    ///
    /// In UIKit the view stays a subview. Here it does not, because a stack arranges all its subviews.
    public func removeArrangedSubview(_ view: View) {
        if view.superview === self { view.removeFromSuperview() }
    }

    override var className: String { "StackView" }

    override func encode(into properties: inout Properties) {
        properties.add("Axis", axis.rawValue, default: "vertical")
        properties.add("Spacing", .double(spacing), unless: spacing == 0)
        properties.add("Insets", .insets(layoutMargins), unless: layoutMargins == .zero)
    }

    override func arranges(_ subview: View) -> Bool { !subview.isHidden }

    /// Sets the frames of the arranged subviews. The host computes the same frames, so that nothing is sent.
    open override func layoutSubviews() {
        let arranged = subviews.filter { arranges($0) }
        guard !arranged.isEmpty else { return }
        let room = bounds.size
        let width = max(room.width - layoutMargins.left - layoutMargins.right, 0)
        let height = max(room.height - layoutMargins.top - layoutMargins.bottom, 0)
        let count = Double(arranged.count)
        let isHorizontal = axis == .horizontal
        let length = max(((isHorizontal ? width : height) - spacing * (count - 1)) / count, 0)
        applyingHostFrames {
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
