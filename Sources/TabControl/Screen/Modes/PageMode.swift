internal import TabFrontEnd
internal import TabMirror
internal import TerminalUI

/// The page and the bars: the keys that no other mode has handled.
struct PageMode: KeyMode {
    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        .handled(gestures(of: key, in: scene, &state))
    }

    private func gestures(of key: Key, in scene: Scene, _ state: inout ScreenState) -> [UserGesture] {
        let focus = state.focus
        switch key {
        case .tab, .backTab: state.moveFocus(towards: key, in: scene)
        case .enter:
            return (focus ?? state.preferredAction(in: scene)).map { state.activate($0, in: scene) } ?? []
        case .character(" "): return focus.map { state.activate($0, in: scene) } ?? []
        case .up, .down, .left, .right: return state.arrow(key, in: scene)
        case .shiftUp, .shiftDown:
            guard let focus, let row = state.currentRow(of: focus, in: scene) else { return [] }
            return state.move(row, to: row + (key == .shiftUp ? -1 : 1), in: focus)
        case .pageUp: return state.page(-1, at: focus, in: scene)
        case .pageDown: return state.page(1, at: focus, in: scene)
        case .home, .end: state.jump(toEnd: key == .end, in: scene)
        case .escape: return state.escape(in: scene)
        case .shiftLeft: return state.reorder(by: -1, in: scene)
        case .shiftRight: return state.reorder(by: 1, in: scene)
        case .delete:
            if case .tab(let position) = focus { return state.close(position, in: scene) }
            guard let focus, let row = state.currentRow(of: focus, in: scene) else { return [] }
            return state.tree.view(focus)?.deletedRow(row).map { [$0] } ?? []
        case .character("b"), .backspace:
            return tap(in: scene, &state, else: "no back button here") { if case .back = $0 { true } else { false } }
        case .character("e"):
            let message = "nothing to edit here; arrange the tabs in the More list"
            return tap(in: scene, &state, else: message) { if case .edit = $0 { true } else { false } }
        case .character("r"):
            let content = state.tree.snapshot.page.content
            let plugin = content?.state == "quarantined" ? content?.type.split(separator: ".").first : nil
            let message = plugin.map { "run 'tabctl plugin reset \($0)' to start it again" }
            return tap(in: scene, &state, else: message ?? "nothing to restart here") {
                if case .respawn = $0 { true } else { false }
            }
        case .character("h"): return state.hide(in: scene)
        case .character("m"): state.openMenu(in: scene)
        case .character("H"): return state.showHiddenTabs()
        case .character(let character), .alt(let character):
            // A digit of any script, but not a superscript.
            guard character.unicodeScalars.first?.properties.generalCategory == .decimalNumber,
                let number = character.wholeNumberValue, (1...9).contains(number)
            else { break }
            let gestures = state.tapTab(number - 1, in: scene)
            if gestures == [.tap(number - 1)] { state.enteredTab = number - 1 }
            return gestures
        default: break
        }
        return []
    }

    /// Taps the first target of a kind, or shows a message.
    private func tap(
        in scene: Scene, _ state: inout ScreenState, else message: String, _ isWanted: (Target) -> Bool
    ) -> [UserGesture] {
        let target = scene.spots.map(\.target).first(where: isWanted)
        return target.map { state.activate($0, in: scene) } ?? state.refuse(message)
    }
}
