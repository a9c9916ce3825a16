/// Navigation items and their gestures.
extension Hierarchy {
    package func navigationItem(of id: ViewControllerID) -> NavigationItem {
        guard nodes[id]?.kind != .moreList else { return navigationItem(ofList: id) }
        return nodes[id]?.settings.navigationItem ?? NavigationItem()
    }

    package mutating func setNavigationItem(
        of id: ViewControllerID, _ change: (inout NavigationItem) -> Void
    ) throws(ModelError) {
        var item = try requireNode(id).settings.navigationItem
        let old = item
        change(&item)
        guard item != old else { return }
        if item.rightBarButtonItems != old.rightBarButtonItems { try requireWritableRightItems(of: id) }
        try requireFreeNumbers(item, of: id)
        if let validationError = item.validationError { throw validationError }
        nodes[id]?.settings.navigationItem = item
        markChanged(id)
        markAboveChanged(id)
    }

    /// Marks the controller above one on a stack, because its back button shows that one's title.
    mutating func markAboveChanged(_ id: ViewControllerID) {
        guard let stack = nodes[id]?.parent.flatMap({ nodes[$0]?.stack }), let index = stack.firstIndex(of: id) else {
            return
        }
        markChanged(stack.dropFirst(index + 1).first)
    }

    /// Returns the title of the back button of a controller on a stack: the title of the controller below; nil without
    /// a back button (`N14`).
    package func backButtonTitle(of id: ViewControllerID) -> String? {
        guard let node = nodes[id], !node.settings.navigationItem.hidesBackButton,
            node.settings.navigationItem.leftBarButtonItems.isEmpty, let nav = node.parent,
            let stack = nodes[nav]?.stack, let index = stack.firstIndex(of: id), index > 0
        else { return nil }
        return navigationItem(of: stack[index - 1]).title ?? "Back"
    }

    /// Taps a button of a bar.
    package mutating func tapBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        try requireBarButtonItem(item, of: id)
        guard nodes[id]?.kind != .moreList else { return try activate(item, ofList: id) }
        emit(.barButtonItemActivated(id, item: item))
    }

    /// Removes a button from the bar that has it.
    package mutating func removeBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        _ = try barButtonItem(item, of: id)
        if navigationItem(of: id).rightBarButtonItems.contains(where: { $0.id == item }) {
            try requireWritableRightItems(of: id)
        }
        try setNavigationItem(of: id) {
            $0.leftBarButtonItems.removeAll { $0.id == item }
            $0.rightBarButtonItems.removeAll { $0.id == item }
            $0.toolbarItems.removeAll { $0.id == item }
        }
    }

    /// Throws for a button that a user can't tap.
    package func requireBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        guard try barButtonItem(item, of: id).isEnabled else {
            throw .invalidArgument("bar button item \(item) of \(id.describe) is disabled")
        }
    }

    private func barButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) -> BarButtonItem {
        _ = try requireNode(id)
        let items = navigationItem(of: id).barButtonItems
        guard let found = items.first(where: { $0.id == item }) else {
            let ids = items.map { String($0.id) }.joined(separator: ", ")
            throw .invalidArgument(
                "\(id.describe) has no bar button item \(item)\(ids.isEmpty ? "" : ": it has \(ids)")")
        }
        return found
    }

    /// Taps the back button. Does nothing at the root, or without a back button.
    ///
    /// - Returns: Whether the top was popped.
    @discardableResult
    package mutating func tapBack(in nav: ViewControllerID) throws(ModelError) -> Bool {
        let node = try requireStack(nav)
        guard !node.settings.isNavigationBarHidden, let top = node.stack.last, backButtonTitle(of: top) != nil else {
            return false
        }
        // The Edit sheet is modal and covers More (S-87).
        if node.kind == .moreNavigationController, node.parent.flatMap({ nodes[$0]?.tabs?.session }) != nil {
            return false
        }
        return try pop(from: nav, animated: true) != nil
    }

    package func isNavigationBarHidden(_ nav: ViewControllerID) -> Bool {
        nodes[nav]?.settings.isNavigationBarHidden ?? false
    }

    package mutating func setNavigationBarHidden(_ isHidden: Bool, of nav: ViewControllerID) throws(ModelError) {
        guard try requireNode(nav).settings.isNavigationBarHidden != isHidden else { return }
        nodes[nav]?.settings.isNavigationBarHidden = isHidden
        markTreeChanged(nav)
    }

    /// Returns the bar's frame in the navigation controller's view; zero while it is hidden (`N23`).
    package func navigationBarFrame(of nav: ViewControllerID) -> Rect {
        let height = navigationBarHeight(of: nav)
        guard height > 0, nodes[nav]?.kind.isNavigation == true else { return .zero }
        let (frame, insets) = (layout(of: nav).frame, layout(of: nav).insets)
        return Rect(x: 0, y: insets.top, width: frame.width, height: height)
    }

    func navigationBarHeight(of nav: ViewControllerID) -> Double {
        guard nodes[nav]?.settings.isNavigationBarHidden == false else { return 0 }
        return nodes[root(of: nav)]?.window?.navigationBarHeight ?? 0
    }
}
