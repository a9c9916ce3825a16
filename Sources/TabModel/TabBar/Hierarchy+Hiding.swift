/// Hiding tabs, and showing them again (`K-50`, `K-51`, `S-140`).
extension Hierarchy {
    /// Changes whether a view controller is offered as a tab.
    package mutating func changeVisibility(
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

    /// Hides and shows the tabs as their default is, without the user's changes.
    package mutating func resetTabs(of tbc: ViewControllerID) throws(ModelError) {
        var changes: [ViewControllerID: TabVisibility] = [:]
        for tab in try require.tabs(tbc).viewControllers {
            var visibility = nodes.tabVisibility(of: tab)
            visibility.isHidden = visibility.isHiddenByDefault
            changes[tab] = visibility
        }
        apply(changes, in: tbc)
    }

    private mutating func apply(_ changes: [ViewControllerID: TabVisibility], in tbc: ViewControllerID?) {
        let changes = changes.filter { nodes.tabVisibility(of: $0.key) != $0.value }
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
}
