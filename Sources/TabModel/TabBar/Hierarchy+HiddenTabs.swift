/// Hidden tabs, and the arrangement of the tabs that the bar offers.
extension Hierarchy {
    /// Changes whether a view controller is offered as a tab (`K-50`, `S-140`).
    package mutating func changeTabVisibility(
        of id: ViewControllerID, _ change: (inout TabVisibility) -> Void
    ) throws(ModelError) {
        let node = try require.node(id)
        guard !node.kind.isPartOfTabBarController else {
            throw .invalidArgument("\(id.describe) belongs to a More, which can't be hidden")
        }
        var visibility = node.settings.tabVisibility
        change(&visibility)
        apply([id: visibility], in: nodes.listOwner(of: id))
    }

    /// Hides and shows the tabs as their default is, without the user's changes (`K-51`).
    package mutating func resetHiddenTabs(of tbc: ViewControllerID) throws(ModelError) {
        var changes: [ViewControllerID: TabVisibility] = [:]
        for tab in try require.tabs(tbc).viewControllers {
            guard var visibility = nodes[tab]?.settings.tabVisibility else { continue }
            visibility.isHidden = visibility.isHiddenByDefault
            changes[tab] = visibility
        }
        apply(changes, in: tbc)
    }

    private mutating func apply(_ changes: [ViewControllerID: TabVisibility], in tbc: ViewControllerID?) {
        let changes = changes.filter { nodes[$0.key]?.settings.tabVisibility != $0.value }
        let isRearranged = changes.contains { nodes.isTabHidden($0.key) != $0.value.isHidden }
        let items = tbc.map { nodes.barItems(of: $0) } ?? []
        if isRearranged, let tbc {
            completeTransition(around: tbc)
            closeSession(of: tbc)
        }
        for (id, visibility) in changes.sorted(by: { $0.key < $1.key }) {
            nodes[id]?.settings.tabVisibility = visibility
            markChanged(id)
        }
        guard isRearranged, let tbc, let tabs = nodes[tbc]?.tabs else { return }
        markChanged([tbc, tabs.more, tabs.list] + items + nodes.barItems(of: tbc))
        rearrange(tbc, oldItems: items)
        focusSelectedItem(of: tbc)
    }

    /// Rearranges the tabs after a change of the number of slots or of the hidden tabs: More is added or removed, and
    /// the displayed controller stays displayed. If it is hidden, the first visible tab is displayed instead.
    mutating func rearrange(_ tbc: ViewControllerID, oldItems: [ViewControllerID]) {
        guard let tabs = nodes[tbc]?.tabs else { return }
        let items = nodes.barItems(of: tbc)
        let order = TransitionOrder(tabs.lifecycleOrder)
        let isOverflowing = nodes.isOverflowing(tbc)
        // The list stays displayed while there is a More.
        let isList = tabs.selectedViewController == tabs.more && !isOverflowing
        let keepsMore = isOverflowing && (tabs.moreShown.map { nodes.moreRows(of: tbc).contains($0) } ?? true)
        let popped = keepsMore ? [] : emptyMore(of: tbc)
        if items != oldItems { emit(.itemsChanged(tbc, items: items, animated: false)) }
        if isList, let last = tabs.lastDirect, nodes.slot(of: last, in: tbc) != nil {
            reselect(last, nil, in: tbc, order: order)
        } else {
            reselect(tabs.selectedViewController, tabs.selectedIndex, in: tbc, order: order)
        }
        finish(popped)
    }
}
