import TestSupport
import Testing

/// Navigation controllers that a Swift plugin creates (`Tests/TestPlugin/Containers/Nest.swift`).
@EventLoop @Suite(.bus) struct PluginStackTests {
    /// A `Nest` as the only tab.
    @EventLoop private final class Stage {
        let plugin: TestPluginStage
        var client: BusClient { plugin.client }
        let before: Set<ObjectPath>

        init() async throws {
            plugin = try await TestPluginStage("Nest")
            before = try await Set(plugin.client.managedObjects().keys)
        }

        func notes() async throws -> String { try await plugin.text("Output") }

        func presented() async throws -> ObjectPath {
            try await client.barrier()
            return try await client.viewController(plugin.controller).presentedViewController
        }

        func stack(of navigation: ObjectPath) async throws -> [ObjectPath] {
            try await client.navigationController(navigation).viewControllers
        }

        /// Waits until the objects that the plugin has created are gone.
        func isAsBefore() async throws {
            let made = try await Set(client.managedObjects().keys).subtracting(before)
            for path in made {
                try await client.waitForSignal("\(path) leaving the bus") { signal in
                    signal.member == "InterfacesRemoved" && signal.arguments.first == .objectPath(path)
                }
            }
            #expect(try await Set(client.managedObjects().keys) == before)
        }
    }

    @Test(.rules("N2")) func `a plugin presents a navigation controller around a class of its own`() async throws {
        let stage = try await Stage()
        let client = stage.client
        try await stage.plugin.tap("Present")
        let navigation = try await stage.presented()
        #expect(try await client.viewController(navigation).type == "NavigationController")
        #expect(try await client.viewController(navigation).plugin == TabNames.plugin("testplugin"))
        #expect(try await client.viewController(navigation).title == "Stack")
        let stack = try await stage.stack(of: navigation)
        #expect(stack.count == 1)
        #expect(try await client.viewController(stack[0]).type == "testplugin.Stop")
        // It behaves like any navigation controller: a user goes back, a client pushes and pops.
        try await stage.plugin.tap("Push")
        #expect(try await stage.stack(of: navigation).count == 2)
        try await client.tapBack(in: navigation)
        try await stage.plugin.tap("Push")
        try await stage.plugin.tap("Pop")
        #expect(try await stage.stack(of: navigation) == stack)
        #expect(try await stage.notes() == "appeared true, 2 true, 2 true")
        // Its views belong to the daemon.
        #expect(
            await failure {
                try await client.sendAction("primaryActionTriggered", .bool(true), to: 1, of: navigation, [:])
            } == "InvalidArgument")
        client.clearSignals()
        try await stage.plugin.tap("Dismiss")
        try await stage.isAsBefore()
        try await stage.plugin.tap("Ask")
        #expect(try await stage.notes() == "appeared true, 2 true, 2 true, disappeared true, ended, gone")
    }

    @Test func `a navigation controller without a root starts with the first controller on its stack`() async throws {
        let stage = try await Stage()
        try await stage.plugin.tap("Begin")
        let navigation = try await stage.presented()
        var titles: [String] = []
        for path in try await stage.stack(of: navigation) {
            titles.append(try await stage.client.viewController(path).title)
        }
        #expect(titles == ["First", "Second"])
        // A client destroys it. The plugin is notified, and its object no longer has a controller.
        stage.client.clearSignals()
        try await stage.client.manager.destroy(navigation)
        try await stage.isAsBefore()
        try await stage.plugin.tap("Ask")
        #expect(try await stage.notes() == "0, appeared true, disappeared true, ended, gone")
        // Only the plugin could create it again.
        #expect(await failure { _ = try await stage.client.reopen() } == "InternalInconsistency")
    }

    @Test(.rules("N3")) func `a navigation controller as root is refused, and leaves nothing behind`() async throws {
        let stage = try await Stage()
        stage.client.clearSignals()
        try await stage.plugin.tap("PresentNest")
        #expect(try await stage.presented() == .none)
        try await stage.isAsBefore()
        #expect(try await stage.notes() == "ended")
    }
}
