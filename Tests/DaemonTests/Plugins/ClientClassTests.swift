import TestSupport

/// Classes of a client: the creation of their view controllers.
@EventLoop @Suite(.bus) struct ClientClassTests {
    private static let types = ["memo.Desk", "memo.Note", "memo.Stack"]

    private let user: BusClient
    private let factory: ClassFactory

    init() async throws {
        user = try await BusClient.ofNewDaemon()
        factory = try ClassFactory()
        try await factory.register(Self.types, ["TabBarControllers": ["memo.Desk"].variant])
    }

    // MARK: Creation

    @Test func `a view controller of a class is created by its factory`() async throws {
        #expect(try await user.manager.features.contains("client-classes"))
        let types = try await user.manager.viewControllerTypes
        #expect(types.contains("clock.Alarm") && types == types.sorted() && Set(types).isSuperset(of: Self.types))
        let arguments: [String: Variant] = ["Text": .string("x"), "Numbers": [UInt32(1), 2].variant]
        let path = try await user.manager.createViewController(
            "memo.Note", ["Arguments": arguments.variant, "Title": .string("Mine")])
        let creation = try #require(factory.creations.first)
        #expect(factory.creations.count == 1 && creation.className == "memo.Note")
        #expect(creation.options.values == ["ViewController": path.variant, "Arguments": arguments.variant])
        let controller = user.viewController(path)
        #expect(try await controller.type == "memo.Note")
        #expect(try await controller.state == "ready")
        #expect(try await controller.plugin.isNone)
        #expect(try await controller.title == "Mine")
        // Without arguments, and over the scalar method.
        let other = try await user.manager.createRestorableViewController("memo.Note", "note", "")
        #expect(factory.creations.last?.options.values == ["ViewController": other.variant])
        // The object belongs to a view controller already.
        let owner = try #require(factory.owners[path])
        #expect(try await factory.client.register(owner.object, [:]) == path)
        #expect(await failure { try await user.updateView(of: path, []) } == "AccessDenied")
    }

