internal import DBusInterface
internal import EventLoop
internal import GTKWidgets
internal import TabInterface
internal import TabMirror

@EventLoop
final class TextFieldNode: ViewNode {
    private let field = TextField()

    init(_ view: ViewEntry, of owner: ControllerView) {
        super.init(view, of: owner, field)
        field.onChange = { [weak self] text in self?.sendNewest("editingChanged", .string(text)) }
        field.onFocus { [weak self] isInside in
            if !isInside { self?.endEditing() }
        }
        field.onReturn = { [weak self] _ in self?.endEditing() }
    }

    private func endEditing() {
        // The owner already knows the text if it shows it.
        guard widget.isEnabled, field.text != (view.text("Text") ?? "") || isSending("editingChanged") else { return }
        send("editingDidEnd", .string(field.text))
    }

    override func show(_ view: ViewEntry) {
        field.placeholder = view.text("Placeholder") ?? ""
        field.isSecure = view.isSecure
        // An older text of the user, sent back by the owner, must not replace the newest one.
        if !isSending("editingChanged") { field.text = view.text("Text") ?? "" }
    }

    override var acceptsText: Bool { true }
    override var defaultLabel: String { view.text("Placeholder") ?? "" }
    override var styleClasses: Set<String> { ["tabd-field"] }
}

@EventLoop
final class TextViewNode: ViewNode {
    private let area = TextArea()

    init(_ view: ViewEntry, of owner: ControllerView) {
        super.init(view, of: owner, area)
        area.onChange = { [weak self] text in self?.sendNewest("editingChanged", .string(text)) }
    }

    override func show(_ view: ViewEntry) {
        area.isEditable = view.properties["Editable"]?.get() ?? false
        if !isSending("editingChanged") { area.text = view.text("Text") ?? "" }
    }

    override var acceptsText: Bool { area.isEditable }
    override func setLabel(_ label: String) { area.setTextLabel(label) }
    override var styleClasses: Set<String> { ["frame", "view"] }
}
