import TestSupport

/// A delegate in C with every reply that the header allows, and some that it doesn't (`judge.c`).
@EventLoop @Suite(.bus) struct PluginAnswerTests {
    private let plugin: PluginStage
    /// The first of two tabs, and their delegate.
    private let judge: ObjectPath
    private let tabs: ObjectPath
    private var client: BusClient { plugin.client }

    init() async throws {
        plugin = try await PluginStage { try CPlugin.build("judge", in: $0) }
        judge = try await plugin.create("judge.Main")
        tabs = try await plugin.client.manager.createTabBarController()
        try await client.setTabs([judge, client.register()], of: tabs)
    }

    private func run(_ experiment: String) async throws -> String {
        try await plugin.run(experiment, of: judge)
        return try await plugin.texts(of: judge)["Result"] ?? ""
    }

    @Test(arguments: [
        ("allow", true), ("deny", false), ("deny twice", false), ("text", true), ("nothing", true),
        ("unsupported", true), ("fail", true), ("deny and fail", false), ("silence", true),
    ])
    func `a valid reply of a plugin in C decides, and OnTimeout otherwise`(
        _ decision: String, _ isAllowed: Bool
    ) async throws {
        #expect(try await run("watch") == "0")
        _ = try await run(decision)
        #expect(try await client.tap(1, in: tabs) == isAllowed)
        #expect(try await client.tabBarController(tabs).selectedIndex == (isAllowed ? 1 : 0))
        #expect(try await run("counts") == (isAllowed ? "1 1 0" : "1 0 0"))
        // Too late: TAB_ERROR_NOT_FOUND.
        #expect(try await run("answer") == "8")
    }

    @Test func `a plugin is a delegate once, until it leaves or is replaced`() async throws {
        func delegate() async throws(DBusError) -> ClientObject {
            try await client.tabBarController(tabs).delegate
        }
        // It is not a delegate and has no popover to be the delegate of: TAB_ERROR_NOT_FOUND.
        #expect(try await run("leave") == "0")
        #expect(try await run("watch popover") == "8")
        #expect(try await delegate().isNone)
        for _ in 0..<2 { #expect(try await run("watch") == "0") }
        #expect(try await delegate().path == judge)
        #expect(try await run("counts") == "0 0 0")
        #expect(try await run("leave") == "0")
        #expect(try await delegate().isNone)
        #expect(try await run("counts") == "0 0 1")
        _ = try await run("watch")
        try await client.setDelegate(client.newObject(), of: tabs)
        #expect(try await run("counts") == "0 0 2")
        // Another delegate has replaced it, so leaving does not remove the other delegate.
        #expect(try await run("leave") == "0")
        #expect(try await delegate().name == client.connection.uniqueName)
        // It has no tab bar controller: TAB_ERROR_NOT_FOUND.
        try await client.setTabs([], of: tabs)
        #expect(try await run("watch") == "8")
    }
}
