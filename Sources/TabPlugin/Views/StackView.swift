internal import ViewLayout

/// A view that lays out its subviews in a row or a column.
///
/// By default the subviews have equal lengths along the axis and fill the stack across it. Other distributions and
/// alignments give them the size of their content, as front ends draw it. Hidden subviews take no space. A stack arranges
/// all its subviews in their order: `addSubview` and `addArrangedSubview` do the same. Sizes that a subclass returns from
/// `sizeThatFits(_:)` do not count; give it a ``View/minimumSize``.
///
/// ```swift
/// let column = StackView(arrangedSubviews: [Label(text: "Name"), TextField(), View()])
/// column.distribution = .fill
/// column.spacing = 8
/// column.insertArrangedSubview(Label(text: "Your profile"), at: 0)
/// ```
@PluginActor
open class StackView: View {
    /// The direction in which the subviews follow each other.
    public enum Axis: String, Sendable { case vertical, horizontal }

    /// The lengths of the subviews along the axis.
    public enum Distribution: String, Sendable {
        /// Equal lengths, which fill the stack.
        case fillEqually
        /// The lengths of the content. The view with the lowest hugging priority takes the room that is left, and the one
        /// with the lowest compression priority gives way; of several, the first one. Views without a length of their own,
        /// such as a plain ``View``, a ``TableView`` or the width of a ``Slider``, share the room before others.
        case fill
        /// Lengths in the ratio of the content, which fill the stack.
        case fillProportionally
        /// The lengths of the content, with equal distances between the views.
        case equalSpacing
        /// The lengths of the content, with equal distances between the centres of the views.
        case equalCentering
    }

    /// The places of the subviews across the axis.
    public enum Alignment: String, Sendable {
        /// The views fill the stack.
        case fill
        /// At the leading edge of a column, at the top of a row.
        case leading
        case center
        /// At the trailing edge of a column, at the bottom of a row.
        case trailing
        /// The first lines of the texts of a row are at the same height. In a column it is `leading`.
        case firstBaseline

        /// The name in UIKit for rows.
        public static let top = Alignment.leading
        /// The name in UIKit for rows.
        public static let bottom = Alignment.trailing
    }

    /// The custom spacing that stands for ``spacing``.
    public static let spacingUseDefault = -1.0

    public var axis = Axis.vertical { didSet { arrangementChanged(from: oldValue, to: axis) } }
    /// The default is `fillEqually`; in UIKit it is `fill`.
    public var distribution = Distribution.fillEqually {
        didSet { arrangementChanged(from: oldValue, to: distribution) }
    }
    public var alignment = Alignment.fill { didSet { arrangementChanged(from: oldValue, to: alignment) } }
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

    /// Sets the distance between a subview and the next one.
    ///
    /// - Parameter spacing: A distance in points; ``spacingUseDefault`` for ``spacing``.
    public func setCustomSpacing(_ spacing: Double, after arrangedSubview: View) {
        arrangedSubview.arrangement.spacingAfter = spacing < 0 ? nil : spacing
    }

    /// Returns the distance between a subview and the next one, or ``spacingUseDefault``.
    public func customSpacing(after arrangedSubview: View) -> Double {
        arrangedSubview.arrangement.spacingAfter ?? Self.spacingUseDefault
    }

    override var className: String { "StackView" }

    override func encode(into properties: inout Properties) {
        properties.add("Axis", axis.rawValue, default: "vertical")
        properties.add("Distribution", distribution.rawValue, default: Distribution.fillEqually.rawValue)
        properties.add("Alignment", alignment.rawValue, default: Alignment.fill.rawValue)
        properties.add("Spacing", .double(spacing), unless: spacing == 0)
        properties.add("Insets", .insets(layoutMargins), unless: layoutMargins == .zero)
    }

    override func arranges(_ subview: View) -> Bool { !subview.isHidden }

    override var dependsOnContent: Bool { distribution != .fillEqually || alignment != .fill }

    /// Sets the frames of the arranged subviews. The host computes the same frames, so that nothing is sent.
    open override func layoutSubviews() {
        let arranged = subviews.filter { arranges($0) }
        let frames = layout.frames(
            of: arranged.map(\.stackItem), in: FittingSize(frame.size),
            measure: { arranged[$0].contentSize(inWidth: $1) }, baseline: { arranged[$0].firstBaseline(in: $1) })
        applyingHostFrames {
            for (view, frame) in zip(arranged, frames) { view.frame = Rect(frame) }
        }
    }

    override func measuredSize(inWidth width: Double) -> FittingSize? {
        let arranged = subviews.filter { arranges($0) }
        return layout.fittingSize(
            of: arranged.map(\.stackItem), width: width, measure: { arranged[$0].contentSize(inWidth: $1) },
            baseline: { arranged[$0].firstBaseline(in: $1) })
    }

    func firstBaselineOfViews(in size: FittingSize) -> Double {
        let arranged = subviews.filter { arranges($0) }
        return layout.firstBaseline(
            of: arranged.map(\.stackItem), in: size, measure: { arranged[$0].contentSize(inWidth: $1) },
            baseline: { arranged[$0].firstBaseline(in: $1) })
    }

    private var layout: StackLayout {
        StackLayout(
            axis: axis == .horizontal ? .horizontal : .vertical,
            distribution: StackLayout.Distribution(rawValue: distribution.rawValue) ?? .fillEqually,
            alignment: StackLayout.Alignment(rawValue: alignment.rawValue) ?? .fill, spacing: spacing,
            insets: LayoutInsets(layoutMargins), isRightToLeft: tree?.isRightToLeft ?? false)
    }

    private func arrangementChanged<Content: Equatable>(from old: Content, to new: Content) {
        changed(from: old, to: new)
        if old != new { setNeedsLayout() }
    }
}
