internal import DBusInterface
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

/// The key help: one line for the focused element, and a page with all keys.
enum KeyHelp {
    static func line(_ state: ScreenState, _ scene: Scene) -> String {
        if state.isHelpShown { return joined(["press any key to close", "q quits"], to: state.size.columns) }
        if state.menu != nil {
            return joined(["↑↓ Enter choose", "Esc closes"], to: state.size.columns)
        }
        let field = state.onlyField(in: scene)?.target
        let escape = scene.escape == nil ? [] : ["Esc dismisses"]
        if let editor = state.editor {
            let isSeen = scene.spot(editor.target) != nil
            let end = isSeen && (editor.target != field || escape.isEmpty) ? ["Esc ends"] : ["Esc dismisses"]
            return joined((isSeen ? ["type"] : []) + end + ["Tab next"], to: state.size.columns)
        }
        if field != nil {
            let parts = escape + hints(for: state.focus, state) + ["type into the field", "Tab next", "^C quits"]
            return joined(parts, to: state.size.columns)
        }
        let parts =
            if state.tree.isRemote {
                [state.tree.isTelevision ? "arrows, Enter, Esc: the remote" : "arrows, Tab, Enter, Esc: the focus"]
            } else if state.carried != nil {
                ["1-9 or Enter drops it", "Esc cancels"]
            } else {
                state.isReadOnly ? ["read-only"] : escape + hints(for: state.focus, state)
            }
        let hasTabs = !state.isReadOnly && scene.spots.contains { if case .tab = $0.target { true } else { false } }
        let isPlain = !state.tree.isRemote && state.carried == nil
        // The least important hints come last.
        let more = ["? keys"] + (isPlain ? ["Tab next"] : []) + ["q quits"] + (isPlain && hasTabs ? ["1-9 tabs"] : [])
        return joined(parts + more, to: state.size.columns)
    }

    /// Joins as many hints as have room.
    private static func joined(_ parts: [String], to columns: Int) -> String {
        var text = ""
        for part in parts {
            let longer = text.isEmpty ? part : text + "  " + part
            guard CharacterWidth.width(of: longer) <= columns || text.isEmpty else { break }
            text = longer
        }
        return text
    }

    private static func hints(for focus: Target?, _ state: ScreenState) -> [String] {
        guard let focus else { return [] }
        if case .tab(let position) = focus, !state.tree.isCustomizing { return state.hints(forTabAt: position) }
        guard let view = state.tree.view(focus)?.view else { return ["Enter taps"] }
        switch view.kind {
        case .tableView:
            let (deletes, moves) = (view[ViewKeys.allowsDelete], view[ViewKeys.allowsMove])
            return ["Enter selects"] + (deletes ? ["Del deletes"] : []) + (moves ? ["Shift-↑↓ moves"] : [])
        case .slider, .segmentedControl: return ["←→ change"]
        case .tabBar: return ["←→ select", "Enter taps"]
        case .textField: return ["Enter edits"]
        case .textView: return view[ViewKeys.isEditable] ? ["Enter edits"] : []
        case .scrollView: return ["arrows scroll"]
        default: return ["Enter taps"]
        }
    }

    /// Returns all keys and their meanings in two columns. Each line fits into 40 columns, and all lines fit into 12
    /// rows.
    static func page(_ state: ScreenState) -> [String] {
        let usual = [
            ("Tab", "next; Shift-Tab: back"), ("arrows", "move or change a value"), ("Enter", "tap, edit, pick up"),
            ("Esc", "dismiss, end, cancel"),
        ]
        let arrows = state.tree.isTelevision ? "the remote's arrows" : "move the focus, as Tab does"
        let remote = [("arrows", arrows), ("Enter Esc", "select and menu")]
        let all =
            [("1 to 9", "tap a tab")] + (state.tree.isRemote ? remote : usual) + [
                ("b e h H", "back, arrange, hide"), ("PgUp PgDn", "scroll"),
                ("Del Shift-↑↓", "delete, move a row"),
                ("r m", "restart a tab, menu"), ("^L ^Z q", "redraw, suspend, quit"),
            ]
        return all.map { $0 + String(repeating: " ", count: 14 - CharacterWidth.width(of: $0)) + $1 }
    }
}
