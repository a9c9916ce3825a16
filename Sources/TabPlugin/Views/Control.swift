/// A view that the user acts on: what buttons, switches and text fields have in common.
///
/// ```swift
/// let lamp = Switch()
/// lamp.addAction(for: .valueChanged) { [weak lamp] in
///     log(.info, lamp?.isOn == true ? "on" : "off")
/// }
/// ```
@PluginActor
open class Control: View {
    /// What the user did; each control sends those that its class names.
    public enum Event: String, Sendable { case primaryActionTriggered, valueChanged, editingChanged, editingDidEnd }

    private var handlers: [(event: Event, handler: @PluginActor () -> Void)] = []

    override var isFocusableByDefault: Bool { true }

    /// Adds what is done at an event; capture `self` weakly. The control has its new value by then.
    public func addAction(for event: Event, _ handler: @escaping @PluginActor () -> Void) {
        handlers.append((event, handler))
    }

    public func removeActions(for event: Event) { handlers.removeAll { $0.event == event } }

    /// Does what was added for an event, in that order, as if the user had caused it.
    public func sendActions(for event: Event) {
        for (added, handler) in handlers where added == event { handler() }
    }
}

/// Something to tap.
///
/// ```swift
/// let save = Button(title: "Save") { log(.info, "saved") }
/// save.style = .filled
/// ```
@PluginActor
open class Button: Control {
    /// `filled` is the one to press, `destructive` the one to think about.
    public enum Style: String, Sendable { case plain, filled, destructive }

    public var title = "" { didSet { changed(from: oldValue, to: title) } }
    /// An icon's name or an absolute `file:` URI.
    public var image = "" { didSet { changed(from: oldValue, to: image) } }
    public var style = Style.plain { didSet { changed(from: oldValue, to: style) } }
    /// What a tap does, before what `addAction(for: .primaryActionTriggered)` added; capture `self` weakly.
    public var primaryAction: (@PluginActor () -> Void)?

    public override init(frame: Rect = .zero) { super.init(frame: frame) }

    public convenience init(title: String, primaryAction: (@PluginActor () -> Void)? = nil) {
        self.init(frame: .zero)
        self.title = title
        self.primaryAction = primaryAction
    }

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
        sendActions(for: .primaryActionTriggered)
    }
}
