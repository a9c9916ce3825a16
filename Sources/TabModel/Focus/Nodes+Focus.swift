/// The focus of tab bar controllers, and what can have it.
extension Nodes {
    /// Returns whether a tab bar controller has a focus: in profile tv unless it is switched off, in the other profiles
    /// if it is switched on (`S-160`).
    package func isFocusEnabled(of tbc: ViewControllerID) -> Bool { self[tbc]?.tabs?.isFocusEnabled ?? false }

    /// Returns the position of the focused item; nil while the content has the focus or nothing has it.
    package func focusedItem(of tbc: ViewControllerID) -> Int? {
        guard isFocusEnabled(of: tbc) else { return nil }
        return switch self[tbc]?.tabs?.focus {
        case .bar(let position): position
        case .pending(let position, _): position
        case .content, nil: nil
        }
    }

    /// Returns the focused view; nil while the bar or nothing has the focus.
    package func focusedView(of tbc: ViewControllerID) -> ViewAddress? {
        guard isFocusEnabled(of: tbc), case .content(let view) = self[tbc]?.tabs?.focus else { return nil }
        return view
    }

    /// Returns the controllers whose views can have the focus, container before child: the displayed content, or
    /// outside of profile tv what is presented over it (`S-164`).
    package func focusChain(of tbc: ViewControllerID) -> [ViewControllerID] {
        guard profile(of: tbc) != .tv, var presented = presentation(over: tbc) else {
            return displayedContent(of: tbc)
        }
        while let next = presentation(over: presented) { presented = next }
        return [presented] + displayedContent(of: presented)
    }

    /// Returns the controller that is presented over another one and its content; nil for none.
    func presentation(over id: ViewControllerID) -> ViewControllerID? {
        ([id] + displayedContent(of: id)).lazy.compactMap { self[$0]?.presentation }.first { !$0.isPending }?.presented
    }
}
