/// Navigation items and what a user does with them.
extension Hierarchy {
    package func navigationItem(of id: ViewControllerID) -> NavigationItem {
        nodes[id]?.navigationItem ?? NavigationItem()
    }

    package mutating func setNavigationItem(
        of id: ViewControllerID, _ change: (inout NavigationItem) -> Void
    ) throws(ModelError) {
        var item = try requireNode(id).navigationItem
        let old = item
        change(&item)
        guard item != old else { return }
        if let fault = item.fault { throw fault }
        nodes[id]?.navigationItem = item
        touch(id)
        touchAbove(id)
    }

    /// Announces the controller above one on a stack: its way back is called after that.
    mutating func touchAbove(_ id: ViewControllerID) {
        guard let stack = nodes[id]?.parent.flatMap({ nodes[$0]?.stack }), let index = stack.firstIndex(of: id) else {
            return
        }
        touch(stack.dropFirst(index + 1).first)
    }

    /// What the way back from a controller on a stack is called: the title of the one below; nil when there is no way
    /// back, or it is not shown (`N14`).
    package func backButtonTitle(of id: ViewControllerID) -> String? {
        guard let node = nodes[id], !node.navigationItem.hidesBackButton,
            node.navigationItem.leftBarButtonItems.isEmpty, let nav = node.parent,
            let stack = nodes[nav]?.stack, let index = stack.firstIndex(of: id), index > 0
        else { return nil }
        return nodes[stack[index - 1]]?.navigationItem.title ?? "Back"
    }

    /// A user taps a button of the bar.
    package mutating func tapBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        try requireBarButtonItem(item, of: id)
        emit(.barButtonItemActivated(id, item: item))
    }

    /// Fails for a button that a user can't tap.
    package func requireBarButtonItem(_ item: UInt32, of id: ViewControllerID) throws(ModelError) {
        let navigationItem = try requireNode(id).navigationItem
        let items = navigationItem.leftBarButtonItems + navigationItem.rightBarButtonItems
        guard let found = items.first(where: { $0.id == item }) else {
            let ids = items.map { String($0.id) }.joined(separator: ", ")
            throw .invalidArgument(
                "\(id.describe) has no bar button item \(item)\(ids.isEmpty ? "" : ": it has \(ids)")")
        }
        guard found.isEnabled else { throw .invalidArgument("bar button item \(item) of \(id.describe) is disabled") }
    }

    /// A user taps the way back; nothing happens at the root, or when there is no button for it.
    package mutating func tapBack(in nav: ViewControllerID) throws(ModelError) {
        let node = try requireStack(nav)
        guard !node.isNavigationBarHidden, let top = node.stack.last, backButtonTitle(of: top) != nil else { return }
        // The Edit sheet is modal: it covers More (S-87).
        if node.kind == .moreNavigationController, node.parent.flatMap({ nodes[$0]?.tabs?.session }) != nil { return }
        _ = try pop(from: nav, animated: true)
    }

    package func isNavigationBarHidden(_ nav: ViewControllerID) -> Bool { nodes[nav]?.isNavigationBarHidden ?? false }

    package mutating func setNavigationBarHidden(_ isHidden: Bool, of nav: ViewControllerID) throws(ModelError) {
        guard try requireNode(nav).isNavigationBarHidden != isHidden else { return }
        nodes[nav]?.isNavigationBarHidden = isHidden
        touchTree(nav)
    }

    /// The bar's frame in the navigation controller's view, zero while it is hidden (`N23`).
    package func navigationBarFrame(of nav: ViewControllerID) -> Rect {
        let height = navigationBarHeight(of: nav)
        guard height > 0, nodes[nav]?.kind.isNavigation == true else { return .zero }
        let (frame, insets) = (layout(of: nav).frame, layout(of: nav).insets)
        return Rect(x: 0, y: insets.top, width: frame.width, height: height)
    }

    func navigationBarHeight(of nav: ViewControllerID) -> Double {
        guard nodes[nav]?.isNavigationBarHidden == false else { return 0 }
        return nodes[root(of: nav)]?.window?.navigationBarHeight ?? 0
    }
}
