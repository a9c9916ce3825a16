internal import TabFrontEnd
internal import TerminalUI

/// Input.
extension ScreenState {
    /// Handles a user's input on the given scene, and returns the effects.
    ///
    /// Editing begins before the first change of the text, and after the end of editing elsewhere.
    mutating func update(_ event: InputEvent, in scene: Scene) -> [ScreenEffect] {
        let begun = editing.tellBegin()
        var effects = handle(event, in: scene)
        let target = editor?.target
        if let next = editing.tellBegin() {
            let first = effects.firstIndex { effect in
                if case .gesture(.update(let path, let id, _, _)) = effect { .view(path, id) == target } else { false }
            }
            effects.insert(.gesture(next), at: first ?? effects.endIndex)
        }
        return (begun.map { [.gesture($0)] } ?? []) + effects
    }

    private mutating func handle(_ event: InputEvent, in scene: Scene) -> [ScreenEffect] {
        switch event {
        case .key(let key):
            let before = focus
            return press(key, in: scene) + (focus == before ? [] : gesturesToRevealFocus().effects)
        case .mouse(let mouse): return point(mouse, in: scene).effects
        case .paste(let text):
            guard link == .attached, let before = editor else { return [] }
            if editing.change(before.target, { $0.insert(text) }) == false { message = TextEditor.fullMessage }
            return editor?.text == before.text ? [] : editing.sendText().effects
        }
    }
}
