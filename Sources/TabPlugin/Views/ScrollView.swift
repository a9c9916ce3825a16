/// A view that shows a part of larger content.
///
/// ```swift
/// let map = ScrollView(frame: Rect(width: 300, height: 200))
/// map.contentSize = Size(width: 1000, height: 800)
/// map.addSubview(ImageView(frame: Rect(width: 1000, height: 800)))
/// ```
@PluginActor
open class ScrollView: View {
    /// The size of the content in points.
    public var contentSize = Size.zero { didSet { changed(from: oldValue, to: contentSize) } }
    /// The point of the content that is at the view's top left corner.
    public var contentOffset = Point.zero { didSet { changed(from: oldValue, to: contentOffset) } }
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
        let offset = Size(width: contentOffset.x, height: contentOffset.y)
        properties.add("ContentSize", .size(contentSize), unless: contentSize == .zero)
        properties.add("ContentOffset", .size(offset), unless: offset == .zero)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "scrolled" else { throw .notSupported }
        guard let offset = value.size else { throw .invalidArgs }
        guard offset.width.isFinite, offset.height.isFinite else { throw .invalidArgument }
        contentOffset = Point(x: offset.width, y: offset.height)
        didScroll?()
    }
}
