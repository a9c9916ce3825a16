extension Hierarchy {
    /// Selects by program: no delegate callbacks, no pop; More itself may be selected while it is offered (`C.3`).
    package mutating func select(_ target: ViewControllerID?, in tbc: ViewControllerID) throws(ModelError) {
        let tabs = try requireTabs(tbc)
        guard let target else {
            guard tabs.viewControllers.isEmpty else {
                throw .invalidArgument("nil can't be selected while \(tbc.describe) has tabs: select one of them")
            }
            return
        }
        if target == tabs.more {
            try selectMore(tbc, tabs)
            return
        }
        guard tabs.viewControllers.contains(target) else {
            throw .invalidArgument(
                "\(target.describe) can't be selected: only a view controller in the list of view controllers of "
                    + "\(tbc.describe) can be selected")
        }
        guard target != tabs.selectedViewController else { return }
        show(target, in: tbc, order: TransitionOrder(tabs.lifecycleOrder), animated: false)
    }

    /// Selects by the index in the list; nil is NSNotFound, which can't be selected (`A-26`, `L-6`).
    package mutating func selectIndex(_ index: Int?, in tbc: ViewControllerID) throws(ModelError) {
        let count = try requireTabs(tbc).viewControllers.count
        guard let index, index >= 0, let target = nodes[tbc]?.tabs?.viewControllers.dropFirst(index).first else {
            let value = index.map(String.init) ?? "NSNotFound"
            let allowed = count == 0 ? "\(tbc.describe) has no tabs" : "0 to \(count - 1) is allowed"
            throw .outOfRange("index \(value) can't be selected: \(allowed)")
        }
        try select(target, in: tbc)
    }

    /// Makes a controller of the list the displayed one: in its own tab or in More (`C.4`, `S-34`).
    mutating func show(_ target: ViewControllerID, in tbc: ViewControllerID, order: TransitionOrder, animated: Bool) {
        if let slot = slot(of: target, in: tbc) {
            switchTo(slot, of: tbc, order: order, animated: animated)
        } else {
            showInMore(target, in: tbc, order: order, animated: animated)
        }
    }

    mutating func switchTo(_ slot: Slot, of tbc: ViewControllerID, order: TransitionOrder, animated: Bool) {
        setSlot(slot, of: tbc)
        settle(tbc, order, animated: animated)
    }

    /// Records what the bar highlights, and the last controller with a tab of its own (`S-48`).
    mutating func setSlot(_ slot: Slot, of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs, tabs.slot != slot else {
            touch(tbc)
            return
        }
        nodes[tbc]?.tabs?.slot = slot
        if case .tab(let id) = slot { nodes[tbc]?.tabs?.lastDirect = id }
        touch([tbc, tabs.more, tabs.list])
    }

    /// From a bar tab to More as it was left, from More to its list (`A-24`, `S-7`, `S-12`).
    private mutating func selectMore(_ tbc: ViewControllerID, _ tabs: Tabs) throws(ModelError) {
        guard tabs.profile != .tv else { throw .notSupported("there is no More in profile tv") }
        guard isOverflowing(tbc) else {
            throw .invalidArgument(
                "More (\(tabs.more.describe)) can't be selected while all \(tabs.viewControllers.count) tabs of "
                    + "\(tbc.describe) are on the bar")
        }
        if tabs.slot != .more {
            switchTo(.more, of: tbc, order: TransitionOrder(tabs.lifecycleOrder), animated: false)
        } else if nodes[tabs.more]?.stack.count != 1 {
            goToMoreList(of: tbc, animated: false)
        }
    }
}
