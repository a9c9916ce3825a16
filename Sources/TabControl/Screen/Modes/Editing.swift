internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The editing of a text: its editor, and what the owner of the text knows about it.
struct Editing: Hashable, Sendable {
    private(set) var editor: TextEditor?
    /// The field whose owner was told that editing began.
    private var begunField: Target?
    /// The only field of the top sheet, which got the caret when the sheet appeared.
    private var sheetField: Target?

    // MARK: Begin and end

    /// Begins to edit a field, unless it is edited already.
    mutating func begin(_ target: Target, _ field: TargetView) {
        guard field.acceptsText, editor?.target != target else { return }
        editor = TextEditor(target, text: field.view[ViewKeys.text], isMultiline: field.kind == .textView)
    }

    /// Ends editing, and returns the gesture that sends the text.
    mutating func end() -> [UserGesture] {
        defer { editor = nil }
        return send(UserActions.editingDidEnd)
    }

    /// Ends editing without sending the text.
    mutating func cancel() { editor = nil }

    /// Returns the gesture that tells the owner of the edited field that editing began, unless it knows.
    mutating func tellBegin() -> UserGesture? {
        guard editor?.target != begunField else { return nil }
        begunField = editor?.target
        return send(UserActions.editingDidBegin).first
    }

    /// Notes the only field of the top sheet. Returns whether another sheet has appeared.
    mutating func showsSheet(with field: Target?) -> Bool {
        defer { sheetField = field }
        return field != sheetField
    }

    // MARK: The text

    /// Changes the text or the caret of a target, if it is edited.
    @discardableResult
    mutating func change<Result>(_ target: Target, _ change: (inout TextEditor) -> Result) -> Result? {
        guard var editor, editor.target == target else { return nil }
        defer { self.editor = editor }
        return change(&editor)
    }

    /// Returns the gesture that sends the changed text.
    mutating func sendText() -> [UserGesture] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        self.editor?.willSend()
        return [.update(path, id, UserActions.editingChanged.name, .string(editor.text))]
    }

    /// Returns the gesture of Return in a field.
    func pressReturn() -> [UserGesture] { send(UserActions.returnPressed) }

    private func send(_ action: ViewAction<String>) -> [UserGesture] {
        guard let editor, case .view(let path, let id) = editor.target else { return [] }
        return [.send(path, id, action.name, .string(editor.text))]
    }

    // MARK: The owner

    /// Notes that a text was sent. The owner may confirm texts late.
    mutating func didSend(_ value: Variant, on stream: ActionStreams.Stream, revision: UInt64?) {
        guard stream.action == UserActions.editingChanged.name, case .string(let text) = value else { return }
        change(.view(stream.path, stream.view)) { $0.didSend(text, revision) }
    }

    /// Applies the text that the owner shows to a client, and ends editing if the field is gone.
    mutating func follow(_ tree: ScreenTree, as client: String) {
        // After a respawn, the view controller may have another view with this id.
        guard let editor, let field = tree.view(editor.target), field.acceptsText,
            editor.isMultiline == (field.kind == .textView)
        else { return self.editor = nil }
        self.editor?.follow(field.view[ViewKeys.text], revision: field.view.textRevision(of: client))
    }
}
