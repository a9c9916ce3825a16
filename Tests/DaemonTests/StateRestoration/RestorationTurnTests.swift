import Foundation
import TestSupport

/// All changes of a turn, however many, are restored as the reply confirmed them.
@EventLoop @Suite(.bus) struct RestorationTurnTests {
    @Test func `changes of a controller before its announcement are kept`() async throws {
        let (first, client) = try await DaemonProcess.startWithClient()
        let before = try await client.manager.createTabBarController()
        // The number of the next controller is known: controllers have a number of their own and those of More and its
        // list.
        let next = ObjectPath("\(TabNames.viewControllers)/\((TabNames.number(of: before) ?? 0) + 3)")
        let created = Task.immediate { @EventLoop in
            try await client.manager.createTabBarController(["RestorationIdentifier": .string("early")])
        }
        let titled = Task.immediate { @EventLoop in
            try await client.viewController(next).set(\.title, to: "Early")
        }
        let badged = Task.immediate { @EventLoop in
            try await client.tabBarItem(next).set(\.badgeValue, to: "7")
        }
        #expect(try await created.value == next)
        try await titled.value
        try await badged.value
        await first.kill()
        let other = try await BusClient.ofNewDaemon()
        #expect(try await other.viewController(next).title == "Early")
        #expect(try await other.tabBarItem(next).badgeValue == "7")
    }

    @Test(arguments: ["in-process", "process"])
    func `a controller that is destroyed and reopened in one turn keeps its state, also after a restart`(
        isolation: String
    ) async throws {
        try PrivateBus.current.configure(
            """
            [isolation]
            notes = "\(isolation)"
            """)
        let (first, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let notes = try await client.createViewController("notes.Notes", identifiedBy: "notes")
        try await client.setTabs([notes], of: tabs)
        try await client.waitForView("Text", of: notes)
        try await client.sendAction(
            "editingChanged", .string("kept"), to: 0, of: notes, ["Identifier": .string("Text")])
        // The old instance's state may arrive after the new instance exists.
        for _ in 1...5 {
            let destroyed = Task.immediate { @EventLoop in try await client.manager.destroy(notes) }
            let reopened = Task.immediate { @EventLoop in try await client.reopen() }
            try await destroyed.value
            #expect(try await reopened.value == notes)
        }
        #expect(try await Self.text(of: notes, client) == "kept")
        await first.kill()
        let other = try await BusClient.ofNewDaemon()
        #expect(try await other.tabBarController(tabs).viewControllers == [notes])
        #expect(try await Self.text(of: notes, other) == "kept")
        #expect(await failure { _ = try await other.reopen() } == "InternalInconsistency")
    }

    private static func text(of notes: ObjectPath, _ client: BusClient) async throws -> String {
        var text = ""
        let end = TestTimeout.deadline
        while text.isEmpty, .now < end {
            try await client.viewController(notes).loadViewIfNeeded()
            text = try await client.getView(of: notes).views.named("Text")?.properties["Text"]?.get() ?? ""
        }
        return text
    }
}
