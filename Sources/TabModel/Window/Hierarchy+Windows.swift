extension Hierarchy {
    /// Changes the window of a root. A change of visibility sends the appearance callbacks of the displayed controllers
    /// (`G-10` to `G-12`, `G-23`). A pad's width decides whether it has a More (`E-30` to `E-33`).
    package mutating func updateWindow(
        of root: ViewControllerID, _ change: (inout Window) -> Void
    ) throws(ModelError) {
        let node = try requireNode(root)
        guard let old = node.window else { throw .invalidArgument("\(root.describe) has no window") }
        if let owner = owner(of: root) {
            throw .hierarchyInconsistency(
                "\(root.describe) is in the window of \(owner.describe): only a root has a window of its own")
        }
        var window = old
        change(&window)
        if let validationError = window.validationError { throw validationError }
        guard window != old else { return }
        let profile = effectiveProfile(of: root)
        let items = barItems(of: root)
        let changesWidth = window.horizontalSizeClass != old.horizontalSizeClass && node.tabs?.profile == .pad
        if changesWidth || window.isVisible != old.isVisible { completeTransition(around: root) }
        if changesWidth { closeSession(of: root) }
        nodes[root]?.window = window
        markTreeChanged(root)
        if effectiveProfile(of: root) != profile { rearrange(root, oldItems: items) }
        runAppearanceTransition(root, .sequential)
    }

    /// Rearranges the tabs after a change of the number of slots: More is added or removed, and the displayed
    /// controller stays displayed.
    private mutating func rearrange(_ tbc: ViewControllerID, oldItems: [ViewControllerID]) {
        guard let tabs = nodes[tbc]?.tabs, barItems(of: tbc) != oldItems else { return }
        let order = TransitionOrder(tabs.lifecycleOrder)
        let isList = tabs.selectedViewController == tabs.more
        let popped = isOverflowing(tbc) ? [] : emptyMore(of: tbc)
        emit(.itemsChanged(tbc, items: barItems(of: tbc), animated: false))
        if isList, let last = tabs.lastDirect, tabs.viewControllers.contains(last) {
            reselect(last, nil, in: tbc, order: order)
        } else {
            reselect(tabs.selectedViewController, tabs.selectedIndex, in: tbc, order: order)
        }
        finish(popped)
    }
}
