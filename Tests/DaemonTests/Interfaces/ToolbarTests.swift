import TestSupport

/// Toolbars on the bus. The scenarios test their frames.
@EventLoop @Suite(.bus) struct ToolbarTests {
    private typealias Navigation = NavigationControllerInterface
    private typealias Controller = ViewControllerInterface

    private static func button(_ id: UInt32, enabled: Bool = true) -> BarButtonItemEntry {
        BarButtonItemEntry(id: id, title: "Button \(id)", image: "list-add-symbolic", enabled: enabled)
    }

    @Test func `toolbar items are written as a whole or one at a time, and announced`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        let controller = client.viewController(stage.root)
        func add(_ entry: BarButtonItemEntry) async throws(DBusError) {
            try await controller.addToolbarItem(entry.id, entry.title, entry.image, entry.enabled)
        }
        func write(_ entries: [BarButtonItemEntry]) async throws(DBusError) {
            try await controller.set(\.toolbarItems, to: entries)
        }
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: [Self.button(1)])
        try await write([Self.button(7)])
        client.clearSignals()
        try await add(Self.button(3, enabled: false))
        let both = [Self.button(7), Self.button(3, enabled: false)]
        #expect(try await stage.announced(Controller.name, of: stage.root) == [["ToolbarItems": both.variant]])
        let long = String(repeating: "x", count: 70_000)
        let refused: [(BarButtonItemEntry, String)] = [
            (Self.button(0), "InvalidArgument"), (Self.button(7), "InvalidArgument"),
            (Self.button(1), "InvalidArgument"),
            (BarButtonItemEntry(id: 9, title: long), "LimitsExceeded"),
            (BarButtonItemEntry(id: 9, image: "../add"), "InvalidArgument"),
        ]
        for (entry, error) in refused {
            #expect(await failure { try await add(entry) } == error, "\(entry.id)")
            #expect(await failure { try await write([entry, entry]) } == error, "\(entry.id)")
        }
        #expect(await failure { try await write((100...164).map { Self.button($0) }) } == "LimitsExceeded")
        let duplicate = await failure {
            try await client.navigationItem(stage.root).set(\.leftBarButtonItems, to: [Self.button(3)])
        }
        #expect(duplicate == "InvalidArgument")
        let absent = await complaint { try await controller.removeToolbarItem(1) }
        #expect(absent.hasPrefix("InvalidArgument: ") && absent.hasSuffix("it has 7, 3"), "\(absent)")
        #expect(try await controller.toolbarItems == both)
        try await controller.removeToolbarItem(7)
        #expect(
            try await stage.announced(Controller.name, of: stage.root)
                == [["ToolbarItems": [Self.button(3, enabled: false)].variant]])
    }

    @Test func `a toolbar is a view of its navigation controller, and handles touches`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        func toolbar() async throws -> ViewEntry? {
            try await client.getView(of: stage.navigation).views.named("Toolbar")
        }
        #expect(try await stage.get(Navigation.toolbarHidden))
        #expect(try await toolbar()?.properties["Hidden"] == .bool(true))
        let items = [Self.button(7), Self.button(3, enabled: false)]
        try await client.viewController(stage.root).set(\.toolbarItems, to: items)
        client.clearSignals()
        try await client.navigationController(stage.navigation).setToolbarHidden(false, true)
        let frame = DBusRect(0, 574, 375, 44)
        #expect(
            try await stage.announced(Navigation.name, of: stage.navigation)
                == [["ToolbarHidden": .bool(false), "ToolbarFrame": frame.variant]])
        #expect(try await toolbar()?.frame == frame)
        #expect(try await toolbar()?.properties["Hidden"] == nil)
        let frames = try await client.navigationItem(stage.root).getBarButtonItemFrames()
        #expect(frames == [7: DBusRect(10, 574, 44, 44), 3: DBusRect(54, 574, 44, 44)])
        client.clearSignals()
        for x in [20.0, 60, 200] {
            _ = try await client.window(stage.tabs).tapAt(x, 590)
        }
        try await client.navigationItem(stage.root).tapBarButtonItem(7)
        try await client.barrier()
        let received = client.signals.filter { $0.member == "BarButtonItemActivated" }
        #expect(received.map(\.path) == [stage.root, stage.root])
        #expect(received.map(\.arguments) == [[.uint32(7)], [.uint32(7)]])
        #expect(await failure { try await client.navigationItem(stage.root).tapBarButtonItem(3) } == "InvalidArgument")
        try await client.navigationController(stage.navigation).set(\.toolbarHidden, to: true)
        #expect(try await toolbar()?.frame == .zero)
        #expect(try await client.navigationItem(stage.root).getBarButtonItemFrames().isEmpty)
    }

    @Test func `tabctl shows a toolbar and taps its buttons`() async throws {
        let stage = try await CommandStage()
        let client = stage.client
        try await client.manager.subscribe()
        let page = try await client.register(["Title": .string("Mail")])
        let navigation = try await client.manager.createNavigationController(page)
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([navigation], of: tabs)
        let items = [BarButtonItemEntry(id: 7, title: "Reply"), BarButtonItemEntry(id: 3, title: "Flag")]
        try await client.viewController(page).set(\.toolbarItems, to: items)
        try await client.navigationController(navigation).set(\.toolbarHidden, to: false)
        let number = String(try #require(TabNames.number(of: tabs)))
        try await stage.run("show", number).line("the toolbar") { $0 == " [Reply] [Flag]" }
        client.clearSignals()
        try await stage.run("button", number, "Flag")
        try await client.waitForSignal("the button") {
            $0.path == page && $0.member == "BarButtonItemActivated" && $0.arguments == [.uint32(3)]
        }
    }
}
