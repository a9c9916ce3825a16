/// Something to tap.
@PluginActor
open class Button: View {
    public enum Style: String, Sendable { case plain, filled, destructive }

    public var title = "" { didSet { changed(from: oldValue, to: title) } }
    /// An icon's name or an absolute `file:` URI.
    public var image = "" { didSet { changed(from: oldValue, to: image) } }
    public var style = Style.plain { didSet { changed(from: oldValue, to: style) } }
    /// What a tap does; capture `self` weakly.
    public var primaryAction: (@PluginActor () -> Void)?

    override var className: String { "Button" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Title", title)
        properties.add("Image", image)
        properties.add("Style", style.rawValue, default: "plain")
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "primaryActionTriggered" else { throw .notSupported }
        guard value.bool != nil else { throw .invalidArgs }
        primaryAction?()
    }
}
