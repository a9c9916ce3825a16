internal import ViewLayout

/// A view that shows a part of larger content.
///
/// ```swift
/// let map = ScrollView(frame: Rect(width: 300, height: 200))
/// map.contentSize = Size(width: 1000, height: 800)
/// map.addSubview(ImageView(frame: Rect(width: 1000, height: 800)))
/// ```
///
/// With ``fitsContent`` it needs no sizes: a stack in it is as wide as the view, and scrolls if it is higher.
@PluginActor
open class ScrollView: View, ContentInsetting {
    /// The size of the content in points.
    public var contentSize = Size.zero { didSet { changed(from: oldValue, to: contentSize) } }
    /// Whether `contentSize` is the size that the subviews need in the width of the view. Usually there is one, a
    /// ``StackView``. Frames and masks of the subviews do not count.
    public var fitsContent = false {
        didSet {
            changed(from: oldValue, to: fitsContent)
            if oldValue != fitsContent { subviewsChanged() }
        }
    }
    public var contentInset = EdgeInsets.zero { didSet { changed(from: oldValue, to: contentInset) } }
    public var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { changed(from: oldValue, to: contentInsetAdjustmentBehavior) }
    }
    /// How far the content has scrolled. At the beginning, bars cover none of it.
    private var scrolled = Point.zero { didSet { changed(from: oldValue, to: scrolled) } }
    /// The point of the content that is at the view's top left corner. Before the user scrolls, it is `-left`, `-top` of
    /// ``ContentInsetting/adjustedContentInset``, as in UIKit.
    public var contentOffset: Point {
        get {
            let inset = adjustedContentInset
            return Point(x: scrolled.x - inset.left, y: scrolled.y - inset.top)
        }
        set {
            let inset = adjustedContentInset
            scrolled = Point(x: newValue.x + inset.left, y: newValue.y + inset.top)
        }
    }
    /// The code to run after the user has scrolled. `contentOffset` has its new value by then. Capture `self` weakly.
    public var didScroll: (@PluginActor () -> Void)?

    /// The visible part of the content. The origin is `contentOffset`.
    public override var bounds: Rect {
        get { Rect(x: contentOffset.x, y: contentOffset.y, width: frame.width, height: frame.height) }
        set {
            contentOffset = newValue.origin
            super.bounds = newValue
        }
    }

    override var className: String { "ScrollView" }

    override func encode(into properties: inout Properties) {
        let offset = Size(width: scrolled.x, height: scrolled.y)
        encodeInsets(into: &properties)
        properties.add("ContentSize", .size(contentSize), unless: contentSize == .zero)
        properties.add("FitsContent", fitsContent, default: false)
        properties.add("ContentOffset", .size(offset), unless: offset == .zero)
    }

    override func arranges(_ subview: View) -> Bool {
        !subview.isHidden && (fitsContent || subview.arrangement.guide != .none)
    }

    override var dependsOnContent: Bool { true }

    override func measuredSize(inWidth width: Double) -> FittingSize? {
        guard fitsContent else { return super.measuredSize(inWidth: width) }
        let sizes = subviews.filter { arranges($0) }.map {
            $0.guidedSize(in: FittingSize(width: width, height: 0))
        }
        return FittingSize(width: sizes.map(\.width).max() ?? 0, height: sizes.map(\.height).max() ?? 0)
    }

    /// Sets the frames of the subviews with a guide, and the size of a content that fits. The host computes the same.
    override func followGuides() {
        guard fitsContent || subviews.contains(where: arranges) else { return }
        let (size, safeArea) = (FittingSize(frame.size), sideInsets)
        applyingHostFrames {
            var height = 0.0
            for view in subviews where arranges(view) {
                var place = view.guide.frame(in: size, safeArea: LayoutInsets(safeArea))
                place.height = view.guidedSize(in: size, safeArea: safeArea).height
                view.frame = Rect(place)
                height = max(height, place.height)
            }
            if fitsContent { contentSize = Size(width: frame.width, height: height) }
        }
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "scrolled" else { throw .notSupported }
        guard let offset = value.size else { throw .invalidArgs }
        guard offset.width.isFinite, offset.height.isFinite else { throw .invalidArgument }
        scrolled = Point(x: offset.width, y: offset.height)
        didScroll?()
    }
}
