internal import ViewLayout

/// The strength with which a view keeps the size of its content in a ``StackView``, from 1 to 1000.
///
/// ```swift
/// let title = Label(text: "Volume")
/// title.contentHuggingPriority = .defaultHigh
/// ```
public struct LayoutPriority: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    public static let required = LayoutPriority(1000)
    public static let defaultHigh = LayoutPriority(750)
    public static let defaultLow = LayoutPriority(250)
}

/// The part of the superview that a view fills, instead of having a frame and a mask of its own.
public enum LayoutGuide: String, Sendable {
    /// The view has a frame.
    case none
    /// The whole superview.
    case view
    /// The part that no bar and no edge of the screen covers.
    case safeArea
    /// The safe area, at most 672 points wide and in the middle.
    case readableContent
}

/// How the superview arranges a view.
struct ViewArrangement: Equatable {
    var hugging: LayoutPriority?
    var compression = LayoutPriority.defaultHigh
    var minimum = Size.zero
    var maximum = Size.zero
    var spacingAfter: Double?
    var guide = LayoutGuide.none
}

extension View {
    /// The priority with which a ``StackView`` does not make the view larger than its content. The view with the lowest one
    /// takes the room that is left. It is `defaultLow`, and `defaultHigh` for a ``Switch``.
    ///
    /// In UIKit each axis has its own.
    public var contentHuggingPriority: LayoutPriority {
        get { arrangement.hugging ?? LayoutPriority(StackItem.hugging(ofClass: className)) }
        set { arrangement.hugging = newValue }
    }

    /// The priority with which a ``StackView`` does not make the view smaller than its content. It is `defaultHigh`.
    ///
    /// In UIKit each axis has its own.
    public var contentCompressionResistancePriority: LayoutPriority {
        get { arrangement.compression }
        set { arrangement.compression = newValue }
    }

    /// The smallest size that a ``StackView`` gives the view.
    public var minimumSize: Size {
        get { arrangement.minimum }
        set { arrangement.minimum = newValue }
    }

    /// The largest size that a ``StackView`` gives the view. A length of 0 stands for no limit.
    public var maximumSize: Size {
        get { arrangement.maximum }
        set { arrangement.maximum = newValue }
    }

    /// The part of the superview that the view fills. The superview must be the root view or a ``ScrollView``, where the
    /// view is as high as its content.
    ///
    /// ```swift
    /// final class Greeting: ViewController {
    ///     override func viewDidLoad() {
    ///         super.viewDidLoad()
    ///         let column = StackView(arrangedSubviews: [Label(text: "Hello"), Button(title: "Close")])
    ///         column.distribution = .equalSpacing
    ///         column.layoutGuide = .readableContent
    ///         view.addSubview(column)
    ///     }
    /// }
    /// ```
    public var layoutGuide: LayoutGuide {
        get { arrangement.guide }
        set { arrangement.guide = newValue }
    }

    func encodeArrangement(into properties: inout Properties) {
        let standard = ViewArrangement()
        guard arrangement != standard else { return }
        if let hugging = arrangement.hugging {
            properties.add("HuggingPriority", .uint32(hugging.rawValue), unless: false)
        }
        properties.add(
            "CompressionPriority", .uint32(arrangement.compression.rawValue),
            unless: arrangement.compression == standard.compression)
        properties.add("MinimumSize", .size(arrangement.minimum), unless: arrangement.minimum == .zero)
        properties.add("MaximumSize", .size(arrangement.maximum), unless: arrangement.maximum == .zero)
        if let spacing = arrangement.spacingAfter { properties.add("SpacingAfter", .double(spacing), unless: false) }
        properties.add("LayoutGuide", arrangement.guide.rawValue, default: LayoutGuide.none.rawValue)
    }

    // MARK: Changes

    /// Notes that the view may need another size, and has the superviews that depend on it laid out.
    func contentChanged() {
        fits = [:]
        guard let superview, superview.arranges(self), superview.dependsOnContent || !superview.fits.isEmpty else {
            return
        }
        superview.setNeedsLayout()
        superview.contentChanged()
    }

    /// Notes that a subview is arranged in another way or no longer.
    func subviewsChanged() {
        setNeedsLayout()
        contentChanged()
    }

    // MARK: Sizes

    /// The number of sizes that a view keeps.
    private static let maximumFits = 16

    /// Returns the size that the view needs for its content in a width, which may be infinite. The host computes the same,
    /// so it asks no subclass of a plugin.
    func contentSize(inWidth width: Double) -> FittingSize {
        if let size = fits[width] { return size }
        guard let tree, let size = measuredSize(inWidth: width) else {
            return FittingSize(width: frame.width, height: frame.height)
        }
        guard tree.isKnown else { return size }
        if fits.count >= Self.maximumFits { fits = [:] }
        fits[width] = size
        return size
    }

    /// Returns the size that the view needs in the guide of a ``ScrollView`` with a size.
    func guidedSize(in size: FittingSize, safeArea: EdgeInsets = .zero) -> FittingSize {
        let width = guide.frame(in: size, safeArea: LayoutInsets(safeArea)).width
        return stackItem.limited(contentSize(inWidth: width))
    }

    /// Returns the distance of the first baseline from the top.
    func firstBaseline(in size: FittingSize) -> Double {
        if let stack = self as? StackView { return stack.firstBaselineOfViews(in: size) }
        return StackLayout.firstBaseline(
            ofClass: className, height: size.height, textHeight: { contentSize(inWidth: size.width).height },
            lineHeight: {
                var properties = Properties()
                if let label = self as? Label { properties.add("Style", label.style.rawValue, default: "body") }
                return tree?.size(of: "Label", properties, in: .zero)?.height ?? 0
            })
    }

    var stackItem: StackItem {
        StackItem(
            hugging: contentHuggingPriority.rawValue, compression: arrangement.compression.rawValue,
            minimum: FittingSize(arrangement.minimum), maximum: FittingSize(arrangement.maximum),
            spacingAfter: arrangement.spacingAfter, isFlexible: FlexibleAxes(ofClass: className))
    }

    var guide: GuidedLayout { GuidedLayout(rawValue: arrangement.guide.rawValue) ?? .none }
}

extension FittingSize {
    init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension LayoutInsets {
    init(_ insets: EdgeInsets) {
        self.init(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
    }
}

extension Rect {
    init(_ frame: ArrangedFrame) { self.init(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }
}