    @Test func `calls to the new object follow the reply, in order`() async throws {
        factory.holdCreations()
        let task = user.beginCreation("memo.Note")
        let creation = try await factory.nextCreation()
        let path = creation.viewController
        let tabs = try await user.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await user.setTabs([path], of: tabs)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        try await user.window(tabs).set(\.colorScheme, to: "dark")
        // Its owner can already do everything, and an action waits.
        try await factory.client.updateView(of: path, [.view(2, "Switch")])
        let action = Task.immediate { @EventLoop in
            try await user.sendAction("valueChanged", .bool(true), to: 2, of: path)
        }
        try await user.barrier()
        factory.prepare = { $0.methods["Action"] = { $0.succeed() } }
        let owner = try #require(factory.answer(creation))
        #expect(try await task.value == path)
        try await action.value
        #expect(
            owner.details == [
                "WillMoveToParent(\(tabs))", "DidMoveToParent(\(tabs))", "ViewDidLoad()", "ViewWillAppear(false)",
                "ViewIsAppearing(false)",
                "TraitsChanged(ColorScheme=noPreference Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=regular)",
                "ViewWillLayout(0 0 320 480, 20 0 49 0)", "ViewDidAppear(false)",
                "TraitsChanged(ColorScheme=dark Contrast=unspecified HorizontalSizeClass=compact LayoutDirection=leftToRight Locale=C TextScale=1 VerticalSizeClass=regular)",
                "Action(2, valueChanged, true)!",
            ])
    }

    @Test func `the title of the creator replaces the one that the class sets in Create`() async throws {
        factory.holdCreations()
        for title in ["Mine", ""] {
            let options: Options = title.isEmpty ? [:] : ["Title": .string(title)]
            let task = user.beginCreation("memo.Note", options)
            let creation = try await factory.nextCreation()
            let (client, path) = (factory.client, creation.viewController)
            try await client.viewController(path).set(\.title, to: "Note")
            try await client.tabBarItem(path).setValues(["Title": .string("Note"), "BadgeValue": .string("1")])
            factory.answer(creation)
            _ = try await task.value
            #expect(try await user.viewController(path).title == (title.isEmpty ? "Note" : "Mine"))
            #expect(try await user.tabBarItem(path).title == (title.isEmpty ? "Note" : "Mine"))
            #expect(try await user.tabBarItem(path).badgeValue == "1")
            try await client.viewController(path).set(\.title, to: "Later")
            #expect(try await user.viewController(path).title == "Later")
        }
    }

    @Test func `tabs can have classes of clients, and of clients and plugins together`() async throws {
        let tabs = try await user.manager.createTabBarController([
            "Types": ["memo.Note", "clock.Alarm", "memo.Note"].variant
        ])
        let list = try await user.tabBarController(tabs).viewControllers
        #expect(factory.creations.map(\.viewController) == [list[0], list[2]])
        let wrong = await complaint {
            _ = try await user.manager.createTabBarController(["Types": ["memo.Note", "memo.Desk"].variant])
        }
        #expect(wrong.hasPrefix("HierarchyInconsistency: ") && wrong.contains("'memo.Desk'"), "\(wrong)")
        #expect(factory.creations.count == 2)
        // The failure of one tab removes all.
        let before = try await user.manager.viewControllers
        factory.create = { [factory] creation in
            if factory.creations.count % 2 == 0 { creation.reply.fail(.failed("no")) } else { factory.answer(creation) }
        }
        let failed = await failure {
            _ = try await user.manager.createTabBarController(["Types": ["memo.Note", "memo.Note"].variant])
        }
        #expect(failed == "PluginFailed")
        #expect(try await user.manager.viewControllers == before)
    }

    @Test func `a class of tab bar controllers gets the taps on its bar`() async throws {
        let desk = try await user.manager.createViewController(
            "memo.Desk", ["Arguments": ["Profile": Variant.string("pad")].variant])
        #expect(try await user.tabBarController(desk).profile == "pad")
        #expect(try await user.manager.tabBarControllers == [desk])
        #expect(
            await failure {
                _ = try await user.manager.createViewController(
                    "memo.Desk", ["Arguments": ["Profile": Variant.string("watch")].variant])
            } == "InvalidArgument")
        try await user.setTabs([try await user.register(), try await user.register()], of: desk)
        let owner = try #require(factory.owners[desk])
        owner.clearCalls()
        #expect(try await user.tap(1, in: desk))
        try await user.select(0, in: desk)
        #expect(try await user.tap(0, in: desk))
        try await factory.barrier()
        #expect(owner.details == ["TabBarDidSelect(1)", "TabBarDidSelect(0)"])
    }

    @Test func `a thousand view controllers are created at a time`() async throws {
        let tasks = (0..<1000).map { _ in user.beginCreation("memo.Note") }
        var paths: Set<ObjectPath> = []
        for task in tasks { paths.insert(try await task.value) }
        #expect(paths.count == 1000)
        #expect(Set(factory.creations.map(\.viewController)) == paths)
        #expect(Set(try await user.manager.viewControllers) == paths)
        for path in paths { try await user.manager.destroy(path) }
        try await factory.barrier()
        #expect(factory.owners.values.allSatisfy { $0.calls == ["Destroyed"] })
        #expect(try await user.manager.viewControllers.isEmpty)
    }

    // MARK: Navigation controllers

    @Test func `a client's own class can own a navigation controller`() async throws {
        let root = try await user.manager.createViewController("memo.Note")
        let stack = try await factory.client.manager.createNavigationController(
            root, ["Type": .string("memo.Stack"), "Title": .string("Stack")])
        #expect(factory.creations.last?.className == "memo.Stack")
        #expect(factory.creations.last?.options.values == ["ViewController": stack.variant])
        #expect(try await user.viewController(stack).type == "NavigationController")
        #expect(try await user.viewController(stack).title == "Stack")
        let tabs = try await user.manager.createTabBarController()
        try await user.setTabs([stack], of: tabs)
        try await factory.barrier()
        #expect(factory.owners[stack]?.details == ["WillMoveToParent(\(tabs))", "DidMoveToParent(\(tabs))"])
        // It works without its owner.
        try await user.manager.subscribe()
        factory.client.connection.close()
        try await user.waitUntilOwnerIsGone(root)
        #expect(try await user.viewController(stack).state == "ready")
        #expect(try await user.tabBarController(tabs).viewControllers == [stack])
    }

    @Test func `a navigation controller with a class of another owner is refused`() async throws {
        let root = try await user.manager.createViewController("memo.Note")
        let before = try await user.managedObjects()
        for (client, type) in [
            (user, "memo.Stack"), (factory.client, "clock.Alarm"), (factory.client, "memo.Other"),
            (factory.client, ""), (factory.client, "Stack"),
        ] {
            let error = await complaint {
                _ = try await client.manager.createNavigationController(root, ["Type": .string(type)])
            }
            #expect(error == "InvalidArgument: Type: '\(type)' is not a class of the caller")
        }
        factory.create = { $0.reply.fail(.failed("no")) }
        let failed = await failure {
            _ = try await factory.client.manager.createNavigationController(root, ["Type": .string("memo.Stack")])
        }
        #expect(failed == "PluginFailed")
        #expect(try await user.managedObjects() == before)
    }

    // MARK: Layouts

    @Test func `a layout can declare classes of clients`() async throws {
        let layout = "[[controller]]\nidentifier = \"desk\"\ntabs = [\"memo.Note\", { stack = [\"memo.Note\"] }]\n"
        let plan = try await user.manager.planLayout(layout)
        #expect(!plan.isEmpty && factory.creations.isEmpty)
        #expect(try await user.manager.applyLayout(layout) == plan)
        try await factory.barrier()
        #expect(factory.creations.map(\.className) == ["memo.Note", "memo.Note"])
        #expect(try await user.manager.getLayout().contains("memo.Note"))
        #expect(try await user.manager.planLayout(layout).isEmpty)
        for creation in factory.creations {
            #expect(try await user.viewController(creation.viewController).state == "ready")
        }
        let wrong = await complaint {
            _ = try await user.manager.applyLayout(layout.replacing("[\"memo.Note\",", with: "[\"memo.Gone\","))
        }
        #expect(wrong.hasPrefix("InvalidArgument: line 3") && wrong.contains("memo.Gone"), "\(wrong)")
        // No caller waits for the object.
        let before = try await user.manager.viewControllers
        try await user.manager.subscribe()
        factory.holdCreations()
        _ = try await user.manager.applyLayout("[[controller]]\nidentifier = \"note\"\ntype = \"memo.Note\"\n")
        let creation = try await factory.nextCreation()
        creation.reply.fail(.failed("no"))
        try await user.left(creation.viewController)
        #expect(try await user.manager.viewControllers == before)
    }
}
