/// A view that responds to the user: the base class of buttons, switches and text fields.
///
/// ```swift
/// let lamp = Switch()
/// lamp.addAction(for: .valueChanged) { [weak lamp] in
///     log(.info, lamp?.isOn == true ? "on" : "off")
/// }
/// ```
@PluginActor
open class Control: View {
    /// A user's action on a control. The documentation of each class lists the events that it sends.
    public enum Event: String, Sendable {
        case primaryActionTriggered, valueChanged, editingDidBegin, editingChanged, editingDidEnd
    }

    private var handlers: [(event: Event, handler: @PluginActor () -> Void)] = []

    override var isFocusableByDefault: Bool { true }

    /// Adds a handler for an event. The control has its new value when the handler runs. Capture `self` weakly.
    public func addAction(for event: Event, _ handler: @escaping @PluginActor () -> Void) {
        handlers.append((event, handler))
    }

    public func removeActions(for event: Event) { handlers.removeAll { $0.event == event } }

    /// Runs the handlers of an event in the order in which they were added, as if the user had caused the event.
    public func sendActions(for event: Event) {
        for (added, handler) in handlers where added == event { handler() }
    }
}

/// A button. Sends `primaryActionTriggered`.
///
/// ```swift
/// let save = Button(title: "Save") { log(.info, "saved") }
/// save.style = .filled
/// ```
@PluginActor
open class Button: Control {
    /// The emphasis of a button: `filled` for the main action of a screen, `destructive` for an action that deletes
    /// data.
    public enum Style: String, Sendable { case plain, filled, destructive }

    public var title = "" { didSet { changed(from: oldValue, to: title) } }
    /// The name of an icon or of an ``Image``, or an absolute `file:` URI.
    public var image = "" { didSet { changed(from: oldValue, to: image) } }
    public var style = Style.plain { didSet { changed(from: oldValue, to: style) } }
    /// Whether a tap shows `menu` instead of sending `primaryActionTriggered`.
    public var showsMenuAsPrimaryAction = false { didSet { changed(from: oldValue, to: showsMenuAsPrimaryAction) } }
    /// The code to run when the user taps the button, before the handlers of `primaryActionTriggered`. Capture `self`
    /// weakly.
    public var primaryAction: (@PluginActor () -> Void)?

    public override init(frame: Rect = .zero) { super.init(frame: frame) }

    public convenience init(title: String, primaryAction: (@PluginActor () -> Void)? = nil) {
        self.init(frame: .zero)
        self.title = title
        self.primaryAction = primaryAction
    }

    override var className: String { "Button" }

    override func encode(into properties: inout Properties) {
        properties.add("Title", title)
        properties.add("Image", image)
        properties.add("Style", style.rawValue, default: "plain")
        properties.add("MenuIsPrimary", showsMenuAsPrimaryAction, default: false)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "primaryActionTriggered" else { throw .notSupported }
        guard value.bool != nil else { throw .invalidArgs }
        primaryAction?()
        sendActions(for: .primaryActionTriggered)
    }
}
