import TestSupport

/// Navigation controllers that a Swift plugin creates (`Tests/TestPlugin/Containers/Nest.swift`).
@EventLoop @Suite(.bus) struct PluginStackTests {
    /// A `Nest` as the only tab.
    private let plugin: TestPluginStage
    private let before: Set<ObjectPath>
    private var client: BusClient { plugin.client }

    init() async throws {
        plugin = try await TestPluginStage("Nest")
        before = try await Set(plugin.client.managedObjects().keys)
    }

    private func notes() async throws -> String { try await plugin.text("Output") }

    private func presented() async throws -> ObjectPath {
        try await client.barrier()
        return try await client.viewController(plugin.controller).presentedViewController
    }

    private func stack(of navigation: ObjectPath) async throws -> [ObjectPath] {
        try await client.navigationController(navigation).viewControllers
    }

    /// Waits until the objects that the plugin has created are gone.
    private func isAsBefore() async throws {
        for path in try await Set(client.managedObjects().keys).subtracting(before) {
            try await client.waitForRemoval(of: path)
        }
        #expect(try await Set(client.managedObjects().keys) == before)
    }

    @Test(.rules("N2")) func `a plugin presents a navigation controller around a class of its own`() async throws {
        try await plugin.tap("Present")
        let navigation = try await presented()
        #expect(try await client.viewController(navigation).type == "NavigationController")
        #expect(try await client.viewController(navigation).plugin == TabNames.plugin("testplugin"))
        #expect(try await client.viewController(navigation).title == "Stack")
        let pages = try await stack(of: navigation)
        #expect(pages.count == 1)
        #expect(try await client.viewController(pages[0]).type == "testplugin.Stop")
        // It behaves like any navigation controller: a user goes back, a client pushes and pops.
        try await plugin.tap("Push")
        #expect(try await stack(of: navigation).count == 2)
        try await client.tapBack(in: navigation)
        try await plugin.tap("Push")
        try await plugin.tap("Pop")
        #expect(try await stack(of: navigation) == pages)
        #expect(try await notes() == "appeared true, 2 true, 2 true")
        // Its views belong to the daemon.
        let press = await failure {
            try await client.sendAction("primaryActionTriggered", .bool(true), to: 1, of: navigation)
        }
        #expect(press == "InvalidArgument")
        client.clearSignals()
        try await plugin.tap("Dismiss")
        try await isAsBefore()
        try await plugin.tap("Ask")
        #expect(try await notes() == "appeared true, 2 true, 2 true, disappeared true, ended, gone")
    }

    @Test func `a navigation controller without a root starts with the first controller on its stack`() async throws {
        try await plugin.tap("Begin")
        let navigation = try await presented()
        var titles: [String] = []
        for path in try await stack(of: navigation) {
            titles.append(try await client.viewController(path).title)
        }
        #expect(titles == ["First", "Second"])
        // A client destroys it. The plugin is notified, and its object no longer has a controller.
        client.clearSignals()
        try await client.manager.destroy(navigation)
        try await isAsBefore()
        try await plugin.tap("Ask")
        #expect(try await notes() == "0, appeared true, disappeared true, ended, gone")
        // Only the plugin could create it again.
        #expect(await failure { _ = try await client.reopen() } == "InternalInconsistency")
    }

    @Test(.rules("N3")) func `a navigation controller as root is refused, and leaves nothing behind`() async throws {
        client.clearSignals()
        try await plugin.tap("PresentNest")
        #expect(try await presented() == .none)
        try await isAsBefore()
        #expect(try await notes() == "ended")
    }
}
