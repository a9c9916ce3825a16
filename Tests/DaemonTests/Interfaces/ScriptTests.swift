import TestSupport

/// What scripts need: objects by their identifiers, and readable values for "none".
@EventLoop @Suite(.bus) struct ScriptTests {
    @Test func `a view controller is found by its identifier, also after a restart`() async throws {
        let stage = try await RestartStage()
        let client = stage.client
        try await stage.createTabs(["RestorationIdentifier": .string("main")])
        #expect(try await client.manager.getViewController("main") == stage.tabs)
        for unknown in ["", "Main", "main "] {
            let found = await complaint { _ = try await client.manager.getViewController(unknown) }
            #expect(found.contains("'\(unknown)'"))
        }
        try await stage.restart()
        #expect(try await client.manager.getViewController("main") == stage.tabs)
        try await client.viewController(stage.tabs).set(\.restorationIdentifier, to: "other")
        #expect(await failure { _ = try await client.manager.getViewController("main") } == "InvalidArgument")
        #expect(try await client.manager.getViewController("other") == stage.tabs)
        // The new identifier is announced and saved.
        try await client.manager.destroy(stage.tabs)
        #expect(await failure { _ = try await client.manager.getViewController("other") } == "InvalidArgument")
    }

    @Test func `GetAll without an interface returns the properties of all interfaces`() async throws {
        let stage = try await Stage()
        let client = stage.client
        try await stage.createTabs()
        let objects = try await client.managedObjects()
        let path = try #require(objects.keys.first { $0 == stage.tabs })
        let interfaces = try #require(objects[path])
        let values = try await client.properties(path).getAll("")
        #expect(interfaces.count > 3 && Set(values.keys) == Set(interfaces.values.flatMap(\.keys)))
        for (name, value) in values { #expect(interfaces.values.contains { $0[name] == value }, "\(name)") }
    }

    @Test func `the properties without a value say so`() async throws {
        let stage = try await Stage()
        let client = stage.client
        try await stage.createTabs()
        let controller = client.tabBarController(stage.tabs)
        #expect(try await !controller.hasSelectedIndex)
        client.clearSignals()
        let tab = try await client.register()
        try await client.setTabs([tab], of: stage.tabs)
        #expect(try await controller.hasSelectedIndex)
        let announced = client.signals.last { $0.path == stage.tabs && $0.changes["SelectedIndex"] != nil }
        #expect(announced?.changes["HasSelectedIndex"] == .bool(true))
    }

    @Test func `a popover says whether it has an arrow and an anchor rectangle`() async throws {
        let stage = try await PopoverStage()
        let popover = stage.client.popover(stage.presented)
        #expect(try await !popover.hasSourceRect)
        try await popover.set(\.sourceRect, to: DBusRect(1, 2, 3, 4))
        #expect(try await popover.hasSourceRect)
        #expect(try await !popover.hasArrowDirection)
        try await popover.set(\.sourceView, to: stage.source)
        try await stage.client.viewController(stage.children[0]).present(stage.presented)
        #expect(try await popover.hasArrowDirection)
    }

    @Test(.rules("S-110")) func `the last used tab is known after a restart`() async throws {
        let stage = try await RestartStage()
        let client = stage.client
        let types = ["clock.WorldClock", "clock.Stopwatch", "clock.Alarm"]
        try await stage.createTabs(["RestorationIdentifier": .string("tabs"), "Types": types.variant])
        let tabs = try await stage.viewControllers()
        try await client.select(2, in: stage.tabs)
        try await client.select(1, in: stage.tabs)
        try await stage.restart()
        #expect(try await client.tabBarController(stage.tabs).selectLastUsed() == tabs[2])
        #expect(try await client.tabBarController(stage.tabs).selectNext() == tabs[0])
        #expect(try await client.tabBarController(stage.tabs).selectPrevious() == tabs[2])
    }

    @Test(.rules("S-112")) func `edits of two clients at the same time are all kept`() async throws {
        let stage = try await Stage()
        try await stage.createTabs(count: 1)
        let clients = [try BusClient(), try BusClient()]
        let tasks = clients.map { client in
            Task { @EventLoop in
                for _ in 0..<10 {
                    let tab = try await client.register()
                    try await client.tabBarController(stage.tabs).insertViewController(tab, 0)
                }
            }
        }
        for task in tasks { try await task.value }
        #expect(try await stage.viewControllers().count == 21)
    }
}
