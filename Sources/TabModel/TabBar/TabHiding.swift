/// Hiding tabs, and showing them again (`K-50`, `K-51`, `S-140`).
package enum TabHiding {
    /// Changes whether a view controller is offered as a tab.
    package static func change(
        of id: ViewControllerID, in model: inout Hierarchy, _ change: (inout TabVisibility) -> Void
    ) throws(ModelError) {
        let node = try model.require.node(id)
        guard !node.kind.isPartOfTabBarController else {
            throw .invalidArgument("\(id.describe) belongs to a More, which can't be hidden")
        }
        var visibility = node.settings.tabVisibility
        change(&visibility)
        apply([id: visibility], in: model.nodes.listOwner(of: id), &model)
    }

    /// Hides and shows the tabs as their default is, without the user's changes.
    package static func resetTabs(of tbc: ViewControllerID, in model: inout Hierarchy) throws(ModelError) {
        var changes: [ViewControllerID: TabVisibility] = [:]
        for tab in try model.require.tabs(tbc).viewControllers {
            var visibility = model.nodes.tabVisibility(of: tab)
            visibility.isHidden = visibility.isHiddenByDefault
            changes[tab] = visibility
        }
        apply(changes, in: tbc, &model)
    }

    private static func apply(
        _ changes: [ViewControllerID: TabVisibility], in tbc: ViewControllerID?, _ model: inout Hierarchy
    ) {
        let changes = changes.filter { model.nodes.tabVisibility(of: $0.key) != $0.value }
        let isRearranged = changes.contains { model.nodes.isTabHidden($0.key) != $0.value.isHidden }
        let items = tbc.map { model.nodes.barItems(of: $0) } ?? []
        if isRearranged, let tbc {
            model.completeTransition(around: tbc)
            model.closeSession(of: tbc)
        }
        for (id, visibility) in changes.sorted(by: { $0.key < $1.key }) {
            model.nodes[id]?.settings.tabVisibility = visibility
            model.markChanged(id)
        }
        guard isRearranged, let tbc, let tabs = model.nodes[tbc]?.tabs else { return }
        model.markChanged([tbc, tabs.more, tabs.list] + items + model.nodes.barItems(of: tbc))
        model.rearrange(tbc, oldItems: items)
        model.focusSelectedItem(of: tbc)
    }
}
