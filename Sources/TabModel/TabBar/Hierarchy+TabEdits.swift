/// Edits of the list of tabs that name one tab. Other clients may have changed the list since the caller read it. The
/// customizable tabs stay customizable, and so is an inserted one.
extension Hierarchy {
    /// Inserts a controller into the list of tabs.
    package mutating func insertViewController(
        _ id: ViewControllerID, at index: Int, of tbc: ViewControllerID
    ) throws(ModelError) {
        var list = try require.tabs(tbc).viewControllers
        guard !list.contains(id) else {
            throw .invalidArgument("\(id.describe) is already a tab of \(tbc.describe); move it instead")
        }
        try require.tabList([id])
        try require.place(index, of: list.count + 1, in: tbc)
        list.insert(id, at: index)
        applyEdit(list, of: tbc, inserting: id)
    }

    /// Removes a controller from the list of tabs. It is not destroyed.
    package mutating func removeViewController(
        _ id: ViewControllerID, of tbc: ViewControllerID
    ) throws(ModelError) {
        let list = try require.member(id, of: tbc).viewControllers
        applyEdit(list.filter { $0 != id }, of: tbc)
    }

    /// Moves a tab to another place in the list.
    package mutating func moveViewController(
        _ id: ViewControllerID, to index: Int, of tbc: ViewControllerID
    ) throws(ModelError) {
        var list = try require.member(id, of: tbc).viewControllers
        try require.place(index, of: list.count, in: tbc)
        list.removeAll { $0 == id }
        list.insert(id, at: index)
        applyEdit(list, of: tbc)
    }

    private mutating func applyEdit(
        _ list: [ViewControllerID], of tbc: ViewControllerID, inserting id: ViewControllerID? = nil
    ) {
        guard list != nodes.viewControllers(of: tbc) else { return }
        var customizable = Set(nodes.customizableViewControllers(of: tbc))
        if let id { customizable.insert(id) }
        applyList(list, of: tbc, animated: false, customizable: list.filter { customizable.contains($0) })
    }

    // MARK: Gestures

    /// Moves a tab to another place in the list, as a user drags it.
    ///
    /// - Returns: False for a tab that does not allow it, and during customizing.
    package mutating func reorderTab(
        _ id: ViewControllerID, to index: Int, of tbc: ViewControllerID
    ) throws(ModelError) -> Bool {
        let tabs = try require.member(id, of: tbc)
        try require.place(index, of: tabs.viewControllers.count, in: tbc)
        guard tabs.session == nil, nodes.tabBarItem(of: id).allowsReordering else { return false }
        try moveViewController(id, to: index, of: tbc)
        return true
    }

    /// Begins to close a tab, as a user does. When the gesture is accepted, the caller destroys the controller and calls
    /// `tabClosed`.
    ///
    /// - Parameter asking: Whether the delegate implements `shouldClose`. The gesture is then pending, and nothing
    ///   changes before `answer(_:allowed:)`.
    /// - Returns: Not accepted for a tab that does not allow it, and during customizing.
    package mutating func closeTab(
        _ id: ViewControllerID, of tbc: ViewControllerID, asking: Bool
    ) throws(ModelError) -> Tap {
        _ = try require.member(id, of: tbc)
        guard mayClose(id, of: tbc) else { return .finished(accepted: false) }
        emit(.shouldClose(tbc, id))
        guard asking else { return .finished(accepted: true) }
        return .pending(openQuestion(.shouldClose, about: id, .close(id), in: tbc))
    }

    func mayClose(_ id: ViewControllerID, of tbc: ViewControllerID) -> Bool {
        !nodes.isCustomizing(tbc) && nodes.viewControllers(of: tbc).contains(id)
            && nodes.tabBarItem(of: id).allowsClosing
    }

    /// Reports that the user has closed a tab.
    package mutating func tabClosed(_ id: ViewControllerID, of tbc: ViewControllerID) {
        if nodes.contains(tbc) { emit(.didClose(tbc, id)) }
    }

    // MARK: Neighbours

    /// A tab relative to the selected one.
    package enum TabStep: Sendable { case next, previous, lastUsed }

    /// Selects the next, the previous or the last used tab. Skips disabled tabs, and goes on at the other
    /// end of the list. Without another such tab, the selection stays.
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
    fileprivate func tab(_ step: Hierarchy.TabStep, in tabs: Tabs) -> ViewControllerID? {
        let list = tabs.viewControllers
        let isCandidate = { (id: ViewControllerID) in id != tabs.selectedViewController && tabBarItem(of: id).isEnabled
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
