/// The focus of tab bar controllers.
extension Hierarchy {
    /// Switches the focus on or off (`S-160`).
    package mutating func setFocusEnabled(_ isEnabled: Bool, of tbc: ViewControllerID) throws(ModelError) {
        let tabs = try require.tabs(tbc)
        guard tabs.isFocusEnabled != isEnabled else { return }
        nodes[tbc]?.tabs?.isFocusEnabled = isEnabled
        markChanged(tbc)
        guard tabs.profile != .tv else {
            // The bar stays as it is, so the focus continues there when it is switched on again.
            if case .pending(let position, _) = tabs.focus { setFocus(.bar(position), in: tbc) }
            return noteFocus(of: tbc)
        }
        noteFocusEnabled(of: tbc)
        let rules = BarFocusRules(nodes, in: tbc)
        setFocus(isEnabled ? rules.revised(.bar(nil), on: nil, FocusContent()) : .bar(nil), in: tbc)
    }

    /// Records that a controller outside of profile tv has a focus, whose place depends on the bar and the content.
    mutating func noteFocusEnabled(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile != .tv else { return }
        if tabs.isFocusEnabled { records.movingFocus.insert(tbc) } else { records.movingFocus.remove(tbc) }
    }

    // MARK: Moves

    /// Handles a button, or a swipe in its direction. Nothing is handled while the focus is switched off.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    package mutating func press(
        _ button: RemoteButton, of tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        let tabs = try require.tabs(tbc)
        guard tabs.isFocusEnabled else { return .finished(handled: false) }
        let decision =
            tabs.profile == .tv
            ? FocusRules(nodes, in: tbc).decision(about: button, at: tabs.focus, content)
            : BarFocusRules(nodes, in: tbc).decision(about: button, at: tabs.focus, content)
        return try apply(decision, in: tbc)
    }

    /// Handles a rotary control: moves the focus in reading order, up to the ends (`S-163`).
    /// - Parameters:
    ///   - steps: Any number; negative ones go back.
    ///   - content: The views of the displayed tab that can have the focus.
    /// - Returns: A press that is not handled if the focus does not move.
    package mutating func rotate(
        by steps: Int, in tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        let tabs = try require.tabs(tbc)
        guard tabs.isFocusEnabled else { return .finished(handled: false) }
        let decision =
            tabs.profile == .tv
            ? FocusRules(nodes, in: tbc).decision(about: steps, wraps: false, at: tabs.focus, content)
            : BarFocusRules(nodes, in: tbc).decision(about: steps, wraps: false, at: tabs.focus, content)
        return try apply(decision ?? .ignore, in: tbc)
    }

    private mutating func apply(
        _ decision: FocusRules.Decision, in tbc: ViewControllerID
    ) throws(ModelError) -> Press {
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
        case .tap(let position): return .taps(position: position)
        case .pop(let nav, let stack): shorten(nav, to: stack, animated: true)
        case .goBack(let nav): return .finished(handled: try tapBack(in: nav))
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

    // MARK: Changes of the content

    package var hasStaleFocus: Bool { !records.staleFocus.isEmpty }

    /// Returns the tab bar controllers whose focused view may have been removed since the last call.
    package mutating func drainStaleFocus() -> Set<ViewControllerID> {
        guard hasStaleFocus else { return [] }
        defer { records.staleFocus = [] }
        return records.staleFocus
    }

    /// The tab bar controllers outside of profile tv with a focus. Any change may move it.
    package var movingFocus: Set<ViewControllerID> { records.movingFocus }

    /// Keeps the focus on a view that still exists, else finds another view, else shows the bar (`S-81`, `S-83`).
    package mutating func reviseFocus(of tbc: ViewControllerID, content: FocusContent) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        guard tabs.profile == .tv else {
            if let focus = revisedFocus(of: tbc, content: content) { setFocus(focus, in: tbc) }
            return
        }
        guard case .content(let view) = tabs.focus, !content.contains(view) else { return }
        if let initial = content.initial { setFocus(.content(initial), in: tbc) } else { focusBar(of: tbc) }
    }

    /// Returns whether the focus of a controller outside of profile tv has to move (`S-165`).
    package func needsFocusRevision(of tbc: ViewControllerID, content: FocusContent) -> Bool {
        revisedFocus(of: tbc, content: content) != nil
    }

    /// Returns the new place of the focus outside of profile tv; nil if it is unchanged.
    private func revisedFocus(of tbc: ViewControllerID, content: FocusContent) -> Focus? {
        guard let tabs = nodes[tbc]?.tabs, tabs.profile != .tv, tabs.isFocusEnabled else { return nil }
        let rules = BarFocusRules(nodes, in: tbc)
        let focus = rules.revised(tabs.focus, on: tabs.focusedTab, content)
        return focus == tabs.focus && rules.item(at: focus) == tabs.focusedTab ? nil : focus
    }

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

    private mutating func focusBar(of tbc: ViewControllerID) {
        let position = FocusRules(nodes, in: tbc).selectedPosition
        setFocus(.bar(position), in: tbc)
    }

    private mutating func setFocus(_ focus: Focus, in tbc: ViewControllerID) {
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
