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
