extension Hierarchy {
    package func contains(_ id: ViewControllerID) -> Bool {
        nodes[id] != nil
    }

    /// All controllers, in the order of their creation.
    package var allIDs: [ViewControllerID] {
        nodes.keys.sorted()
    }

    package func kind(of id: ViewControllerID) -> Kind? {
        nodes[id]?.kind
    }

    package func title(of id: ViewControllerID) -> String? {
        nodes[id]?.settings.title
    }

    package func parent(of id: ViewControllerID) -> ViewControllerID? {
        nodes[id]?.parent
    }

    /// Returns the children. Those of a tab bar controller are the members of its list that are not pushed on More,
    /// then More. Those of a navigation controller are its stack (`S-10`).
    package func children(of id: ViewControllerID) -> [ViewControllerID] {
        guard let more = nodes[id]?.tabs?.more, let tabs = nodes[id]?.tabs?.viewControllers else {
            return nodes[id]?.stack ?? []
        }
        return tabs.filter { nodes[$0]?.parent == id } + [more]
    }

    /// Returns the children of a controller, and the controller that it presents.
    package func branches(of id: ViewControllerID) -> [ViewControllerID] {
        let children = children(of: id)
        return nodes[id]?.presentation.map { children + [$0.presented] } ?? children
    }

    /// Returns the nearest tab bar controller around a controller, itself excluded (`A-27`).
    package func tabBarController(of id: ViewControllerID) -> ViewControllerID? {
        containers(from: id).dropFirst().first { nodes[$0]?.kind == .tabBarController }
    }

    /// Returns the nearest navigation controller around a controller, More included (`N11`, `E-21`).
    package func navigationController(of id: ViewControllerID) -> ViewControllerID? {
        containers(from: id).dropFirst().first { nodes[$0]?.kind.isNavigation == true }
    }

    package func appearanceState(of id: ViewControllerID) -> AppearanceState {
        nodes[id]?.appearanceState ?? .disappeared
    }

    package func isViewLoaded(_ id: ViewControllerID) -> Bool {
        nodes[id]?.isViewLoaded ?? false
    }

    /// Returns the item as the bar shows it. A navigation controller without its own item shows its root's (`H-4`,
    /// `S-53`).
    package func tabBarItem(of id: ViewControllerID) -> TabBarItem {
        // A node is large, so only the needed fields are read.
        guard nodes[id]?.settings.hasOwnItem == false, let root = wholeStack(of: id).first else {
            return nodes[id]?.settings.item ?? TabBarItem()
        }
        return tabBarItem(of: root)
    }

    package func hidesBottomBarWhenPushed(of id: ViewControllerID) -> Bool {
        nodes[id]?.settings.hidesBottomBarWhenPushed ?? false
    }

    /// Bits as in UIRectEdge: top 1, left 2, bottom 4, right 8.
    package func edgesForExtendedLayout(of id: ViewControllerID) -> UInt32 {
        nodes[id]?.settings.edgesForExtendedLayout ?? 15
    }

    package func extendedLayoutIncludesOpaqueBars(of id: ViewControllerID) -> Bool {
        nodes[id]?.settings.extendedLayoutIncludesOpaqueBars ?? false
    }

    /// Returns the stack of a navigation controller, root first; empty while it is lent to More (`S-37`).
    package func navigationStack(_ id: ViewControllerID) -> [ViewControllerID]? {
        guard let node = nodes[id], node.kind.isNavigation else { return nil }
        return node.stack
    }

    /// Returns the window of a tab bar or navigation controller. It is in use while the controller has no parent.
    package func window(of root: ViewControllerID) -> Window? {
        nodes[root]?.window
    }
}

extension Hierarchy {
    /// Returns the size of a controller's texts in bytes.
    package func textContent(of id: ViewControllerID) -> Int {
        guard let node = nodes[id] else { return 0 }
        let (item, navigationItem) = (node.settings.item, node.settings.navigationItem)
        let texts = [
            node.settings.title, item.title, item.image, item.badgeValue, item.badgeColor, item.ownSelectedImage,
            navigationItem.title,
        ]
        let buttons = navigationItem.barButtonItems
        return node.restorationIdentifier.utf8.count + texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + buttons.reduce(0) { $0 + $1.title.utf8.count + $1.image.utf8.count } + (node.alert?.textContent ?? 0)
    }
}
