/// A tab relative to the selected one.
package enum TabStep: Sendable { case next, previous, lastUsed }

/// Selection by program of a tab relative to the selected one.
extension Hierarchy {
    /// Selects the next, the previous or the last used tab. Skips disabled and hidden tabs, and goes on at the other
    /// end of the list (`S-110`). Without another such tab, the selection stays.
    ///
    /// - Returns: As `select(_:in:askingForAnimation:)`.
    package mutating func selectTab(
        _ step: TabStep, in tbc: ViewControllerID, askingForAnimation: Bool = false
    ) throws(ModelError) -> Question? {
        let tabs = try require.tabs(tbc)
        guard let target = nodes.tab(step, in: tabs) else { return nil }
        return try select(target, in: tbc, askingForAnimation: askingForAnimation)
    }
}

extension Nodes {
    fileprivate func tab(_ step: TabStep, in tabs: Tabs) -> ViewControllerID? {
        let list = tabs.viewControllers
        let selected = tabs.selectedViewController
        let isCandidate = { (id: ViewControllerID) in
            id != selected && !isTabHidden(id) && tabBarItem(of: id).isEnabled
        }
        let index = tabs.selectedIndex
        switch step {
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
