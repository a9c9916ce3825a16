/// The focus in profile tv.
extension Hierarchy {
    /// Handles a button, or a swipe in its direction.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    package mutating func press(
        _ button: RemoteButton, of tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        let tabs = try require.tabs(tbc)
        guard tabs.profile == .tv else {
            throw .notSupported("\(tbc.describe) has no focus: its profile is \(tabs.profile.rawValue), not tv")
        }
        let decision = FocusRules(nodes, in: tbc).decision(about: button, at: tabs.focus, content)
        switch decision {
        case .ignore: return .finished(handled: false)
        case .stay: break
        case .move(let focus): setFocus(focus, in: tbc)
        case .moveToItem(let position):
            let token = makeToken()
            setFocus(.pending(position, token: token), in: tbc)
            emit(.selectionPending(tbc, token: token))
        case .selectFirst(let position):
            setFocus(.bar(position), in: tbc)
            return .selectsFirst(position: position)
        case .pop(let nav, let stack): shorten(nav, to: stack, animated: true)
        case .activate(let view): return .activates(view)
        }
        return .finished(handled: true)
    }

    /// Ends the delay of a pending selection.
    /// - Returns: The position to select, as by a tap; nil when the focus has moved.
    package mutating func endPendingSelection(_ token: UInt64, of tbc: ViewControllerID) -> Int? {
        guard case .pending(let position, token) = nodes[tbc]?.tabs?.focus else { return nil }
        setFocus(.bar(position), in: tbc)
        return position
    }

    package var hasStaleFocus: Bool { !records.staleFocus.isEmpty }

    /// Returns the tab bar controllers whose focused view may have been removed since the last call.
    package mutating func drainStaleFocus() -> Set<ViewControllerID> {
        guard hasStaleFocus else { return [] }
        defer { records.staleFocus = [] }
        return records.staleFocus
    }

    /// Keeps the focus on a view that still exists, else finds another view, else shows the bar (`S-81`, `S-83`).
    package mutating func reviseFocus(of tbc: ViewControllerID, content: FocusContent) {
        guard let view = nodes.focusedView(of: tbc), !content.contains(view) else { return }
        if let initial = content.initial { setFocus(.content(initial), in: tbc) } else { focusBar(of: tbc) }
    }

    /// Records that the content of this root has changed.
    package mutating func noteFocus(of root: ViewControllerID) {
        if nodes.profile(of: root) == .tv { records.staleFocus.insert(root) }
    }

    /// Moves the focus to the selected item after a change of the list or of the selection (`J-10`). In the content it
    /// moves to a view of the new content (`S-81`).
    mutating func focusSelectedItem(of tbc: ViewControllerID) {
        guard nodes.profile(of: tbc) == .tv else { return }
        noteFocus(of: tbc)
        if nodes[tbc]?.tabs?.focus.isInContent == false { focusBar(of: tbc) }
    }

    private mutating func focusBar(of tbc: ViewControllerID) {
        let position = FocusRules(nodes, in: tbc).selectedPosition
        setFocus(.bar(position), in: tbc)
    }

    private mutating func setFocus(_ focus: Focus, in tbc: ViewControllerID) {
        guard let old = nodes[tbc]?.tabs?.focus, old != focus else { return }
        nodes[tbc]?.tabs?.focus = focus
        // The bar is hidden while the content has the focus, so the content needs a new layout.
        if old.isInContent != focus.isInContent { markTreeChanged(tbc) } else { markChanged(tbc) }
    }
}
