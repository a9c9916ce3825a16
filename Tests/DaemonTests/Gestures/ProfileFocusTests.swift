import TestSupport

/// The focus outside of profile tv, over the bus.
@EventLoop @Suite(.bus) struct ProfileFocusTests {
    @Test(.rules("S-160")) func `each tab bar controller has a focus that a program switches on`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Profile": .string("pad")])
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
        let focus = client.focus(tabs)
        #expect(try await !focus.enabled)
        #expect(try await !focus.press("next"))
        #expect(try await (focus.focusedItem, focus.focusEnvironment) == (FocusInterface.noItem, "bar"))
        client.clearSignals()
        try await focus.set(\.enabled, to: true)
        let changes = client.signals.filter { $0.path == tabs }.map(\.changes)
        #expect(changes.contains { $0["Enabled"] == .bool(true) && $0["FocusedItem"] == .uint32(0) })
        #expect(try await focus.rotate(5))
        #expect(try await !focus.rotate(.max))
        #expect(try await focus.focusedItem == 1)
        #expect(try await client.tabBarController(tabs).selectedIndex == 0)
        #expect(try await focus.press("select"))
        #expect(try await client.tabBarController(tabs).selectedIndex == 1)
        #expect(await failure { _ = try await focus.press("tab") } == "InvalidArgument")
        let tv = try await client.manager.createTabBarController(["Profile": .string("tv"), "Focus": .bool(false)])
        #expect(try await !client.focus(tv).enabled)
    }

    @Test(.rules("S-161")) func `select triggers the action of the focused view`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Focus": .bool(true)])
        var actions: [Variant] = []
        let first = try await client.register { actions.append($0.first ?? .bool(false)) }
        try await client.setTabs([first, try await client.register()], of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        try await client.updateView(
            of: first,
            [
                .view(2, "Button", at: DBusRect(10, 300, 100, 20)),
                .view(3, at: DBusRect(10, 200, 100, 20), with: ["Focusable": .bool(true)]),
            ])
        #expect(try await client.focus(tabs).press("up"))
        #expect(try await client.focus(tabs).focusedView == ViewReference(viewController: first, view: 2))
        #expect(try await client.focus(tabs).press("select"))
        try await client.barrier()
        #expect(actions == [.uint32(2)])
        #expect(try await client.focus(tabs).press("up"))
        #expect(try await !client.focus(tabs).press("select"))
        // The removed view loses the focus (S-81).
        try await client.updateView(of: first, [], removing: [3])
        #expect(try await client.focus(tabs).focusedView.view == 2)
    }

    @Test(.rules("S-166")) func `a view that was never shown can't have the focus`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Focus": .bool(true)])
        let first = try await client.register()
        try await client.setTabs([first, try await client.register()], of: tabs)
        try await client.viewController(first).loadViewIfNeeded()
        try await client.updateView(of: first, [.view(2, "Button", at: DBusRect(10, 300, 100, 20))])
        let focus = client.focus(tabs)
        #expect(try await focus.press("up"))
        #expect(try await focus.focusEnvironment == "bar")
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        #expect(try await focus.press("up"))
        #expect(try await focus.focusedView == ViewReference(viewController: first, view: 2))
        // It keeps the focus while the window is hidden.
        try await client.window(tabs).set(\.alwaysVisible, to: false)
        #expect(try await focus.focusedView == ViewReference(viewController: first, view: 2))
    }

    @Test(.rules("S-164")) func `Back to More's list moves the focus to the list, also to a new one`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Focus": .bool(true)])
        var list: [ObjectPath] = []
        for _ in 0..<7 { list.append(try await client.register()) }
        try await client.setTabs(list, of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        try await client.viewController(list[6]).select()
        try await client.updateView(of: list[6], [.view(2, "Button", at: DBusRect(10, 300, 100, 20))])
        let focus = client.focus(tabs)
        #expect(try await focus.press("up"))
        #expect(try await focus.focusedView == ViewReference(viewController: list[6], view: 2))
        #expect(try await focus.press("menu"))
        let more = try await client.tabBarController(tabs).moreNavigationController
        let root = try await client.navigationController(more).viewControllers.first
        #expect(try await focus.focusEnvironment == "content")
        #expect(try await focus.focusedView.viewController == root)
    }

    @Test(.rules("S-160")) func `it survives a restart and Reopen`() async throws {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        func create(_ identifier: String, _ profile: String, _ hasFocus: Bool) async throws -> ObjectPath {
            try await client.manager.createTabBarController([
                "RestorationIdentifier": .string(identifier), "Profile": .string(profile), "Focus": .bool(hasFocus),
                "Types": ["clock.Stopwatch", "clock.CountdownTimer"].variant,
            ])
        }
        let (phone, tv) = (try await create("phone", "phone", true), try await create("tv", "tv", false))
        #expect(try await client.focus(phone).focusedItem == 0)
        await daemon.kill()
        let again = try await BusClient.ofNewDaemon()
        #expect(try await again.focus(phone).enabled)
        #expect(try await again.focus(phone).press("right"))
        #expect(try await again.focus(phone).focusedItem == 1)
        #expect(try await !again.focus(tv).enabled)
        try await again.manager.destroy(phone)
        #expect(try await again.reopen() == phone)
        #expect(try await again.focus(phone).enabled)
        #expect(try await again.focus(phone).focusedItem == 0)
    }
}
