extension Hierarchy {
    /// Sets the title of the controller and of its item (`H-3`). A navigation controller has its own item from then on
    /// (`S-53`).
    package mutating func setTitle(_ title: String?, of id: ViewControllerID) throws(ModelError) {
        let node = try requireNode(id)
        var settings = node.settings
        settings.title = title
        settings.navigationItem.title = title
        if !node.kind.isPartOfTabBarController {
            settings.item = tabBarItem(of: id)
            settings.item.title = title
            settings.hasOwnItem = true
        }
        guard settings != node.settings else { return }
        nodes[id]?.settings = settings
        markItemChanged(id)
        markAboveChanged(id)
    }

    /// Changes the item. A navigation controller then has its own item, which starts as a copy of the shown one (`H-4`,
    /// `S-53`).
    package mutating func setTabBarItem(
        of id: ViewControllerID, _ change: (inout TabBarItem) -> Void
    ) throws(ModelError) {
        let node = try requireNode(id)
        guard node.kind != .moreNavigationController else {
            throw .invalidArgument("the item of More (\(id.describe)) can't be changed")
        }
        var item = tabBarItem(of: id)
        change(&item)
        guard item != tabBarItem(of: id) || !node.settings.hasOwnItem else { return }
        nodes[id]?.settings.item = item
        nodes[id]?.settings.hasOwnItem = true
        markItemChanged(id)
    }

    /// Sets the flag. It counts from the next change of the controller's stack (`G-30`, `S-9`).
    package mutating func setHidesBottomBarWhenPushed(_ hides: Bool, of id: ViewControllerID) throws(ModelError) {
        guard try requireNode(id).settings.hidesBottomBarWhenPushed != hides else { return }
        nodes[id]?.settings.hidesBottomBarWhenPushed = hides
        markChanged(id)
    }

    /// Sets the edges that extend under bars: bits as in UIRectEdge, 0 to 15 (`N20`).
    package mutating func setEdgesForExtendedLayout(_ edges: UInt32, of id: ViewControllerID) throws(ModelError) {
        let node = try requireNode(id)
        guard edges <= 15 else {
            throw .invalidArgument(
                "edges \(edges) are not allowed; expected a sum of top 1, left 2, bottom 4 and right 8")
        }
        guard node.settings.edgesForExtendedLayout != edges else { return }
        nodes[id]?.settings.edgesForExtendedLayout = edges
        markTreeChanged(id)
    }

    package mutating func setExtendedLayoutIncludesOpaqueBars(
        _ includes: Bool, of id: ViewControllerID
    ) throws(ModelError) {
        guard try requireNode(id).settings.extendedLayoutIncludesOpaqueBars != includes else { return }
        nodes[id]?.settings.extendedLayoutIncludesOpaqueBars = includes
        markTreeChanged(id)
    }

    /// Sets whether content extends under the bar or ends above it (`N20`).
    package mutating func setBarTranslucent(_ isTranslucent: Bool, of tbc: ViewControllerID) throws(ModelError) {
        guard try requireTabs(tbc).isBarTranslucent != isTranslucent else { return }
        nodes[tbc]?.tabs?.isBarTranslucent = isTranslucent
        markTreeChanged(tbc)
    }

    /// Hides or shows the bar, whatever is displayed (`K-20`, `G-31`).
    package mutating func setTabBarHidden(_ isHidden: Bool, of tbc: ViewControllerID) throws(ModelError) {
        guard try requireTabs(tbc).isTabBarHidden != isHidden else { return }
        nodes[tbc]?.tabs?.isTabBarHidden = isHidden
        markTreeChanged(tbc)
    }
}
