import Foundation
import TestSupport

/// The calls to a plugin in C during the life of a controller, and the effect of its results.
@EventLoop @Suite(.bus) struct PluginLifeTests {
    private let stage: PluginStage

    init() async throws { stage = try await PluginStage { try CPlugin.build("journal", in: $0) } }

    @Test func `a plugin is called in UIKit's order, and may call the host in each callback`() async throws {
        let client = stage.client
        let journal = try await client.manager.createViewController(
            "journal.Main", ["Arguments": ["A": Variant.bool(true), "B": .int32(1)].variant])
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([journal, try await client.register()], of: tabs)
        try await client.attach(to: tabs, ["Size": DBusSize(width: 320, height: 480).variant])
        #expect(try await client.tap(1, in: tabs))
        #expect(try await client.tap(0, in: tabs))
        try await client.attach(to: tabs, ["Size": DBusSize(width: 480, height: 320).variant])
        let shown = try await stage.texts(of: journal)["Journal"]
        #expect(shown?.hasSuffix("update_content\n") == true)
        // Its requests during callbacks were performed.
        let count = shown?.split(separator: "\n").count ?? 0
        #expect(try await client.viewController(journal).title == "\(count) calls")
        #expect(try await client.tabBarItem(journal).badgeValue == "\(count) calls")
        try await client.manager.destroy(journal)
        #expect(await stage.daemon.stop() == 0)
        let log = try String(contentsOfFile: stage.log, encoding: .utf8).split(separator: "\n")
        let lines = log.compactMap { line in
            line.firstRange(of: " plugin.journal: ").map { line[$0.upperBound...] }
        }
        // A controller that is being destroyed no longer has a title.
        let calls = lines.filter { !$0.hasPrefix("view controller ") && !$0.hasPrefix("no ") }
        #expect(
            calls == [
                "create Main 2", "will_move +1", "did_move +1", "load_view", "will_appear 0", "is_appearing 0",
                "layout 0 0 320 480 safe 20 0 49 0", "did_appear 0", "will_disappear 0", "did_disappear 0",
                "will_appear 0", "is_appearing 0", "layout 0 0 320 480 safe 20 0 49 0", "did_appear 0",
                "layout 0 0 480 320 safe 20 0 32 0", "update_content", "will_move nothing 0", "will_disappear 0",
                "did_disappear 0", "did_move nothing 0", "destroy",
            ])
    }

    @Test func `each status of an action is a separate error on the bus`() async throws {
        let journal = try await stage.create("journal.Main")
        let expected = [
            0: "none", 1: "PluginFailed", 2: "PluginFailed", 3: "NotSupported", 4: "InvalidArgs",
            5: "InvalidArgument", 6: "OutOfRange", 7: "LimitsExceeded", 8: "PluginFailed", 99: "PluginFailed",
        ]
        for (status, error) in expected {
            let found = await failure {
                try await stage.client.sendAction("editingDidEnd", .string("status \(status)"), to: 3, of: journal)
            }
            #expect(found == error, "status \(status)")
            // Changes that it made before it failed stay.
            #expect(try await stage.texts(of: journal)["Journal"]?.contains("\nstatus \(status)\n") == true)
        }
    }
}
