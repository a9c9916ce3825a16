/// The focus of tab bar controllers: its place, and the changes that may move it. `press(_:in:content:)` moves it.
extension Hierarchy {
    /// Records that a controller outside of profile tv has a focus, whose place depends on the bar and the content.
    mutating func noteFocusEnabled(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile != .tv else { return }
        if tabs.isFocusEnabled { records.movingFocus.insert(tbc) } else { records.movingFocus.remove(tbc) }
    }

    package var hasStaleFocus: Bool { !records.staleFocus.isEmpty }

    /// Returns the tab bar controllers whose focused view may have been removed since the last call.
    package mutating func drainStaleFocus() -> Set<ViewControllerID> {
        guard hasStaleFocus else { return [] }
        defer { records.staleFocus = [] }
        return records.staleFocus
    }

    /// The tab bar controllers outside of profile tv with a focus. Any change may move it.
    package var movingFocus: Set<ViewControllerID> { records.movingFocus }

    /// Records that the content of this root has changed.
    package mutating func noteFocus(of root: ViewControllerID) {
        if nodes.profile(of: root) == .tv { records.staleFocus.insert(root) }
    }

    /// Moves the focus to the selected item after a change of the list or of the selection (`J-10`). In the content it
    /// moves to a view of the new content (`S-81`). Outside of profile tv the focus stays (`S-165`).
    mutating func focusSelectedItem(of tbc: ViewControllerID) {
        guard nodes.profile(of: tbc) == .tv else { return }
        noteFocus(of: tbc)
        if nodes[tbc]?.tabs?.focus.isInContent == false { focusBar(of: tbc) }
    }

    mutating func focusBar(of tbc: ViewControllerID) {
        let position = FocusRules(nodes, in: tbc).selectedPosition
        setFocus(.bar(position), in: tbc)
    }

    mutating func setFocus(_ focus: Focus, in tbc: ViewControllerID) {
        guard let old = nodes[tbc]?.tabs else { return }
        if old.profile != .tv {
            let tab = BarFocusRules(nodes, in: tbc).item(at: focus)
            guard old.focus != focus || old.focusedTab != tab else { return }
            nodes[tbc]?.tabs?.focus = focus
            nodes[tbc]?.tabs?.focusedTab = tab
            return markChanged(tbc)
        }
        guard old.focus != focus else { return }
        nodes[tbc]?.tabs?.focus = focus
        // The bar is hidden while the content has the focus, so the content needs a new layout.
        if old.focus.isInContent != focus.isInContent { markTreeChanged(tbc) } else { markChanged(tbc) }
    }
}
