extension Hierarchy {
    package mutating func createViewController() -> ViewControllerID {
        let id = takeID()
        nodes[id] = Node(kind: .plain)
        emit(.created(id))
        return id
    }

    /// Makes a tab bar controller with its More and More's list, which exist for its whole life (`A-24`, `S-27`).
    package mutating func createTabBarController(
        profile: Profile, lifecycleOrder: LifecycleOrder, maximumVisibleItems: Int
    ) -> ViewControllerID {
        let id = takeID()
        let more = takeID()
        let list = takeID()
        var controller = Node(kind: .tabBarController)
        controller.window = Window(profile: profile)
        controller.tabs = Tabs(
            more: more, list: list, profile: profile, lifecycleOrder: lifecycleOrder,
            maximumVisibleItems: max(0, maximumVisibleItems))
        nodes[id] = controller
        var moreNode = Node(kind: .moreNavigationController)
        moreNode.item = TabBarItem(systemItem: .more)
        moreNode.parent = id
        moreNode.stack = [list]
        nodes[more] = moreNode
        var listNode = Node(kind: .moreList)
        listNode.title = SystemItem.more.title
        listNode.item.title = SystemItem.more.title
        listNode.parent = more
        nodes[list] = listNode
        for created in [id, more, list] { emit(.created(created)) }
        return id
    }

    /// Makes a navigation controller whose stack is `root`, which leaves its old container (`N2`, `S-28`).
    package mutating func createNavigationController(
        root: ViewControllerID
    ) throws(ModelError) -> ViewControllerID {
        try validatePushable(root)
        let id = takeID()
        var node = Node(kind: .navigationController)
        node.hasOwnItem = false
        node.window = Window(profile: .phone)
        nodes[id] = node
        emit(.created(id))
        setStack(of: id, to: [root], animated: false)
        return id
    }

    private mutating func takeID() -> ViewControllerID {
        defer { nextID += 1 }
        return ViewControllerID(nextID)
    }
}
