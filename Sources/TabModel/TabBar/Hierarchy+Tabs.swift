/// The list of tabs.
extension Hierarchy {
    /// Replaces the list of tabs: all removals, then all installations, then the reselection.
    package mutating func setViewControllers(
        _ list: [ViewControllerID], of tbc: ViewControllerID, animated: Bool
    ) throws(ModelError) {
        _ = try require.tabs(tbc)
        try require.tabList(list)
        applyList(list, of: tbc, animated: animated)
    }

    /// Sets the tabs that the user may rearrange. Controllers outside of the list are ignored (`A-23`).
    package mutating func setCustomizableViewControllers(
        _ list: [ViewControllerID], of tbc: ViewControllerID
    ) throws(ModelError) {
        let members = Set(try require.editable(tbc).viewControllers)
        try require.distinct(list)
        setCustomizable(list.filter { members.contains($0) }, of: tbc)
    }

    /// Sets whether content extends under the bar or ends above it (`N20`).
    package mutating func setBarTranslucent(_ isTranslucent: Bool, of tbc: ViewControllerID) throws(ModelError) {
        guard try require.tabs(tbc).isBarTranslucent != isTranslucent else { return }
        nodes[tbc]?.tabs?.isBarTranslucent = isTranslucent
        markTreeChanged(tbc)
    }

    /// Hides or shows the bar, whatever is displayed (`K-20`, `G-31`).
    package mutating func setTabBarHidden(_ isHidden: Bool, of tbc: ViewControllerID) throws(ModelError) {
        guard try require.tabs(tbc).isTabBarHidden != isHidden else { return }
        nodes[tbc]?.tabs?.isTabBarHidden = isHidden
        markTreeChanged(tbc)
    }

    /// Applies a list change, also for a controller that is claimed by another container (`S-29`) or destroyed.
    /// - Parameters:
    ///   - claimed: A controller that a new container claims. It gets no containment callbacks from here.
    ///   - customizable: The customizable tabs of the new list; nil for all.
    ///   - detached: Controllers that leave without events (`detach`).
    ///   - index: The index of the next selection if the selected tab leaves; nil for that of the selected tab.
    mutating func applyList(
        _ list: [ViewControllerID], of tbc: ViewControllerID, animated: Bool, claimed: ViewControllerID? = nil,
        customizable: [ViewControllerID]? = nil, detached: Set<ViewControllerID> = [],
        at index: Int? = nil
    ) {
        guard let old = nodes[tbc]?.tabs else { return }
        guard list != old.viewControllers else {
            setCustomizable(customizable ?? list, of: tbc)
            return
        }
        completeTransition(around: tbc)
        for id in list { completeTransition(around: id) }
        closeSession(of: tbc)
        let selected = old.selectedViewController
        let selectedIndex = index ?? old.selectedIndex
        let oldItems = nodes.barItems(of: tbc)

        // Before the end of the change, only a stack that loses its top makes its own transition (S-63).
        records.listChanges.insert(tbc)
        let popped = keepOrEmptyMore(of: tbc, old, for: list)
        let (before, after) = (Set(old.viewControllers), Set(list))
        for id in old.viewControllers where !after.contains(id) {
            if detached.contains(id) {
                detach(id, from: tbc)
            } else {
                remove(id, from: tbc, isClaimed: id == claimed, for: list)
            }
        }
        if let last = old.lastDirect, detached.contains(last) { nodes[tbc]?.tabs?.lastDirect = nil }
        nodes[tbc]?.tabs?.viewControllers.removeAll { !after.contains($0) }
        for id in list where nodes.parent(of: id) != tbc && !before.contains(id) { install(id, in: tbc) }
        nodes[tbc]?.tabs?.viewControllers = list
        markChanged([tbc, old.more, old.list])
        // A remaining tab is unchanged except for the bar's items.
        markChanged(list.filter { !before.contains($0) })
        let items = nodes.barItems(of: tbc)
        markChanged(oldItems + items)
        setCustomizable(customizable ?? list, of: tbc)
        if items != oldItems { emit(.itemsChanged(tbc, items: items, animated: animated)) }
        records.listChanges.remove(tbc)
        reselect(selected, selectedIndex, in: tbc, order: .sequential)
        finish(popped)
        focusSelectedItem(of: tbc)
    }

