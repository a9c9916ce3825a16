internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

@EventLoop
final class TextFieldNode: ViewNode {
    private let field = TextField()
    private var editing = TextEditing()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, field)
        field.onChange = { [weak self] text in self?.sendNewest("editingChanged", .string(text)) }
        field.onReturn = { [weak self] text in self?.send("primaryActionTriggered", .string(text)) }
        field.onFocus { [weak self] isInside in
            guard let self else { return }
            editing.focusChanged(isInside, field.text, of: self)
        }
    }

    override func show(_ view: ViewEntry) {
        field.placeholder = view.text("Placeholder") ?? ""
        field.isSecure = view.isSecure
        field.purpose = Self.purposes[view.text("ContentType") ?? ""] ?? .text
        if showsOwnersText { field.text = view.text("Text") ?? "" }
    }

    private static let purposes: [String: TextField.Purpose] = [
        "password": .password, "newPassword": .password, "oneTimeCode": .digits, "name": .name, "number": .digits,
        "decimal": .number, "telephone": .phone, "email": .email, "URL": .url,
    ]

    override var defaultLabel: String { view.text("Placeholder") ?? "" }
    override var styleClasses: Set<String> { ["tabd-field"] }
}

@EventLoop
final class TextViewNode: ViewNode {
    private let area = TextArea()
    private var editing = TextEditing()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, area)
        area.onChange = { [weak self] text in self?.sendNewest("editingChanged", .string(text)) }
        area.onFocus { [weak self] isInside in
            guard let self, area.isEditable else { return }
            editing.focusChanged(isInside, area.text, of: self)
        }
    }

    override func show(_ view: ViewEntry) {
        area.contentInset = view.shownInset
        area.isEditable = view.properties["Editable"]?.get() ?? false
        if showsOwnersText { area.text = view.text("Text") ?? "" }
    }

    override func setLabel(_ label: String) { area.setTextLabel(label) }
    override var styleClasses: Set<String> { ["frame", "view"] }
}

/// Tells the owner of a text when editing begins and ends.
@EventLoop
private struct TextEditing {
    private var isEditing = false

    mutating func focusChanged(_ isInside: Bool, _ text: String, of node: ViewNode) {
        guard isInside != isEditing, node.widget.isEnabled else { return }
        isEditing = isInside
        guard !isInside else { return node.send("editingDidBegin", .string(text)) }
        node.performAndUpdate(.send(node.owner.path, node.view.id, "editingDidEnd", .string(text)))
    }
}

extension ViewNode {
    /// Whether the owner's text replaces what the user sees. An older text must not, while the user types.
    fileprivate var showsOwnersText: Bool {
        !isSending("editingChanged") && (!widget.hasFocus || owner.gestures.isCurrent(view, of: owner.path))
    }
}
