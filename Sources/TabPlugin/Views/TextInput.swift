/// The kind of text that the user enters, for keyboards and password managers. It neither conceals nor checks the text.
public enum TextContentType: String, Sendable {
    case none = ""
    case username, password, newPassword, oneTimeCode, name, number, decimal, telephone, email
    case url = "URL"
    case search
}

/// The label of the return key on a keyboard.
public enum ReturnKeyType: String, Sendable { case `default`, `continue`, done, go, join, next, search, send }

/// A single line of text that the user can edit. Sends `editingDidBegin`, `editingChanged`, `editingDidEnd`, and
/// `primaryActionTriggered` for Return.
///
/// ```swift
/// let name = TextField()
/// name.placeholder = "Your name"
/// name.addAction(for: .editingDidEnd) { [weak name] in log(.info, "hello, \(name?.text ?? "")") }
/// ```
@PluginActor
open class TextField: Control {
    /// The text. The user can enter at most 64 KiB.
    public var text = "" { didSet { changed(from: oldValue, to: text) } }
    /// The text to show while `text` is empty.
    public var placeholder = "" { didSet { changed(from: oldValue, to: placeholder) } }
    /// Whether front ends conceal the text.
    ///
    /// - Warning: The text still crosses the session bus, where other programs of the user can read it.
    public var isSecureTextEntry = false { didSet { changed(from: oldValue, to: isSecureTextEntry) } }
    /// The kind of text, which helps front ends to offer a keyboard or a stored password.
    public var textContentType = TextContentType.none { didSet { changed(from: oldValue, to: textContentType) } }
    /// The label of the return key.
    public var returnKeyType = ReturnKeyType.default { didSet { changed(from: oldValue, to: returnKeyType) } }

    override var className: String { "TextField" }

    override func encode(into properties: inout Properties) {
        properties.add("Text", text)
        properties.add("Placeholder", placeholder)
        properties.add("Secure", isSecureTextEntry, default: false)
        properties.add("ContentType", textContentType.rawValue)
        properties.add("ReturnKey", returnKeyType.rawValue, default: "default")
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard let event = Event(rawValue: action), event != .valueChanged else { throw .notSupported }
        guard let text = value.string else { throw .invalidArgs }
        self.text = text
        sendActions(for: event)
    }
}

/// Multiple lines of text that the user can edit. Sends `editingDidBegin`, `editingChanged` and `editingDidEnd`.
@PluginActor
open class TextView: Control, ContentInsetting {
    /// The text. The user can enter at most 64 KiB.
    public var text = "" { didSet { changed(from: oldValue, to: text) } }
    /// Whether the user can change the text.
    public var isEditable = true { didSet { changed(from: oldValue, to: isEditable) } }
    public var contentInset = EdgeInsets.zero { didSet { changed(from: oldValue, to: contentInset) } }
    public var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic {
        didSet { changed(from: oldValue, to: contentInsetAdjustmentBehavior) }
    }

    override var isFocusableByDefault: Bool { isEditable }

    override var className: String { "TextView" }

    override func encode(into properties: inout Properties) {
        properties.add("Text", text)
        properties.add("Editable", isEditable, default: false)
        encodeInsets(into: &properties)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard isEditable, let event = Event(rawValue: action),
            event != .valueChanged, event != .primaryActionTriggered
        else { throw .notSupported }
        guard let text = value.string else { throw .invalidArgs }
        self.text = text
        sendActions(for: event)
    }
}