    /// Applies the reselection rule: the same controller, else the same index, else the first (`D-3`, `D-10`, `S-62`).
    /// Hidden tabs do not count (`K-50`).
    mutating func reselect(
        _ selected: ViewControllerID?, _ index: Int?, in tbc: ViewControllerID, order: TransitionOrder
    ) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        let visible = nodes.visibleTabs(of: tbc)
        let sameIndex = index.flatMap { tabs.viewControllers.dropFirst($0).first }
        let successor = sameIndex.flatMap { visible.contains($0) ? $0 : nil } ?? visible.first
        if let selected, visible.contains(selected) {
            show(selected, in: tbc, order: order, animated: false)
        } else if selected == tabs.more, nodes.isOverflowing(tbc) {
            switchTo(.more, of: tbc, order: order, animated: false)
        } else if let successor {
            show(successor, in: tbc, order: order, animated: false)
        } else {
            switchTo(.none, of: tbc, order: order, animated: false)
        }
    }

    /// Resets the customizable controllers, as every list change does (`D-4`). In profile tv they stay empty (`S-85`).
    private mutating func setCustomizable(_ list: [ViewControllerID], of tbc: ViewControllerID) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        let new = tabs.profile == .tv ? [] : list
        guard tabs.customizableViewControllers != new else { return }
        nodes[tbc]?.tabs?.customizableViewControllers = new
        markChanged([tbc, tabs.list])
    }

    /// Prepares More for a list change: it keeps a remaining overflow controller and returns one that gets its own tab
    /// (`S-45`, `S-61`). Removed controllers leave in their turn.
    /// - Returns: The controllers that are popped without a new parent.
    private mutating func keepOrEmptyMore(
        of tbc: ViewControllerID, _ old: Tabs, for list: [ViewControllerID]
    ) -> [Move] {
        let visible = list.filter { !nodes.isTabHidden($0) }
        let direct = visible.prefix(nodes.directCount(of: visible.count, in: tbc))
        if let shown = old.moreShown { return direct.contains(shown) ? emptyMore(of: tbc, for: list) : [] }
        guard direct.count == visible.count, nodes[old.more]?.stack.count != 1 else { return [] }
        return emptyMore(of: tbc, for: list)
    }

    /// Removes a controller, which disappears between its "will" and its "did" (`G-21`, `S-33`). The caller removes it
    /// from the list.
    private mutating func remove(
        _ id: ViewControllerID, from tbc: ViewControllerID, isClaimed: Bool, for list: [ViewControllerID]
    ) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        if !isClaimed { emit(.willMove(id, toParent: nil)) }
        hideBranch(id, in: tbc)
        if tabs.moreShown == id { emptyMore(of: tbc, removing: id, for: list) }
        if tabs.slot == .tab(id) { nodes[tbc]?.tabs?.slot = .none }
        if tabs.lastDirect == id { nodes[tbc]?.tabs?.lastDirect = nil }
        setParent(nil, of: id)
        markChanged(tbc)
        markTreeChanged(id)
        if !isClaimed { emit(.didMove(id, toParent: nil)) }
    }

    /// Adds a controller, which first leaves its old container (`D-13`, `S-28`, `S-30`).
    private mutating func install(_ id: ViewControllerID, in tbc: ViewControllerID) {
        leaveWindow(id)
        emit(.willMove(id, toParent: tbc))
        // More may have popped the controller already. Then its removal is skipped.
        if let parent = nodes.parent(of: id),
            nodes.kind(of: parent) != .moreNavigationController || nodes[parent]?.stack.contains(id) == true
        {
            removeFromContainer(id)
        }
        hideBranch(id, in: tbc)
        setParent(tbc, of: id)
        markChanged(tbc)
        markTreeChanged(id)
        emit(.didMove(id, toParent: tbc))
    }
}
