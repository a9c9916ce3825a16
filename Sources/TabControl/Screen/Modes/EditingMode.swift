internal import TabFrontEnd
internal import TerminalUI

/// A sheet with a single field, which gets all letters wherever the focus is.
struct SheetMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        // A space may be a tap.
        guard case .character(let character) = key, character != " ", let field = state.onlyField(in: scene),
            state.editor?.target != field.target
        else { return .passed() }
        let gestures = state.editing.end()
        state.setFocus(field, in: scene)
        return .passed(gestures)
    }
}

/// The edited text, which gets the keys that type or move the caret.
struct EditingMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        guard let editor = state.editor else { return .passed() }
        // Something covers the field: only keys that don't type go to the covering element.
        guard let spot = scene.spot(editor.target) else {
            switch key {
            case .character: return .handled()
            case .tab, .backTab: return leave(key, in: scene, &state)
            default: return .passed()
            }
        }
        if case .character = key, editor.isFull { state.message = TextEditor.fullMessage }
        var edited = editor
        if let isChanged = edited.edit(key, columns: TextLayout.columns(in: spot.cells)) {
            state.editing.change(editor.target) { $0 = edited }
            return .handled(isChanged ? state.editing.sendText() : [])
        }
        switch key {
        case .escape where scene.escape != nil && state.onlyField(in: scene)?.target == editor.target:
            return .handled(state.editing.end() + state.escape(in: scene))
        case .escape: return .handled(state.editing.end())
        case .enter:
            let gestures = state.editing.pressReturn() + state.editing.end()
            let action = state.preferredAction(in: scene).map { state.activate($0, in: scene) } ?? []
            return .handled(gestures + action)
        // The daemon moves the focus of a remote control.
        case .tab, .backTab, .up, .down:
            return state.tree.isRemote ? .passed(state.editing.end()) : leave(key, in: scene, &state)
        case .pageUp, .pageDown:
            return .handled(state.page(key == .pageUp ? -1 : 1, at: editor.target, in: scene))
        default: return .handled()
        }
    }

    /// Ends editing, and moves the focus.
    private func leave(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        let gestures = state.editing.end()
        state.moveFocus(towards: key, in: scene)
        return .handled(gestures)
    }
}
