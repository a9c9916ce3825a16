import Glibc
import TestSupport
import Testing

/// The Workspace plugin: a subclass of a tab bar controller that creates its tabs, guards one of them, and is restored.
@EventLoop @Suite(.bus) struct WorkspaceTests {
    /// Sets whether the plugin is isolated. A plugin process gets timeouts that it never exceeds.
    private static func configure(_ isolation: String) throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [isolation]
            workspace = "\(isolation)"
            [deadlines]
            delegate = 10000
            update_content = 5000
            """)
    }

    private static func create(_ client: BusClient) async throws -> ObjectPath {
        let workspace = try await client.manager.createViewController(
            "workspace.Workspace", ["RestorationIdentifier": .string("desk")])
        try await client.window(workspace).set(\.alwaysVisible, to: true)
        return workspace
    }

    /// The tabs, once the plugin has created them.
    private static func tabs(_ client: BusClient, of workspace: ObjectPath) async throws -> [ObjectPath] {
        let end = TestTimeout.deadline
        var tabs: [ObjectPath] = []
        repeat {
            tabs = try await client.tabBarController(workspace).viewControllers
        } while tabs.isEmpty && ContinuousClock.now < end
        return tabs
    }

    private static func selected(_ client: BusClient, of workspace: ObjectPath) async throws -> Int64 {
        try await client.tabBarController(workspace).selectedIndex
    }

    /// Waits until a view has a text.
    private static func expect(
        _ view: String, _ client: BusClient, of tab: ObjectPath, toShow text: String
    ) async throws {
        let end = TestTimeout.deadline
        var found: String?
        repeat {
            found = try await client.getView(of: tab).views.named(view)?.properties["Text"]?.get()
        } while found != text && ContinuousClock.now < end
        #expect(found == text)
    }

    /// Waits until a view exists.
    private static func shows(_ view: String, _ client: BusClient, of tab: ObjectPath) async throws {
        let end = TestTimeout.deadline
        while try await client.getView(of: tab).views.named(view) == nil, .now < end {}
    }

    private static func lock(_ isLocked: Bool, _ client: BusClient, of tab: ObjectPath) async throws {
        try await shows("Lock", client, of: tab)
        try await client.sendAction("valueChanged", .bool(isLocked), to: 0, of: tab, ["Identifier": .string("Lock")])
    }

    @Test(arguments: ["in-process", "process"])
    func `it counts taps, and a locked tab can be selected by code only`(isolation: String) async throws {
        try Self.configure(isolation)
        try await DaemonProcess.start()
        let client = try BusClient()
        let workspace = try await Self.create(client)
        let tabs = try await Self.tabs(client, of: workspace)
        try #require(tabs.count == 3)
        var titles: [String] = []
        for tab in tabs {
            titles.append(try await client.tabBarItem(tab).displayTitle)
        }
        #expect(titles == ["Overview", "Recents", "Vault"])
        #expect(try await client.tap(1, in: workspace))
        #expect(try await client.tap(2, in: workspace) == false)
        #expect(try await Self.selected(client, of: workspace) == 1)
        try await Self.expect("Taps", client, of: tabs[0], toShow: "2 taps, the vault is locked")
        try await client.tabBarController(workspace).set(\.selectedIndex, to: 2)
        #expect(try await Self.selected(client, of: workspace) == 2)
        try await client.tabBarController(workspace).set(\.selectedIndex, to: 0)
        try await Self.lock(false, client, of: tabs[0])
        #expect(try await client.tap(2, in: workspace))
        try await Self.expect("Taps", client, of: tabs[0], toShow: "3 taps, the vault is open")
        let lock = try await client.getView(of: tabs[0]).views.named("Lock")?.id
        #expect(try await client.viewController(tabs[0]).preferredFocusedView == lock)
    }

    @Test(arguments: ["in-process", "process"])
    func `its tabs, their states and the selection survive a kill of the daemon`(isolation: String) async throws {
        try Self.configure(isolation)
        let first = try await DaemonProcess.start()
        let client = try BusClient()
        let workspace = try await Self.create(client)
        let before = try await Self.tabs(client, of: workspace)
        try #require(before.count == 3)
        try await Self.lock(false, client, of: before[0])
        #expect(try await client.tap(1, in: workspace))
        try await Self.shows("Line", client, of: before[1])
        try await client.sendAction(
            "editingDidEnd", .string("Buy milk"), to: 0, of: before[1], ["Identifier": .string("Line")])
        first.send(SIGKILL)
        _ = await first.status()
        try await DaemonProcess.start()
        let other = try BusClient()
        #expect(try await Self.create(other) == workspace)
        // An isolated plugin may not have created its views yet.
        for tab in before {
            var state = ""
            let end = TestTimeout.deadline
            while state != "ready", .now < end {
                state = try await other.viewController(tab).state
            }
            #expect(state == "ready")
            try await other.viewController(tab).loadViewIfNeeded()
        }
        #expect(try await Self.tabs(other, of: workspace) == before)
        #expect(try await Self.selected(other, of: workspace) == 1)
        try await Self.expect("Taps", other, of: before[0], toShow: "1 tap, the vault is open")
        try await Self.expect("Line", other, of: before[1], toShow: "Buy milk")
        #expect(try await other.tap(2, in: workspace))
    }
}
