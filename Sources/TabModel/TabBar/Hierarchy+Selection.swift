extension Hierarchy {
    /// Selects by program: without delegate callbacks, without a pop. More may be selected while the bar has a More
    /// item.
    /// - Parameter askingForAnimation: Whether the delegate implements `animationController` (`C-23`, `F-8`).
    /// - Returns: A question to the delegate. The selection happens after its answer.
    @discardableResult
    package mutating func select(
        _ target: ViewControllerID?, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let tabs = try requireTabs(tbc)
        guard let target else {
            guard tabs.viewControllers.isEmpty else {
                throw .invalidArgument("nil can't be selected while \(tbc.describe) has tabs: select one of them")
            }
            return nil
        }
        try requireSelectable(target, in: tbc, tabs)
        guard target == tabs.more || target != tabs.selectedViewController else {
            nodes[tbc]?.tabs?.selectionCount += 1
            focusFollowsSelection(of: tbc)
            return nil
        }
        if askingForAnimation, let (from, to) = animatedSwitch(to: target, in: tbc) {
            return openQuestion(
                .animation(from: from), about: to, .selection(target, after: tabs.selectionCount), in: tbc)
        }
        switchTab(to: target, in: tbc, nil)
        return nil
    }

    /// Throws unless the target is a member of the list, or More while the bar has its item (`L-1`, `L-2`).
    func requireSelectable(
        _ target: ViewControllerID, in tbc: ViewControllerID, _ tabs: Tabs
    ) throws(ModelError) {
        if target == tabs.more {
            guard tabs.profile != .tv else { throw .notSupported("there is no More in profile tv") }
            guard isOverflowing(tbc) else {
                throw .invalidArgument(
                    "More (\(tabs.more.describe)) can't be selected while all \(tabs.viewControllers.count) tabs of "
                        + "\(tbc.describe) are on the bar")
            }
            return
        }
        guard tabs.viewControllers.contains(target) else {
            throw .invalidArgument(
                "\(target.describe) can't be selected: only a view controller in the list of view controllers of "
                    + "\(tbc.describe) can be selected")
        }
    }

    /// Switches as a tap or a program does: to a tab of the bar, to More with its current stack, from More to its list (`A-24`,
    /// `S-7`, `S-12`), or to an overflow controller in More.
    mutating func switchTab(to target: ViewControllerID, in tbc: ViewControllerID, _ animation: Animation?) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        nodes[tbc]?.tabs?.selectionCount += 1
        if target == tabs.more, tabs.slot == .more {
            if nodes[tabs.more]?.stack.count != 1 { goToMoreList(of: tbc, animated: false) }
            return
        }
        // The animator is for changes between tabs, not for pushes in More.
        let isSwitch = (slot(of: target, in: tbc) ?? .more) != tabs.slot
        show(
            target, in: tbc, order: TransitionOrder(tabs.lifecycleOrder), animated: false,
            animation: isSwitch ? animation : nil)
    }

    /// Returns the source and target of a switch that the animator is asked about (`S-22`); nil for any other.
    func animatedSwitch(
        to target: ViewControllerID, in tbc: ViewControllerID
    ) -> (from: ViewControllerID, to: ViewControllerID)? {
        guard let tabs = nodes[tbc]?.tabs, let from = displayedChild(of: tbc),
            nodes[tbc]?.shownChain.contains(tbc) == true
        else { return nil }
        let slot = slot(of: target, in: tbc) ?? .more
        guard slot != tabs.slot else { return nil }
        return (from, slot == .more ? tabs.more : target)
    }

    /// Selects by the index in the list. nil is NSNotFound, which can't be selected (`A-26`, `L-6`).
    @discardableResult
    package mutating func selectIndex(
        _ index: Int?, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let count = try requireTabs(tbc).viewControllers.count
        guard let index, index >= 0, let target = nodes[tbc]?.tabs?.viewControllers.dropFirst(index).first else {
            let value = index.map(String.init) ?? "NSNotFound"
            let allowed = count == 0 ? "\(tbc.describe) has no tabs" : "expected 0 to \(count - 1)"
            throw .outOfRange("index \(value) can't be selected; \(allowed)")
        }
        return try select(target, in: tbc, askingForAnimation: askingForAnimation)
    }

    /// Displays a controller of the list, in its own tab or in More (`S-34`).
    mutating func show(
        _ target: ViewControllerID, in tbc: ViewControllerID, order: TransitionOrder, animated: Bool,
        animation: Animation? = nil
    ) {
        if let slot = slot(of: target, in: tbc) {
            switchTo(slot, of: tbc, order: order, animated: animated, animation: animation)
        } else {
            showInMore(target, in: tbc, order: order, animated: animated, animation: animation)
        }
    }

    mutating func switchTo(
        _ slot: Slot, of tbc: ViewControllerID, order: TransitionOrder, animated: Bool, animation: Animation? = nil
    ) {
        completeTransition(around: tbc)
        if slot != .more { closeSession(of: tbc) }
        let opening = opening(in: tbc, animation)
        setSlot(slot, of: tbc)
        runAppearanceTransition(tbc, order, animated: animated, opening: opening)
    }

    /// Sets the highlighted slot, and records the last controller with its own tab (`S-48`).
    mutating func setSlot(_ slot: Slot, of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.slot != slot else {
            markChanged(tbc)
            return
        }
        nodes[tbc]?.tabs?.slot = slot
        if case .tab(let id) = slot { nodes[tbc]?.tabs?.lastDirect = id }
        markChanged(tbc)
        if slot == .more || tabs.slot == .more { markChanged([tabs.more, tabs.list]) }
        focusFollowsSelection(of: tbc)
    }
}
