import Foundation
import TestSupport

/// Tab bars in the view tree of a controller, as opposed to the bar of its tab bar controller.
@EventLoop @Suite(.bus) struct TabBarViewTests {
    private static let items = [
        TabBarEntry(title: "Inbox", badgeValue: "3"), TabBarEntry(title: "Spam", enabled: false),
        TabBarEntry(title: "Sent", image: "document-send-symbolic"),
    ]

    private static func bar(_ selected: Int32, _ items: [TabBarEntry] = items) -> ViewEntry {
        .view(
            2, "TabBar", at: DBusRect(0, 100, 300, 49),
            with: ["Items": items.variant, "SelectedItem": .int32(selected), "Identifier": .string("Mailboxes")])
    }

    // MARK: Clients

    @Test(.rules("A-40 A-41 A-43 M-104"))
    func `a client has a tab bar of its own and is notified of taps, also of a second one`() async throws {
        let stage = try await ViewStage()
        var taps: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            taps.append(.structure(Array(arguments.prefix(3))))
            reply.succeed { (_) throws(DBusError) in }
        }
        func values(_ item: UInt32) -> Variant {
            .structure([.uint32(2), .string("selectItem"), .variant(.uint32(item))])
        }
        try await stage.update([Self.bar(0)])
        let before = try await stage.view()
        // The selected item, a disabled one, the third one, and points beside the bar.
        for (x, y) in [(50.0, 120.0), (150, 120), (299, 148), (299, 150), (301, 120)] {
            _ = try await stage.watcher.window(stage.tabs).tapAt(x, y)
        }
        try await stage.watcher.act("selectItem", .uint32(2), on: "Mailboxes", of: stage.controller)
        try await stage.owner.barrier()
        #expect(taps == [values(0), values(2), values(2)])
        // Only the owner changes the property.
        #expect(try await stage.view() == before)
        stage.watcher.clearSignals()
        try await stage.update([Self.bar(2)])
        #expect(try await stage.changes().count == 1)
        #expect(try await stage.view().views.last?.properties["SelectedItem"] == .int32(2))
    }

    @Test(.rules("A-41 L-4 L-5 L-14"))
    func `a selection outside of the items is refused, and so are writes to a managed bar`() async throws {
        let stage = try await ViewStage()
        try await stage.update([Self.bar(0)])
        let before = try await stage.view()
        let bars = [Self.bar(3), Self.bar(-2), Self.bar(0, []), Self.bar(.max)]
        for bar in bars { #expect(await failure { try await stage.update([bar]) } == "OutOfRange", "\(bar)") }
        let wrong = TabBarEntry(title: "x", image: "a b")
        #expect(await failure { try await stage.update([Self.bar(-1, [wrong])]) } == "InvalidArgument")
        #expect(try await stage.view() == before)
        let managed = BusClient.bar(of: stage.tabs)
        for (property, value) in [
            ("Items", [ObjectPath]().variant), ("SelectedItem", Variant.objectPath(stage.controller)),
        ] {
            let found = await failure {
                try await stage.watcher.setAnything(property, of: TabBarInterface.name, at: managed, to: value)
            }
            #expect(found == "InternalInconsistency", "\(property)")
        }
    }

    // MARK: Plugins

    @Test(.rules("A-43 S-55 A-47"), arguments: ["in-process", "process"])
    func `a plugin in Swift selects the tapped item, and notifies its delegate`(isolation: String) async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let client = try await BusClient.ofNewDaemon()
        let tabs = try await client.manager.createTabBarController(["Types": ["gallery.Bars"].variant])
        let controllers = try await client.tabBarController(tabs).viewControllers
        let controller = try #require(controllers.first)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        func state() async throws -> [Variant?] {
            let views = try await client.getView(of: controller).views
            return [
                views.named("Mailboxes")?.value(of: "SelectedItem"), views.named("Log")?.properties["Text"],
                views.named("Choice")?.properties["Text"],
            ]
        }
        /// Waits until the views have these values. A tap by position does not wait for the plugin.
        func expect(_ expected: [Variant?]) async throws {
            let end = TestTimeout.deadline
            var found = try await state()
            while found != expected, .now < end { found = try await state() }
            #expect(found == expected)
        }
        func values(_ item: Int32, _ title: String) -> [Variant?] {
            [.int32(item), .string("Mailboxes: selectItem \(item)"), .string(title)]
        }
        func tap(_ item: UInt32, by position: Bool = false) async throws {
            guard position else {
                return try await client.act("selectItem", .uint32(item), on: "Mailboxes", of: controller)
            }
            let views = try await client.getView(of: controller).views
            let frame = try #require(views.named("Mailboxes")?.frame)
            _ = try await client.window(tabs).tapAt(frame.x + frame.width * (Double(item) + 0.5) / 4, frame.y + 20)
        }
        try await expect([.int32(0), .string("No action yet"), .string("Inbox")])
        try await tap(0)
        #expect(try await state() == values(0, "Inbox"), "also for the selected one")
        try await tap(2)
        #expect(try await state() == values(2, "Sent"))
        try await tap(1, by: true)
        try await expect(values(1, "Drafts"))
        try await tap(3, by: true)
        #expect(await failure { try await tap(3) } == "InvalidArgument")
        #expect(await failure { try await tap(4) } == "OutOfRange")
        #expect(try await state() == values(1, "Drafts"), "a disabled one stays as it is")
        // A changed item is sent with its bar.
        try await client.act(on: "ReadAll", of: controller)
        let bar = try await client.getView(of: controller).views.named("Mailboxes")
        let items = [TabBarEntry](variant: bar?.properties["Items"] ?? .bool(false))
        #expect(items?.map(\.badgeValue) == ["", "", "", ""])
        #expect(items?.map(\.enabled) == [true, true, true, false])
    }

    @Test(.rules("H-20 H-22")) func `a bar of a plugin shows the title and the image of system items`() async throws {
        let stage = try await TestPluginStage("TabBarChecks")
        let items = try await stage.view("System")?.properties["Items"].flatMap { [TabBarEntry](variant: $0) }
        #expect(items?.map(\.title) == ["Own"] + SystemItem.allCases.dropFirst().map(\.phrase.rawValue))
        #expect(items?.map(\.image) == SystemItem.allCases.map(\.image))
    }
}
