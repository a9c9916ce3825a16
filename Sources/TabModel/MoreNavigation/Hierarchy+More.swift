/// More: its list, and the controllers that it shows above the list.
extension Hierarchy {
    /// Taps a row of More's list, without callbacks of the tab bar controller (`E-13`, `S-44`).
    /// - Returns: False for a disabled row (`E-9a`) or during customizing.
    package mutating func tapRow(_ row: Int, of tbc: ViewControllerID) throws(ModelError) -> Bool {
        let tabs = try require.tabs(tbc)
        guard tabs.profile != .tv else { throw .notSupported("there is no More in profile tv") }
        let target = try require.row(row, in: nodes.moreRows(of: tbc), of: tbc)
        guard tabs.session == nil else { return false }
        try require.listDisplayed(in: tbc, tabs)
        guard nodes.tabBarItem(of: target).isEnabled else { return false }
        show(target, in: tbc, order: .navigation, animated: true)
        return true
    }

    /// Pops More to its list and returns what it shows to its owner (`E-16`, `E-23`, `S-39`, `S-40`).
    /// - Parameter notifiesDelegate: Whether More's delegate is notified.
    mutating func goToMoreList(of tbc: ViewControllerID, animated: Bool, notifiesDelegate: Bool = true) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        completeTransition(around: tbc)
        navigate(tabs.more, nodes.movesOutOfMore(of: tbc), animated: animated, notifiesDelegate: notifiesDelegate) {
            $0.clearMore(of: tbc)
        }
    }

    /// Shows an overflow controller in More in place of the current one. A navigation controller lends its stack
    /// (`E-18`, `E-20`, `E-22`, `S-41`). A controller that is already shown keeps its stack (`S-19`).
    mutating func showInMore(
        _ target: ViewControllerID, in tbc: ViewControllerID, order: TransitionOrder, animated: Bool,
        animation: Animation? = nil
    ) {
        completeTransition(around: tbc)
        guard let tabs = nodes[tbc]?.tabs, let node = nodes[target] else { return }
        let opening = nodes.opening(in: tbc, animation)
        guard tabs.moreShown != target else {
            if tabs.slot != .more { nodes[tbc]?.tabs?.noteUse() }
            setSlot(.more, of: tbc)
            runAppearanceTransition(tbc, order, animated: animated, opening: opening)
            return
        }
        // Controllers that are moving to that stack arrive first (S-43).
        let stack = arrive(on: target) ?? node.stack
        let isLoan = node.kind.isNavigation && !stack.isEmpty
        let content = isLoan ? stack : [target]
        let moves = nodes.movesOutOfMore(of: tbc) + content.map { Move(id: $0, parent: tabs.more) }
        let isPush = tabs.slot == .more && order != .sequential
        nodes[tbc]?.tabs?.noteUse()
        navigate(
            tabs.more, moves, animated: animated, order: isPush ? .navigation : order, opening: opening
        ) { hierarchy in
            hierarchy.clearMore(of: tbc)
            if isLoan {
                hierarchy.nodes[target]?.navigation?.viewControllers = []
                hierarchy.nodes[target]?.navigation?.isLent = true
                hierarchy.reviseBottomBar(of: target)
                hierarchy.markChanged(target)
            }
            hierarchy.nodes[tabs.more]?.navigation?.viewControllers.append(contentsOf: content)
            hierarchy.nodes[tbc]?.tabs?.moreShown = target
            hierarchy.setSlot(.more, of: tbc)
        }
    }

    /// Empties More in the middle of a list or width change, without a transition of its own (`S-32`). A removed
    /// controller's content disappears; a controller that moves to the bar stays (`S-28`, `S-33`).
    /// - Parameters:
    ///   - removed: The shown controller when it is removed from the list. The removal sends its callbacks.
    ///   - list: The new list. A popped controller in it gets its callbacks when it becomes a tab (`S-28`).
    /// - Returns: The controllers that are popped without a new parent and disappear with the change (`S-33`, `S-39`).
    ///   `finish(_:)` sends their `didMove`.
    @discardableResult
    mutating func emptyMore(
        of tbc: ViewControllerID, removing removed: ViewControllerID? = nil, for list: [ViewControllerID] = []
    ) -> [Move] {
        guard let tabs = nodes[tbc]?.tabs else { return [] }
        let moves = nodes.movesOutOfMore(of: tbc).filter {
            $0.id != removed && ($0.parent != nil || !list.contains($0.id))
        }
        for move in moves { emit(.willMove(move.id, toParent: move.parent)) }
        if removed != nil { hide(moves.map(\.id), in: tbc) }
        clearMore(of: tbc)
        for move in moves { setParent(move.parent, of: move.id) }
        reviseBottomBar(of: tabs.more)
        markChanged([tbc, tabs.more, tabs.list])
        for move in moves { markTreeChanged(move.id) }
        let popped = removed == nil ? moves.filter { $0.parent == nil } : []
        finish(moves.filter { removed != nil || $0.parent != nil })
        return popped
    }

    /// Sends `didMove` to controllers that have moved.
    mutating func finish(_ moves: [Move]) {
        for move in moves { emit(.didMove(move.id, toParent: move.parent)) }
    }

    /// Ends a loan when nothing is left above the list (`S-42`).
    mutating func endEmptyLoan(_ more: ViewControllerID) {
        guard let owner = nodes.parent(of: more), let tabs = nodes[owner]?.tabs, tabs.more == more,
            let shown = tabs.moreShown, nodes.isLent(shown), nodes[more]?.stack.count == 1
        else { return }
        nodes[shown]?.navigation?.isLent = false
        if tabs.slot == .more { nodes[owner]?.tabs?.noteUse() }
        nodes[owner]?.tabs?.moreShown = nil
        markChanged([owner, shown])
    }

    /// Leaves only the list on More. The callers send the callbacks and set the parents.
    private mutating func clearMore(of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, let stack = nodes[tabs.more]?.stack else { return }
        if tabs.slot == .more { nodes[tbc]?.tabs?.noteUse() }
        nodes[tabs.more]?.stack = Array(stack.prefix(1))
        nodes[tbc]?.tabs?.moreShown = nil
        guard let shown = tabs.moreShown else { return }
        markChanged(shown)
        guard nodes.isLent(shown) else { return }
        nodes[shown]?.navigation?.isLent = false
        nodes[shown]?.stack = Array(stack.dropFirst())
        reviseBottomBar(of: shown)
    }
}
