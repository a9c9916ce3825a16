/// A view whose content scrolls, so that bars may cover a part of it: a ``ScrollView``, ``TableView`` or ``TextView``.
///
/// Such a view can fill the whole root view: its content begins below the navigation bar, and scrolls to above the tab bar.
///
/// ```swift
/// final class Names: ViewController {
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         let table = TableView(frame: view.bounds)
///         table.autoresizingMask = [.flexibleWidth, .flexibleHeight]
///         view.addSubview(table)
///     }
/// }
/// ```
@PluginActor
public protocol ContentInsetting: View {
    /// The distances from the edges to the content, besides what bars cover.
    var contentInset: EdgeInsets { get set }
    /// When the parts that bars cover count.
    var contentInsetAdjustmentBehavior: ContentInsetAdjustmentBehavior { get set }
}

/// When the parts of a view that bars cover are an inset of its content.
public enum ContentInsetAdjustmentBehavior: String, Sendable {
    /// At the top and the bottom always. At the sides for rows and lines, and for content that is wider than the view.
    case automatic
    /// On the axes on which the content scrolls.
    case scrollableAxes
    case never, always
}

extension ContentInsetting {
    /// The distances from the edges to the content, with what bars cover.
    public var adjustedContentInset: EdgeInsets {
        let (own, covered) = (contentInset, coveredInsets)
        let content = (self as? ScrollView)?.contentSize
        let isWider = content.map { $0.width > frame.width }
        let (horizontal, vertical) =
            switch contentInsetAdjustmentBehavior {
            case .never: (false, false)
            case .always: (true, true)
            case .scrollableAxes: (isWider ?? false, content.map { $0.height > frame.height } ?? true)
            case .automatic: (isWider ?? true, true)
            }
        return EdgeInsets(
            top: own.top + (vertical ? covered.top : 0), left: own.left + (horizontal ? covered.left : 0),
            bottom: own.bottom + (vertical ? covered.bottom : 0), right: own.right + (horizontal ? covered.right : 0))
    }

    func encodeInsets(into properties: inout Properties) {
        properties.add("ContentInset", .insets(contentInset), unless: contentInset == .zero)
        properties.add(
            "ContentInsetAdjustmentBehavior", contentInsetAdjustmentBehavior.rawValue,
            default: ContentInsetAdjustmentBehavior.automatic.rawValue)
    }
}

extension ScrollView {
    /// The parts at the sides that are covered and not in the inset already.
    var sideInsets: EdgeInsets {
        guard contentInsetAdjustmentBehavior != .always else { return .zero }
        let covered = coveredInsets
        return EdgeInsets(left: covered.left, right: covered.right)
    }
}

extension View {
    /// The parts that bars cover. Nothing counts inside a view that scrolls, which has insets itself, and at a side where
    /// the view reaches beyond the root.
    fileprivate var coveredInsets: EdgeInsets {
        guard let tree, let root = tree.root else { return .zero }
        var place = self === root ? Rect(width: frame.width, height: frame.height) : frame
        var next = superview
        while let view = next {
            guard !(view is any ContentInsetting) else { return .zero }
            guard view !== root else { break }
            place.x += view.frame.x
            place.y += view.frame.y
            next = view.superview
        }
        let size = root.frame.size
        var insets = tree.safeAreaInsets.covering(place, in: size)
        if place.y < -0.5 { insets.top = 0 }
        if place.x < -0.5 { insets.left = 0 }
        if place.maxY > size.height + 0.5 { insets.bottom = 0 }
        if place.maxX > size.width + 0.5 { insets.right = 0 }
        return insets
    }
}

extension EdgeInsets {
    /// Returns the insets of a rectangle by what these insets cover of a view around it.
    func covering(_ rect: Rect, in size: Size) -> EdgeInsets {
        func covered(_ distance: Double, _ length: Double) -> Double { min(max(distance, 0), length) }
        return EdgeInsets(
            top: covered(top - rect.y, rect.height), left: covered(left - rect.x, rect.width),
            bottom: covered(rect.maxY - (size.height - bottom), rect.height),
            right: covered(rect.maxX - (size.width - right), rect.width))
    }
}
