/// All view controllers, their containers and their presenters. A `Hierarchy` changes it; everything that only reads is
/// a function of it.
package struct Nodes: Sendable {
    private var nodes = SharedNodes()
    /// The language outside of windows, and of new windows.
    var defaultLanguage = Language.english

    subscript(id: ViewControllerID) -> Node? {
        get { nodes[id] }
        _modify { yield &nodes[id] }
    }

    package func contains(_ id: ViewControllerID) -> Bool { nodes[id] != nil }

    /// All controllers, in the order of their creation.
    package var allIDs: [ViewControllerID] { nodes.ids.sorted() }

    package func kind(of id: ViewControllerID) -> Kind? { nodes[id]?.kind }

    // MARK: Containment

    package func parent(of id: ViewControllerID) -> ViewControllerID? { nodes[id]?.parent }

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

    /// Returns the container or the presenter of a controller.
    package func owner(of id: ViewControllerID) -> ViewControllerID? { nodes[id]?.parent ?? nodes[id]?.presenter }

    /// Returns the root whose window contains a controller: the topmost container, where a presented controller counts
    /// to its presenter.
    package func root(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let next = owner(of: current) { current = next }
        return current
    }

    /// Returns a controller, its container, the container of that, and so on, without presenters.
    func containers(from id: ViewControllerID) -> some Sequence<ViewControllerID> {
        sequence(first: id) { nodes[$0]?.parent }
    }

    /// Returns the topmost container around a controller, without presenters.
    package func outermostContainer(of id: ViewControllerID) -> ViewControllerID {
        var current = id
        while let parent = nodes[current]?.parent { current = parent }
        return current
    }

    /// Returns the nearest tab bar controller around a controller, itself excluded (`A-27`).
    package func tabBarController(of id: ViewControllerID) -> ViewControllerID? {
        containers(from: id).dropFirst().first { nodes[$0]?.kind == .tabBarController }
    }

    /// Returns the nearest navigation controller around a controller, More included (`N11`, `E-21`).
    package func navigationController(of id: ViewControllerID) -> ViewControllerID? {
        containers(from: id).dropFirst().first { nodes[$0]?.kind.isNavigation == true }
    }

    /// Returns the tab bar controller whose list contains this controller.
    func listOwner(of id: ViewControllerID) -> ViewControllerID? {
        guard let owner = tabBarController(of: id), let tabs = nodes[owner]?.tabs else { return nil }
        return tabs.viewControllers.contains(id) ? owner : nil
    }

    /// Returns the tab that contains a controller, or is it, with the tab bar controller around it. A page that More shows
    /// belongs to the tab that it was shown for. Nil for More itself and its list.
    package func tab(around id: ViewControllerID) -> (id: ViewControllerID, owner: ViewControllerID)? {
        guard let owner = tabBarController(of: id), let tabs = nodes[owner]?.tabs else { return nil }
        for container in containers(from: id) where container != owner {
            if tabs.viewControllers.contains(container) { return (container, owner) }
            guard container == tabs.more else { continue }
            let isOwn = id == tabs.more || nodes[id]?.kind == .moreList
            return isOwn ? nil : tabs.moreShown.map { ($0, owner) }
        }
        return nil
    }

    // MARK: Stacks

    /// Returns the stack of a navigation controller, root first; empty while it is lent to More (`S-37`).
    package func navigationStack(_ id: ViewControllerID) -> [ViewControllerID]? {
        guard let node = nodes[id], node.kind.isNavigation else { return nil }
        return node.stack
    }

    /// Returns a navigation controller's stack, even while it is lent to More (`E-22`).
    func wholeStack(of id: ViewControllerID) -> [ViewControllerID] {
        guard isLent(id), let owner = listOwner(of: id), let more = nodes[owner]?.tabs?.more else {
            return nodes[id]?.stack ?? []
        }
        return Array(nodes[more]?.stack.dropFirst() ?? [])
    }

    /// Returns whether a navigation controller's stack is lent to More (`E-22`).
    func isLent(_ id: ViewControllerID?) -> Bool { id.flatMap { nodes[$0]?.navigation?.isLent } ?? false }

    /// Returns the navigation controller that lent the stack with this controller.
    func lender(ofStackWith id: ViewControllerID) -> ViewControllerID? {
        guard let more = nodes[id]?.parent, nodes[more]?.kind == .moreNavigationController,
            let tabs = nodes[more]?.parent.flatMap({ nodes[$0]?.tabs }), isLent(tabs.moreShown)
        else { return nil }
        return tabs.moreShown
    }

    /// Returns the controller above another one on a stack.
    func controller(above id: ViewControllerID) -> ViewControllerID? {
        guard let stack = nodes[id]?.parent.flatMap({ nodes[$0]?.stack }), let index = stack.firstIndex(of: id) else {
            return nil
        }
        return stack.dropFirst(index + 1).first
    }

    /// Returns the title of the back button of a controller on a stack: the title of the controller below; nil without
    /// a back button (`N14`).
    package func backButtonTitle(of id: ViewControllerID) -> String? {
        guard let node = nodes[id], !node.settings.navigationItem.hidesBackButton,
            node.settings.navigationItem.leftBarButtonItems.isEmpty, let nav = node.parent,
            let stack = nodes[nav]?.stack, let index = stack.firstIndex(of: id), index > 0
        else { return nil }
        return navigationItem(of: stack[index - 1]).title ?? text(.back, around: id)
    }

    // MARK: State of a controller

    /// Returns the title. More's list has one in the language of its window, until a program sets another one.
    package func title(of id: ViewControllerID) -> String? { nodes[id]?.settings.title ?? ownTitle(of: id) }

    /// Returns the title that the model gives a controller: that of More for its list.
    private func ownTitle(of id: ViewControllerID) -> String? {
        nodes[id]?.kind == .moreList ? text(.more, around: id) : nil
    }

    /// Returns the restoration identifier; `""` for none.
    package func restorationIdentifier(of id: ViewControllerID) -> String { nodes[id]?.restorationIdentifier ?? "" }

    package func appearanceState(of id: ViewControllerID) -> AppearanceState {
        nodes[id]?.appearanceState ?? .disappeared
    }

    /// Whether a view controller's view was ever in a visible window, or is about to be.
    package func hasAppeared(_ id: ViewControllerID) -> Bool { nodes[id]?.hasAppeared ?? false }

    package func isViewLoaded(_ id: ViewControllerID) -> Bool { nodes[id]?.isViewLoaded ?? false }

    /// Returns the window of a tab bar or navigation controller. It is in use while the controller has no parent.
    package func window(of root: ViewControllerID) -> Window? { nodes[root]?.window }

    /// Returns the item as the bar shows it. A navigation controller without its own item shows its root's (`H-4`,
    /// `S-53`).
    package func tabBarItem(of id: ViewControllerID) -> TabBarItem {
        // A node is large, so only the needed fields are read.
        guard nodes[id]?.settings.hasOwnItem == false, let root = wholeStack(of: id).first else {
            var item = nodes[id]?.settings.item ?? TabBarItem()
            if item.title == nil, let title = ownTitle(of: id) { item.title = title }
            return item
        }
        return tabBarItem(of: root)
    }

    /// Returns whether a controller is hidden as a tab, in whatever list it is (`K-50`).
    package func isTabHidden(_ id: ViewControllerID) -> Bool { nodes[id]?.settings.tabVisibility.isHidden ?? false }

    package func tabVisibility(of id: ViewControllerID) -> TabVisibility {
        nodes[id]?.settings.tabVisibility ?? TabVisibility()
    }

    /// Returns the navigation item, for More's list with the buttons of the moment.
    package func navigationItem(of id: ViewControllerID) -> NavigationItem {
        guard nodes[id]?.kind != .moreList else { return navigationItem(ofList: id) }
        return nodes[id]?.settings.navigationItem ?? NavigationItem()
    }

    package func isNavigationBarHidden(_ nav: ViewControllerID) -> Bool {
        nodes[nav]?.settings.isNavigationBarHidden ?? false
    }

    package func isToolbarHidden(_ nav: ViewControllerID) -> Bool { nodes[nav]?.settings.isToolbarHidden ?? true }

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

    package func modalPresentationStyle(of id: ViewControllerID) -> ModalPresentationStyle {
        nodes[id]?.settings.modalPresentationStyle ?? .automatic
    }

    package func isModalInPresentation(_ id: ViewControllerID) -> Bool {
        nodes[id]?.settings.isModalInPresentation ?? false
    }

    package func preferredContentSize(of id: ViewControllerID) -> Size {
        nodes[id]?.settings.preferredContentSize ?? Size(width: 0, height: 0)
    }

    /// Returns the images that the item of a controller and its buttons name. A text may be an icon name.
    package func images(of id: ViewControllerID) -> [String] { nodes[id]?.settings.images ?? [] }

    /// Returns the size of a controller's texts in bytes.
    package func textContent(of id: ViewControllerID) -> Int {
        restorationIdentifier(of: id).utf8.count + (nodes[id]?.settings.textContent ?? 0)
            + (nodes[id]?.alert?.textContent ?? 0)
    }
}
