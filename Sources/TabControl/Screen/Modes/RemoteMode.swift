internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

/// The focus of the daemon, which the keys of a remote control move.
struct RemoteMode: KeyMode {
    private static let keys: [Key: RemoteKey] = [
        .up: .up, .down: .down, .left: .left, .right: .right, .enter: .select, .escape: .menu, .tab: .next,
        .backTab: .previous,
    ]

    func handle(_ key: Key, in scene: Scene, _ state: inout ScreenState) -> KeyOutcome {
        guard state.tree.isRemote else { return .passed() }
        if key == .enter, let focused = state.tree.focusedView {
            let target = Target.view(focused.viewController, focused.view)
            // Text input is not possible with the remote: a television shows a keyboard for it.
            state.beginEditing(target)
            if state.editor != nil { return .handled() }
            if state.tree.view(target)?.view.showsMenuWhenTapped == true, state.openMenu(of: target, in: scene) {
                return .handled()
            }
        }
        // What is presented is dismissed first, except on a television.
        if key == .escape, !state.tree.isTelevision, scene.escape != nil {
            return .handled(state.escape(in: scene))
        }
        if let remote = Self.keys[key] { return .handled([.press(remote)]) }
        // The daemon controls the focus.
        return key == .character(" ") ? .handled() : .passed()
    }
}
