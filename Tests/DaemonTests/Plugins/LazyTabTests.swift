import TestSupport

/// View controllers whose instances are created at their first display.
@EventLoop @Suite(.bus, .rules("K-2 S-141")) struct LazyTabTests {
    private static let options: Options = [
        "Lazy": .bool(true), "Title": .string("Later"), "Image": .string("face-smile"),
        "RestorationIdentifier": .string("later"),
    ]

    /// Creates a restored tab bar controller with a page of the client and a lazy tab, which it returns.
    private static func createLazyTab(_ stage: RestoringStage) async throws -> ObjectPath {
        try await stage.createTabs(["RestorationIdentifier": .string("desk")], count: 1)
        let later = try await stage.client.manager.createViewController(MisbehavingPlugin.type, options)
        try await stage.client.setTabs(stage.children + [later], of: stage.tabs)
        return later
    }

    /// Checks what is known of a tab without an instance.
    private static func expectDeferred(_ path: ObjectPath, _ stage: RestoringStage) async throws {
        let controller = stage.client.viewController(path)
        #expect(try await controller.state == "deferred")
        #expect(try await controller.failureReason.contains("first displayed"))
        #expect(try await [controller.type, controller.title] == [MisbehavingPlugin.type, "Later"])
        #expect(try await stage.client.tabBarItem(path).image == "face-smile")
        #expect(try await !controller.isViewLoaded)
    }

    @Test(arguments: ["in-process", "process"])
    func `a lazy tab starts its plugin when it is first selected, even after a restart`(
        isolation: String
    ) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let later = try await Self.createLazyTab(stage)
        try await Self.expectDeferred(later, stage)
        try await stage.restart()
        try await Self.expectDeferred(later, stage)
        let plugin = stage.client.plugin(TabNames.plugin(MisbehavingPlugin.id))
        #expect(try await plugin.processId == 0)
        #expect(try await stage.client.getView(of: later).views.isEmpty)

        let tabs = stage.client.tabBarController(stage.tabs)
        try await tabs.set(\.selectedViewController, to: later)
        try await stage.becomes("ready", later)
        #expect(try await plugin.processId != 0)
        #expect(try await stage.client.viewController(later).title == "Later")
        #expect(try await stage.client.tabBarItem(later).image == "face-smile")
        try await stage.run("count", later)
        #expect(try await stage.count(later) == "1")

        try await stage.restart()
        try await stage.becomes("ready", later)
        #expect(try await stage.shownCount(later) == "1")
    }

    @Test func `a lazy tab whose creation fails stays, and is created when its plugin works`() async throws {
        let stage = try await RestoringStage(isolation: "process")
        let later = try await Self.createLazyTab(stage)
        try await stage.restart(with: .barren, isolation: "process")
        try await Self.expectDeferred(later, stage)
        try await stage.client.tabBarController(stage.tabs).set(\.selectedViewController, to: later)
        // It waits for the instance, and gets a reply although there will be none.
        #expect(try await stage.client.getView(of: later).views.isEmpty)
        try await stage.becomes("failed", later)
        #expect(try await stage.client.viewController(later).title == "Later")
        try await stage.restart(with: .c, isolation: "process")
        try await stage.becomes("ready", later)
    }

    @Test func `loading the view, presenting and Respawn create the instance as well`() async throws {
        let stage = try await RestoringStage(isolation: "in-process")
        try await stage.createTabs(count: 1, isShown: true)
        let client = stage.client
        var paths: [ObjectPath] = []
        for _ in 0..<4 {
            paths.append(try await client.manager.createViewController(MisbehavingPlugin.type, ["Lazy": .bool(true)]))
        }
        try await client.viewController(paths[0]).loadViewIfNeeded()
        #expect(try await client.getView(of: paths[0]).views.named("Version") != nil)
        try await client.viewController(stage.tabs).present(paths[1])
        try await client.viewController(paths[2]).respawn()
        for path in paths[0..<3] { #expect(try await client.viewController(path).state == "ready") }
        #expect(try await client.viewController(paths[3]).state == "deferred")
    }

    @Test func `a client creates the object of a lazy tab when it is first selected`() async throws {
        let user = try await BusClient.ofNewDaemon()
        let factory = try ClassFactory()
        try await factory.register(["memo.Note"])
        let options: Options = ["Types": ["memo.Note", "memo.Note"].variant, "Lazy": .bool(true)]
        let tabs = try await user.manager.createTabBarController(options)
        let notes = try await user.tabBarController(tabs).viewControllers
        try await EventLoop.until("the first object") { factory.owners[notes[0]] != nil }
        #expect(factory.creations.map(\.viewController) == [notes[0]])
        _ = try await user.tabBarController(tabs).tapTab(notes[1])
        try await EventLoop.until("the second object") {
            try await user.viewController(notes[1]).state == "ready"
        }
        #expect(factory.creations.map(\.viewController) == notes)
    }

    @Test func `a deferred tab can be destroyed and reopened`() async throws {
        let stage = try await RestoringStage(isolation: "process")
        let later = try await Self.createLazyTab(stage)
        try await stage.client.manager.destroy(later)
        #expect(try await stage.client.manager.reopen() == later)
        try await Self.expectDeferred(later, stage)
    }

    @Test func `only the selected one of lazy Types gets an instance`() async throws {
        let stage = try await RestoringStage(isolation: "in-process")
        let type = MisbehavingPlugin.type
        try await stage.createTabs(["Types": [type, type].variant, "Lazy": .bool(true)])
        let tabs = try await stage.client.tabBarController(stage.tabs).viewControllers
        var states: [String] = []
        for tab in tabs { states.append(try await stage.client.viewController(tab).state) }
        #expect(states == ["ready", "deferred"])
        let answer = await complaint {
            _ = try await stage.client.manager.createViewController("nothing.Here", ["Lazy": .bool(true)])
        }
        #expect(answer.hasPrefix("NoSuchType: "))
    }

    @Test func `a layout declares lazy and hidden tabs, and is written with them`() async throws {
        let stage = try await RestoringStage(isolation: "process")
        let type = MisbehavingPlugin.type
        let layout = """
            [[controller]]
            identifier = "desk"
            tabs = [
                { type = "\(type)", lazy = true, hidden = true },
                { type = "\(type)", lazy = true, allows_hiding = true },
                { stack = [{ type = "\(type)", lazy = true }] },
            ]
            """
        let client = stage.client
        _ = try await client.manager.applyLayout(layout)
        let desk = try await client.manager.getViewController("desk")
        let tabs = try await client.tabBarController(desk).viewControllers
        let first = client.viewController(tabs[0])
        #expect(try await first.state == "deferred" && first.tabHidden && first.tabHiddenByDefault)
        #expect(try await client.viewController(tabs[1]).allowsHiding)
        try await stage.becomes("ready", tabs[1])
        let root = try await client.navigationController(tabs[2]).topViewController
        #expect(try await client.viewController(root).state == "deferred")
        #expect(try await client.tabBarController(desk).selectedIndex == 1)
        #expect(try await client.manager.applyLayout(layout).isEmpty)
        let text = try await client.manager.getLayout()
        #expect(text.contains("hidden = true") && text.contains("allows_hiding = true"))
        #expect(text.ranges(of: "lazy = true").count == 3)
        let changed = layout.replacing("hidden = true }", with: "hidden = false }")
        #expect(
            try await client.manager.applyLayout(changed) == ["sets hidden of 'desk.\(type)' to false"])
        #expect(try await !first.tabHidden)
    }
}
