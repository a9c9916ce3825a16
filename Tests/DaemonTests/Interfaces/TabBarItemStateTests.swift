import TestSupport

/// The states of a tab bar item besides title, images and badge.
@EventLoop @Suite(.bus) struct TabBarItemStateTests {
    private typealias Item = TabBarItemInterface
    private static let defaults: [String: Variant] = [
        "NeedsAttention": .bool(false), "Loading": .bool(false), "Tooltip": .string(""),
        "AccessibilityLabel": .string(""), "AllowsClosing": .bool(false), "AllowsReordering": .bool(false),
    ]
    private static let values: [String: Variant] = [
        "NeedsAttention": .bool(true), "Loading": .bool(true), "Tooltip": .string("3 new messages"),
        "AccessibilityLabel": .string("Inbox, 3 new"), "AllowsClosing": .bool(true), "AllowsReordering": .bool(true),
    ]

    private func states(_ client: BusClient, _ path: ObjectPath) async throws(DBusError) -> [String: Variant] {
        let all = try await client.properties(path).getAll(Item.name)
        return all.filter { Self.defaults[$0.key] != nil }
    }

    @Test(.rules("S-115")) func `each state is written, announced, and set and reset together with others`()
        async throws
    {
        let stage = try await Stage()
        let (client, path) = (stage.client, try await stage.client.register())
        #expect(try await states(client, path) == Self.defaults)
        for (name, value) in Self.values {
            client.clearSignals()
            try await client.setAnything(name, of: Item.name, at: path, to: value)
            try await client.barrier()
            #expect(client.signals.map(\.changes) == [[name: value]])
        }
        #expect(try await states(client, path) == Self.values)
        try await client.tabBarItem(path).setValues(["Title": .string("Inbox")], ["Replace": .bool(true)])
        #expect(try await states(client, path) == Self.defaults)
        try await client.tabBarItem(path).setValues(Self.values)
        #expect(try await states(client, path) == Self.values)
        let wrong = await failure { try await client.tabBarItem(path).setValues(["Loading": .string("yes")]) }
        #expect(wrong == "InvalidArgs")
        let control = await failure { try await client.tabBarItem(path).set(\.tooltip, to: "a\u{1}") }
        #expect(control == (await failure { try await client.tabBarItem(path).set(\.title, to: "a\u{1}") }))
    }

    @Test func `SetValues without values leaves a navigation controller the item of its root`() async throws {
        let stage = try await Stage()
        let client = stage.client
        let root = try await client.register(["Title": .string("Root")])
        let navigation = try await client.manager.createNavigationController(root)
        try await client.tabBarItem(navigation).setValues([:])
        try await client.tabBarItem(root).set(\.title, to: "Inbox")
        #expect(try await client.tabBarItem(navigation).displayTitle == "Inbox")
        try await client.tabBarItem(navigation).setValues([:], ["Replace": .bool(true)])
        #expect(try await client.tabBarItem(navigation).displayTitle != "Inbox")
    }

    @Test(.rules("S-115")) func `the states are kept across a restart, except that nothing is loading`() async throws {
        let stage = try await RestartStage()
        let client = stage.client
        try await stage.createTabs(["RestorationIdentifier": .string("tabs")])
        try await client.tabBarItem(stage.tabs).setValues(Self.values)
        try await stage.restart()
        var expected = Self.values
        expected["Loading"] = .bool(false)
        #expect(try await states(client, stage.tabs) == expected)
    }

    @Test(.rules("S-115 H-24"))
    func `the item of More has states too, which are kept, but the user can't close or move it`() async throws {
        let stage = try await RestartStage()
        try await stage.createTabs(["RestorationIdentifier": .string("tabs")])
        let more = try await stage.client.tabBarController(stage.tabs).moreNavigationController
        let item = stage.client.tabBarItem(more)
        for change in [
            ["AllowsClosing": Variant.bool(true)], ["AllowsReordering": .bool(true), "Title": .string("x")],
        ] {
            #expect(await failure { try await item.setValues(change) } == "InvalidArgument")
        }
        #expect(try await item.displayTitle == "More")
        try await item.setValues(["Title": .string("Rest"), "BadgeValue": .string("3"), "NeedsAttention": .bool(true)])
        try await item.set(\.image, to: "folder")
        #expect(try await item.displayTitle == "Rest")
        try await stage.restart()
        let restored = stage.client.tabBarItem(more)
        #expect(try await restored.displayTitle == "Rest")
        #expect(try await restored.displayImage == "folder")
        #expect(try await restored.badgeValue == "3")
        #expect(try await restored.needsAttention)
        try await restored.set(\.title, to: "")
        #expect(try await restored.displayTitle == "More")
    }
}
