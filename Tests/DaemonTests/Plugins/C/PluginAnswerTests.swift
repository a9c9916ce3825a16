import TestSupport
import Testing

/// A delegate in C with every reply that the header allows, and some that it doesn't (`judge.c`).
@EventLoop @Suite(.bus) struct PluginAnswerTests {
    /// Two tabs, the first of which is the delegate.
    @EventLoop private final class Stage {
        let plugin: PluginStage
        let judge: ObjectPath
        let tabs: ObjectPath
        var client: BusClient { plugin.client }

        init() async throws {
            plugin = try await PluginStage { try CPlugin.build("judge", in: $0) }
            judge = try await plugin.create("judge.Main")
            tabs = try await plugin.client.manager.createTabBarController()
            try await plugin.client.setTabs([judge, plugin.client.register()], of: tabs)
        }

        func run(_ experiment: String) async throws -> String {
            try await plugin.run(experiment, of: judge)
            return try await plugin.texts(of: judge)["Result"] ?? ""
        }
    }

    @Test(arguments: [
        ("allow", true), ("deny", false), ("deny twice", false), ("text", true), ("nothing", true),
        ("unsupported", true), ("fail", true), ("deny and fail", false), ("silence", true),
    ])
    func `a valid reply of a plugin in C decides, and OnTimeout otherwise`(
        _ decision: String, _ isAllowed: Bool
    ) async throws {
        let stage = try await Stage()
        #expect(try await stage.run("watch") == "0")
        _ = try await stage.run(decision)
        #expect(try await stage.client.tap(1, in: stage.tabs) == isAllowed)
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == (isAllowed ? 1 : 0))
        #expect(try await stage.run("counts") == (isAllowed ? "1 1 0" : "1 0 0"))
        // Too late: TAB_ERROR_NOT_FOUND.
        #expect(try await stage.run("answer") == "8")
    }

    @Test func `a plugin is a delegate once, until it leaves or is replaced`() async throws {
        let stage = try await Stage()
        let client = stage.client
        func delegate() async throws(DBusError) -> ClientObject {
            try await client.tabBarController(stage.tabs).delegate
        }
        // It is not a delegate and has no popover to be the delegate of: TAB_ERROR_NOT_FOUND.
        #expect(try await stage.run("leave") == "0")
        #expect(try await stage.run("watch popover") == "8")
        #expect(try await delegate().isNone)
        for _ in 0..<2 { #expect(try await stage.run("watch") == "0") }
        #expect(try await delegate().path == stage.judge)
        #expect(try await stage.run("counts") == "0 0 0")
        #expect(try await stage.run("leave") == "0")
        #expect(try await delegate().isNone)
        #expect(try await stage.run("counts") == "0 0 1")
        _ = try await stage.run("watch")
        try await client.setDelegate(client.newObject(), of: stage.tabs)
        #expect(try await stage.run("counts") == "0 0 2")
        // Another delegate has replaced it, so leaving does not remove the other delegate.
        #expect(try await stage.run("leave") == "0")
        #expect(try await delegate().name == client.connection.uniqueName)
        // It has no tab bar controller: TAB_ERROR_NOT_FOUND.
        try await client.setTabs([], of: stage.tabs)
        #expect(try await stage.run("watch") == "8")
    }
}
