/// An edit of the list of tabs that names one tab, by the program or by the user. Other clients may have changed the list
/// since the caller read it. The customizable tabs stay customizable, and so is an inserted one (`S-112`).
package struct TabEdit: Sendable {
    private let tab: ViewControllerID
    private let tabBarController: ViewControllerID

    package init(of tab: ViewControllerID, in tabBarController: ViewControllerID) {
        self.tab = tab
        self.tabBarController = tabBarController
    }

    // MARK: By the program

    /// Inserts the controller into the list.
    package func insert(at index: Int, in model: inout Hierarchy) throws(ModelError) {
        var list = try model.require.tabs(tabBarController).viewControllers
        guard !list.contains(tab) else {
            throw .invalidArgument("\(tab.describe) is already a tab of \(tabBarController.describe); move it instead")
        }
        try model.require.tabList([tab])
        try model.require.place(index, of: list.count + 1, in: tabBarController)
        list.insert(tab, at: index)
        apply(list, addingCustomizable: true, in: &model)
    }

    /// Removes the tab from the list. Its controller is not destroyed.
    package func remove(in model: inout Hierarchy) throws(ModelError) {
        let list = try model.require.member(tab, of: tabBarController).viewControllers
        apply(list.filter { $0 != tab }, in: &model)
    }

    /// Moves the tab to another place in the list.
    package func move(to index: Int, in model: inout Hierarchy) throws(ModelError) {
        var list = try model.require.member(tab, of: tabBarController).viewControllers
        try model.require.place(index, of: list.count, in: tabBarController)
        list.removeAll { $0 == tab }
        list.insert(tab, at: index)
        apply(list, in: &model)
    }

    private func apply(_ list: [ViewControllerID], addingCustomizable isNew: Bool = false, in model: inout Hierarchy) {
        guard list != model.nodes.viewControllers(of: tabBarController) else { return }
        var customizable = Set(model.nodes.customizableViewControllers(of: tabBarController))
        if isNew { customizable.insert(tab) }
        model.applyList(
            list, of: tabBarController, animated: false, customizable: list.filter { customizable.contains($0) })
    }

    // MARK: By the user

    /// Moves the tab to another place in the list, as a user drags it (`S-113`).
    ///
    /// - Returns: False for a tab that does not allow it, and during customizing.
    package func reorder(to index: Int, in model: inout Hierarchy) throws(ModelError) -> Bool {
        let tabs = try model.require.member(tab, of: tabBarController)
        try model.require.place(index, of: tabs.viewControllers.count, in: tabBarController)
        guard tabs.session == nil, model.nodes.tabBarItem(of: tab).allowsReordering else { return false }
        try move(to: index, in: &model)
        return true
    }

    /// Hides the tab or shows it again, as a user does (`K-51`).
    ///
    /// - Returns: False for a tab that does not allow it, for the last visible one, and during customizing.
    package func hide(_ isHidden: Bool, in model: inout Hierarchy) throws(ModelError) -> Bool {
        let tabs = try model.require.member(tab, of: tabBarController)
        guard tabs.session == nil, model.nodes.tabVisibility(of: tab).allowsHiding,
            !isHidden || model.nodes.visibleTabs(of: tabBarController) != [tab]
        else { return false }
        try TabHiding.change(of: tab, in: &model) { $0.isHidden = isHidden }
        return true
    }

    /// Begins to close the tab, as a user does (`S-114`). When the gesture is accepted, the caller destroys the
    /// controller and calls `closed(in:)`.
    ///
    /// - Parameter asking: Whether the delegate implements `shouldClose`. The gesture is then pending, and nothing
    ///   changes before `Hierarchy.answer(_:allowed:)`.
    /// - Returns: Not accepted for a tab that does not allow it, and during customizing.
    package func beginClosing(asking: Bool, in model: inout Hierarchy) throws(ModelError) -> Tap {
        _ = try model.require.member(tab, of: tabBarController)
        guard model.nodes.isClosable(tab, of: tabBarController) else { return .finished(accepted: false) }
        model.emit(.shouldClose(tabBarController, tab))
        guard asking else { return .finished(accepted: true) }
        return .pending(model.openQuestion(.shouldClose, about: tab, .close(tab), in: tabBarController))
    }

    /// Reports that the user has closed the tab.
    package func closed(in model: inout Hierarchy) {
        if model.nodes.contains(tabBarController) { model.emit(.didClose(tabBarController, tab)) }
    }
}
