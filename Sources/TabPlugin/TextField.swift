/// One line of text that the user edits. Sends `editingChanged` and `editingDidEnd`.
///
/// ```swift
/// let name = TextField()
/// name.placeholder = "Your name"
/// name.addAction(for: .editingDidEnd) { [weak name] in log(.info, "hello, \(name?.text ?? "")") }
/// ```
@PluginActor
open class TextField: Control {
    /// A user's text has at most 64 KiB.
    public var text = "" { didSet { changed(from: oldValue, to: text) } }
    /// Shown while there is no text.
    public var placeholder = "" { didSet { changed(from: oldValue, to: placeholder) } }
    /// Front ends don't show the text; it still crosses the session's bus.
    public var isSecureTextEntry = false { didSet { changed(from: oldValue, to: isSecureTextEntry) } }

    override var className: String { "TextField" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Text", text)
        properties.add("Placeholder", placeholder)
        properties.add("Secure", isSecureTextEntry, default: false)
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard let event = Event(rawValue: action), event == .editingChanged || event == .editingDidEnd else {
            throw .notSupported
        }
        guard let text = value.string else { throw .invalidArgs }
        self.text = text
        sendActions(for: event)
    }
}
