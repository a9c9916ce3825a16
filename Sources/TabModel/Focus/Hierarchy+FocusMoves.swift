/// The focus of tab bar controllers as keys and other controls move it.
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

    // MARK: Moves

    /// Handles a button, or a swipe in its direction.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    package mutating func press(
        _ button: RemoteButton, in tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        try moveFocus(of: tbc, content) { $0.decision(about: button, at: $1, content) }
    }

    /// Handles a rotary control: moves the focus in reading order, up to the ends (`S-163`).
    /// - Parameters:
    ///   - steps: Any number; negative ones go back. If an item has to be selected first, the rest of them are left.
    ///   - content: The views of the displayed tab that can have the focus.
    /// - Returns: A press that is not handled if the focus does not move.
    package mutating func rotate(
        by steps: inout Int, in tbc: ViewControllerID, content: FocusContent
    ) throws(ModelError) -> Press {
        var taken = 0
        let press = try moveFocus(of: tbc, content) { rules, focus in
            let decision = rules.decision(about: steps, wraps: false, at: focus, content) ?? .ignore
            if case .selectFirst(_, let turns) = decision { taken = turns }
            return decision
        }
        steps -= taken
        return press
    }

    /// Applies what the rules of the profile decide. Nothing is handled while the focus is switched off, or while nothing
    /// can have it.
    private mutating func moveFocus(
        of tbc: ViewControllerID, _ content: FocusContent,
        as decide: (any FocusDecisions, Focus) -> FocusRules.Decision
    ) throws(ModelError) -> Press {
        let tabs = try require.tabs(tbc)
        guard tabs.isFocusEnabled, tabs.focus != .bar(nil) || !content.views.isEmpty else {
            return .finished(handled: false)
        }
        let rules: any FocusDecisions =
            tabs.profile == .tv ? FocusRules(nodes, in: tbc) : BarFocusRules(nodes, in: tbc)
        return try apply(decide(rules, tabs.focus), in: tbc)
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
        case .selectFirst(let position, _):
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
    package mutating func endPendingSelection(_ token: UInt64, in tbc: ViewControllerID) -> Int? {
        guard case .pending(let position, token) = nodes[tbc]?.tabs?.focus else { return nil }
        setFocus(.bar(position), in: tbc)
        return position
    }

    // MARK: Changes of the content

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
}
