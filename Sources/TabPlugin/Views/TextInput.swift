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

/// Any number of lines of text, which the user may edit. Sends `editingChanged`.
@PluginActor
open class TextView: Control {
    /// A user's text has at most 64 KiB.
    public var text = "" { didSet { changed(from: oldValue, to: text) } }
    /// When it is not, the user can't change the text.
    public var isEditable = true { didSet { changed(from: oldValue, to: isEditable) } }

    override var isFocusableByDefault: Bool { isEditable }

    override var className: String { "TextView" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Text", text)
        properties.add("Editable", isEditable, default: false)
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "editingChanged", isEditable else { throw .notSupported }
        guard let text = value.string else { throw .invalidArgs }
        self.text = text
        sendActions(for: .editingChanged)
    }
}
