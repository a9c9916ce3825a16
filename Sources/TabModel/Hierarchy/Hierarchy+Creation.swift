extension Hierarchy {
    package mutating func createViewController() -> ViewControllerID {
        let id = makeID()
        nodes[id] = Node(kind: .plain)
        emit(.created(id))
        return id
    }

    /// Creates a tab bar controller with its More and More's list, which exist for its whole life (`A-24`, `S-27`).
    package mutating func createTabBarController(
        profile: Profile, lifecycleOrder: LifecycleOrder, maximumVisibleItems: Int
    ) -> ViewControllerID {
        let id = makeID()
        var controller = Node(kind: .tabBarController)
        controller.window = Window(profile: profile)
        controller.tabs = Tabs(
            more: makeID(), list: makeID(), profile: profile, lifecycleOrder: lifecycleOrder,
            maximumVisibleItems: max(0, maximumVisibleItems))
        insertTabBarController(id, controller)
        return id
    }

    /// Adds a tab bar controller without tabs, and its More.
    mutating func insertTabBarController(_ id: ViewControllerID, _ node: Node) {
        guard let tabs = node.tabs else { return }
        nodes[id] = node
        var moreNode = Self.partNode(.moreNavigationController)
        moreNode.parent = id
        moreNode.stack = [tabs.list]
        nodes[tabs.more] = moreNode
        var listNode = Self.partNode(.moreList)
        listNode.parent = tabs.more
        nodes[tabs.list] = listNode
        for created in [id, tabs.more, tabs.list] { emit(.created(created)) }
    }

    /// Returns a new node for More or its list.
    static func partNode(_ kind: Kind) -> Node {
        var node = Node(kind: kind)
        if kind == .moreNavigationController {
            node.settings.item = TabBarItem(systemItem: .more)
        } else {
            node.settings.title = SystemItem.more.title
            node.settings.item.title = SystemItem.more.title
            node.settings.navigationItem.title = SystemItem.more.title
        }
        return node
    }

    /// Creates a navigation controller with the stack `root`. The root leaves its old container (`N2`, `S-28`).
    ///
    /// - Parameter isDelegate: Whether the delegate of the root's popover creates it. The delegate may do so while it
    ///   is asked for a replacement of the root (`P63`).
    package mutating func createNavigationController(
        root: ViewControllerID, byPopoverDelegate isDelegate: Bool = false
    ) throws(ModelError) -> ViewControllerID {
        let wraps = isDelegate && isAskedForReplacement(of: root)
        try validatePushable(root, onto: nil, mayBePresented: wraps)
        let id = makeID()
        var node = Node(kind: .navigationController)
        node.settings.hasOwnItem = false
        node.window = Window(profile: .phone)
        nodes[id] = node
        emit(.created(id))
        if wraps { transferPresentation(of: root, to: id) }
        setStack(of: id, to: [root], animated: false)
        return id
    }

    private mutating func makeID() -> ViewControllerID {
        defer { nextID += 1 }
        return ViewControllerID(nextID)
    }
}

extension Hierarchy {
    /// Removes a controller from its container and from the hierarchy, with its events. Its children are released.
    package mutating func destroy(_ id: ViewControllerID) throws(ModelError) {
        let node = try requireNode(id)
        guard !node.kind.isPartOfTabBarController else {
            throw .invalidArgument("\(id.describe) can't be destroyed: it belongs to its tab bar controller")
        }
        endPresentation(by: id, animated: false)
        if let presenter = node.presenter ?? presenter(ofPopover: id) {
            endPresentation(by: presenter, animated: false)
        }
        discardAlerts(presentedFrom: id)
        guard node.alert == nil else { return discardAlert(id) }
        removeFromPopovers(id)
        leaveWindow(id)
        removeFromContainer(id, isClaimed: false)
        if let tabs = node.tabs {
            applyList([], of: id, animated: false)
            for part in [tabs.list, tabs.more] {
                discardAlerts(presentedFrom: part)
                noteParent(of: part)
                removeFromPopovers(part)
                remove(part)
            }
        } else if node.kind.isNavigation {
            setStack(of: id, to: [], animated: false)
        }
        remove(id)
    }

    /// Removes a controller from its old container because a new container has claimed it. The controller gets no
    /// containment callbacks, but it disappears, and its old container changes accordingly (`S-28`, `S-29`, `S-63`).
    /// The caller sets the new parent.
    ///
    /// - Parameter isClaimed: False for a controller that is destroyed. It gets the callbacks of a removal.
    mutating func removeFromContainer(_ id: ViewControllerID, isClaimed: Bool = true) {
        guard let parent = nodes[id]?.parent else { return }
        let claimed = isClaimed ? id : nil
        if let owner = listOwner(of: id), let tabs = nodes[owner]?.tabs {
            applyList(tabs.viewControllers.filter { $0 != id }, of: owner, animated: false, claimed: claimed)
        } else if let stack = nodes[parent]?.stack {
            setStack(of: parent, to: stack.filter { $0 != id }, animated: false, claimed: claimed)
        }
    }

    /// Returns the tab bar controller whose list contains this controller.
    func listOwner(of id: ViewControllerID) -> ViewControllerID? {
        guard let owner = tabBarController(of: id), let tabs = nodes[owner]?.tabs else { return nil }
        return tabs.viewControllers.contains(id) ? owner : nil
    }
}
