/// A view that shows a part of larger content.
///
/// ```swift
/// let map = ScrollView(frame: Rect(width: 300, height: 200))
/// map.contentSize = Size(width: 1000, height: 800)
/// map.addSubview(ImageView(frame: Rect(width: 1000, height: 800)))
/// ```
@PluginActor
open class ScrollView: View, ContentInsetting {
    /// The size of the content in points.
    public var contentSize = Size.zero { didSet { changed(from: oldValue, to: contentSize) } }
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
        properties.add("ContentOffset", .size(offset), unless: offset == .zero)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "scrolled" else { throw .notSupported }
        guard let offset = value.size else { throw .invalidArgs }
        guard offset.width.isFinite, offset.height.isFinite else { throw .invalidArgument }
        scrolled = Point(x: offset.width, y: offset.height)
        didScroll?()
    }
}
