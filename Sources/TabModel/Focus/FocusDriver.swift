/// The focus of one tab bar controller as keys and other controls move it.
package struct FocusDriver: Sendable {
    private let tbc: ViewControllerID

    package init(of tbc: ViewControllerID) { self.tbc = tbc }

    /// Switches the focus on or off (`S-160`).
    package func setEnabled(_ isEnabled: Bool, in model: inout Hierarchy) throws(ModelError) {
        let tabs = try model.require.tabs(tbc)
        guard tabs.isFocusEnabled != isEnabled else { return }
        model.nodes[tbc]?.tabs?.isFocusEnabled = isEnabled
        model.markChanged(tbc)
        guard tabs.profile != .tv else {
            // The bar stays as it is, so the focus continues there when it is switched on again.
            if case .pending(let position, _) = tabs.focus { model.setFocus(.bar(position), in: tbc) }
            return model.noteFocus(of: tbc)
        }
        model.noteFocusEnabled(of: tbc)
        let rules = BarFocusRules(model.nodes, in: tbc)
        model.setFocus(isEnabled ? rules.revised(.bar(nil), on: nil, FocusContent()) : .bar(nil), in: tbc)
    }

    // MARK: Moves

    /// Handles a button, or a swipe in its direction.
    /// - Parameter content: The views of the displayed tab that can have the focus.
    package func press(
        _ button: RemoteButton, in model: inout Hierarchy, content: FocusContent
    ) throws(ModelError) -> Press {
        try move(in: &model, content) { $0.decision(about: button, at: $1, content) }
    }

    /// Handles a rotary control: moves the focus in reading order, up to the ends (`S-163`).
    /// - Parameters:
    ///   - steps: Any number; negative ones go back. If an item has to be selected first, the rest of them are left.
    ///   - content: The views of the displayed tab that can have the focus.
    /// - Returns: A press that is not handled if the focus does not move.
    package func rotate(
        by steps: inout Int, in model: inout Hierarchy, content: FocusContent
    ) throws(ModelError) -> Press {
        var taken = 0
        let press = try move(in: &model, content) { rules, focus in
            let decision = rules.decision(about: steps, wraps: false, at: focus, content) ?? .ignore
            if case .selectFirst(_, let turns) = decision { taken = turns }
            return decision
        }
        steps -= taken
        return press
    }

    /// Applies what the rules of the profile decide. Nothing is handled while the focus is switched off, or while nothing
    /// can have it.
    private func move(
        in model: inout Hierarchy, _ content: FocusContent,
        as decide: (any FocusDecisions, Focus) -> FocusRules.Decision
    ) throws(ModelError) -> Press {
        let tabs = try model.require.tabs(tbc)
        guard tabs.isFocusEnabled, tabs.focus != .bar(nil) || !content.views.isEmpty else {
            return .finished(handled: false)
        }
        let rules: any FocusDecisions =
            tabs.profile == .tv ? FocusRules(model.nodes, in: tbc) : BarFocusRules(model.nodes, in: tbc)
        return try apply(decide(rules, tabs.focus), in: &model)
    }

    private func apply(
        _ decision: FocusRules.Decision, in model: inout Hierarchy
    ) throws(ModelError) -> Press {
        switch decision {
        case .ignore: return .finished(handled: false)
        case .stay: break
        case .move(let focus): model.setFocus(focus, in: tbc)
        case .moveToItem(let position):
            let token = model.makeToken()
            model.setFocus(.pending(position, token: token), in: tbc)
            model.emit(.selectionPending(tbc, token: token))
        case .selectFirst(let position, _):
            model.setFocus(.bar(position), in: tbc)
            return .selectsFirst(position: position)
        case .tap(let position): return .taps(position: position)
        case .pop(let nav, let stack): model.shorten(nav, to: stack, animated: true)
        case .goBack(let nav): return .finished(handled: try model.tapBack(in: nav))
        case .activate(let view): return .activates(view)
        }
        return .finished(handled: true)
    }

    /// Ends the delay of a pending selection.
    /// - Returns: The position to select, as by a tap; nil when the focus has moved.
    package func endPendingSelection(_ token: UInt64, in model: inout Hierarchy) -> Int? {
        guard case .pending(let position, token) = model.nodes[tbc]?.tabs?.focus else { return nil }
        model.setFocus(.bar(position), in: tbc)
        return position
    }

    // MARK: Changes of the content

    /// Keeps the focus on a view that still exists, else finds another view, else shows the bar (`S-81`, `S-83`).
    package func revise(in model: inout Hierarchy, content: FocusContent) {
        guard let tabs = model.nodes[tbc]?.tabs else { return }
        guard tabs.profile == .tv else {
            if let focus = revisedFocus(in: model, content: content) { model.setFocus(focus, in: tbc) }
            return
        }
        guard case .content(let view) = tabs.focus, !content.contains(view) else { return }
        if let initial = content.initial { model.setFocus(.content(initial), in: tbc) } else { model.focusBar(of: tbc) }
    }

    /// Returns whether the focus of a controller outside of profile tv has to move (`S-165`).
    package func needsRevision(in model: Hierarchy, content: FocusContent) -> Bool {
        revisedFocus(in: model, content: content) != nil
    }

    /// Returns the new place of the focus outside of profile tv; nil if it is unchanged.
    private func revisedFocus(in model: Hierarchy, content: FocusContent) -> Focus? {
        guard let tabs = model.nodes[tbc]?.tabs, tabs.profile != .tv, tabs.isFocusEnabled else { return nil }
        let rules = BarFocusRules(model.nodes, in: tbc)
        let focus = rules.revised(tabs.focus, on: tabs.focusedTab, content)
        return focus == tabs.focus && rules.item(at: focus) == tabs.focusedTab ? nil : focus
    }
}
