/// A tab relative to the selected one.
package enum TabStep: Sendable {
    case next, previous, lastUsed

    fileprivate func target(in tabs: Tabs, _ nodes: Nodes) -> ViewControllerID? {
        let list = tabs.viewControllers
        let selected = tabs.selectedViewController
        let isCandidate = { (id: ViewControllerID) in
            id != selected && !nodes.isTabHidden(id) && nodes.tabBarItem(of: id).isEnabled
        }
        let index = tabs.selectedIndex
        switch self {
        case .lastUsed: return tabs.recentlyUsed.first { list.contains($0) && isCandidate($0) }
        case .next:
            let start = index.map { $0 + 1 } ?? 0
            return (list.dropFirst(start) + list.prefix(start)).first(where: isCandidate)
        case .previous:
            let start = index ?? list.count
            return (list.dropFirst(start) + list.prefix(start)).last(where: isCandidate)
        }
    }
}

extension Hierarchy {
    /// Selects a tab relative to the selected one by program. Disabled and hidden tabs are skipped, and the list goes on at its other end
    /// (`S-110`). Without another such tab, the selection stays.
    ///
    /// - Returns: As `Hierarchy.select(_:in:askingForAnimation:)`.
    package mutating func select(
        _ step: TabStep, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let tabs = try require.tabs(tbc)
        guard let target = step.target(in: tabs, nodes) else { return nil }
        return try select(target, in: tbc, askingForAnimation: askingForAnimation)
    }
}
