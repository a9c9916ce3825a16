/// Edits of the list of tabs that name one tab, by the program or by the user. Other clients may have changed the list
/// since the caller read it. The customizable tabs stay customizable, and so is an inserted one (`S-112`).
extension Hierarchy {
    // MARK: By the program

    /// Inserts the controller into the list.
    package mutating func insertTab(
        _ tab: ViewControllerID, at index: Int, in tabBarController: ViewControllerID
    ) throws(ModelError) {
        var list = try require.tabs(tabBarController).viewControllers
        guard !list.contains(tab) else {
            throw .invalidArgument("\(tab.describe) is already a tab of \(tabBarController.describe); move it instead")
        }
        try require.tabList([tab])
        try require.place(index, of: list.count + 1, in: tabBarController)
        list.insert(tab, at: index)
        applyEdit(list, of: tabBarController, inserting: tab)
    }

    /// Removes the tab from the list. Its controller is not destroyed.
    package mutating func removeTab(
        _ tab: ViewControllerID, from tabBarController: ViewControllerID
    ) throws(ModelError) {
        let list = try require.member(tab, of: tabBarController).viewControllers
        applyEdit(list.filter { $0 != tab }, of: tabBarController)
    }

    /// Moves the tab to another place in the list.
    package mutating func moveTab(
        _ tab: ViewControllerID, to index: Int, in tabBarController: ViewControllerID
    ) throws(ModelError) {
        var list = try require.member(tab, of: tabBarController).viewControllers
        try require.place(index, of: list.count, in: tabBarController)
        list.removeAll { $0 == tab }
        list.insert(tab, at: index)
        applyEdit(list, of: tabBarController)
    }

    private mutating func applyEdit(
        _ list: [ViewControllerID], of tabBarController: ViewControllerID, inserting tab: ViewControllerID? = nil
    ) {
        guard list != nodes.viewControllers(of: tabBarController) else { return }
        var customizable = Set(nodes.customizableViewControllers(of: tabBarController))
        if let tab { customizable.insert(tab) }
        applyList(
            list, of: tabBarController, animated: false, customizable: list.filter { customizable.contains($0) })
    }

    // MARK: By the user

    /// Moves the tab to another place in the list, as a user drags it (`S-113`).
    ///
    /// - Returns: False for a tab that does not allow it, and during customizing.
    package mutating func reorderTab(
        _ tab: ViewControllerID, to index: Int, in tabBarController: ViewControllerID
    ) throws(ModelError) -> Bool {
        let tabs = try require.member(tab, of: tabBarController)
        try require.place(index, of: tabs.viewControllers.count, in: tabBarController)
        guard tabs.session == nil, nodes.tabBarItem(of: tab).allowsReordering else { return false }
        try moveTab(tab, to: index, in: tabBarController)
        return true
    }

    /// Hides the tab or shows it again, as a user does (`K-51`).
    ///
    /// - Returns: False for a tab that does not allow it, for the last visible one, and during customizing.
    package mutating func hideTab(
        _ tab: ViewControllerID, _ isHidden: Bool, in tabBarController: ViewControllerID
    ) throws(ModelError) -> Bool {
        let tabs = try require.member(tab, of: tabBarController)
        guard tabs.session == nil, nodes.tabVisibility(of: tab).allowsHiding,
            !isHidden || nodes.visibleTabs(of: tabBarController) != [tab]
        else { return false }
        try changeVisibility(of: tab) { $0.isHidden = isHidden }
        return true
    }

    /// Begins to close the tab, as a user does (`S-114`). When the gesture is accepted, the caller destroys the
    /// controller and calls `tabClosed(_:in:)`.
    ///
    /// - Parameter asking: Whether the delegate implements `shouldClose`. The gesture is then pending, and nothing
    ///   changes before `Hierarchy.answer(_:allowed:)`.
    /// - Returns: Not accepted for a tab that does not allow it, and during customizing.
    package mutating func beginClosingTab(
        _ tab: ViewControllerID, asking: Bool, in tabBarController: ViewControllerID
    ) throws(ModelError) -> Tap {
        _ = try require.member(tab, of: tabBarController)
        guard nodes.isClosable(tab, of: tabBarController) else { return .finished(accepted: false) }
        emit(.shouldClose(tabBarController, tab))
        guard asking else { return .finished(accepted: true) }
        return .pending(openQuestion(.shouldClose, about: tab, .close(tab), in: tabBarController))
    }

    /// Reports that the user has closed the tab.
    package mutating func tabClosed(_ tab: ViewControllerID, in tabBarController: ViewControllerID) {
        if nodes.contains(tabBarController) { emit(.didClose(tabBarController, tab)) }
    }
}
