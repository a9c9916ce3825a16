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
        field.onChange = { [weak self] text in self?.sendNewest(UserActions.editingChanged, text) }
        field.onReturn = { [weak self] text in self?.send(UserActions.returnPressed, text) }
        field.onFocus { [weak self] isInside in
            guard let self else { return }
            editing.focusChanged(isInside, field.text, of: self)
        }
    }

    override func show(_ view: ViewEntry) {
        field.placeholder = view[ViewKeys.placeholder]
        field.isSecure = view.isSecure
        field.purpose = Self.purpose(of: view[ViewKeys.contentType])
        if showsOwnersText { field.text = view[ViewKeys.text] }
    }

    private static func purpose(of content: TextContentType) -> TextField.Purpose {
        switch content {
        case .password, .newPassword: .password
        case .oneTimeCode, .number: .digits
        case .name: .name
        case .decimal: .number
        case .telephone: .phone
        case .email: .email
        case .url: .url
        case .any, .username, .search: .text
        }
    }

    override var defaultLabel: String { view[ViewKeys.placeholder] }
    override var styleClasses: Set<String> { ["tabd-field"] }
}

@EventLoop
final class TextViewNode: ViewNode {
    private let area = TextArea()
    private var editing = TextEditing()

    init(_ view: ViewEntry, of owner: any ViewOwner) {
        super.init(view, of: owner, area)
        area.onChange = { [weak self] text in self?.sendNewest(UserActions.editingChanged, text) }
        area.onFocus { [weak self] isInside in
            guard let self, area.isEditable else { return }
            editing.focusChanged(isInside, area.text, of: self)
        }
    }

    override func show(_ view: ViewEntry) {
        area.contentInset = view.shownInset
        area.isEditable = view[ViewKeys.isEditable]
        if showsOwnersText { area.text = view[ViewKeys.text] }
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
        guard !isInside else { return node.send(UserActions.editingDidBegin, text) }
        node.performAndUpdate(node.target.send(UserActions.editingDidEnd, text))
    }
}

extension ViewNode {
    /// Whether the owner's text replaces what the user sees. An older text must not, while the user types.
    fileprivate var showsOwnersText: Bool {
        !isSending(UserActions.editingChanged) && (!widget.hasFocus || owner.gestures.isCurrent(view, of: owner.path))
    }
}
