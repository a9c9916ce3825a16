import TestSupport

/// The Workspace plugin: a subclass of a tab bar controller that creates its tabs, guards one of them, and is restored.
@EventLoop @Suite(.bus) struct WorkspaceTests {
    private let client: BusClient

    init() throws { client = try BusClient() }

    /// Starts a daemon with the plugin in-process or isolated. A plugin process gets timeouts that it never exceeds.
    private func start(_ isolation: String) async throws -> DaemonProcess {
        try IsolatedStage.configure("[isolation]\nworkspace = \"\(isolation)\"\n[deadlines]\ndelegate = 10000\n")
        return try await DaemonProcess.start()
    }

    private func create() async throws -> ObjectPath {
        let workspace = try await client.createViewController("workspace.Workspace", identifiedBy: "desk")
        try await client.window(workspace).set(\.alwaysVisible, to: true)
        return workspace
    }

    /// The three tabs, once the plugin has created them.
    private func tabs(of workspace: ObjectPath) async throws -> [ObjectPath] {
        try await EventLoop.until("three tabs") {
            try await client.tabBarController(workspace).viewControllers.count == 3
        }
        return try await client.tabBarController(workspace).viewControllers
    }

    private func lock(_ isLocked: Bool, of tab: ObjectPath) async throws {
        try await client.waitForView("Lock", of: tab)
        try await client.act("valueChanged", .bool(isLocked), on: "Lock", of: tab)
    }

    @Test(arguments: ["in-process", "process"])
    func `it counts taps, and a locked tab can be selected by code only`(isolation: String) async throws {
        _ = try await start(isolation)
        let workspace = try await create()
        let tabs = try await tabs(of: workspace)
        for (tab, title) in zip(tabs, ["Overview", "Recents", "Vault"]) {
            #expect(try await client.tabBarItem(tab).displayTitle == title)
        }
        #expect(try await client.tap(1, in: workspace))
        #expect(try await client.tap(2, in: workspace) == false)
        #expect(try await client.tabBarController(workspace).selectedIndex == 1)
        try await client.expect("2 taps, the vault is locked", of: "Taps", in: tabs[0])
        for index in [2, 0] as [Int64] {
            try await client.select(index, in: workspace)
            #expect(try await client.tabBarController(workspace).selectedIndex == index)
        }
        try await lock(false, of: tabs[0])
        #expect(try await client.tap(2, in: workspace))
        try await client.expect("3 taps, the vault is open", of: "Taps", in: tabs[0])
        let lock = try await client.getView(of: tabs[0]).views.named("Lock")?.id
        #expect(try await client.viewController(tabs[0]).preferredFocusedView == lock)
    }

    @Test(arguments: ["in-process", "process"])
    func `its tabs, their states and the selection survive a kill of the daemon`(isolation: String) async throws {
        let first = try await start(isolation)
        let workspace = try await create()
        let before = try await tabs(of: workspace)
        try await lock(false, of: before[0])
        #expect(try await client.tap(1, in: workspace))
        try await client.waitForView("Line", of: before[1])
        try await client.act("editingDidEnd", .string("Buy milk"), on: "Line", of: before[1])
        await first.kill()
        try await DaemonProcess.start()
        #expect(try await create() == workspace)
        // An isolated plugin may not have created its views yet.
        for tab in before {
            try await client.waitUntilReady(tab)
            try await client.viewController(tab).loadViewIfNeeded()
        }
        #expect(try await tabs(of: workspace) == before)
        #expect(try await client.tabBarController(workspace).selectedIndex == 1)
        try await client.expect("1 tap, the vault is open", of: "Taps", in: before[0])
        try await client.expect("Buy milk", of: "Line", in: before[1])
        #expect(try await client.tap(2, in: workspace))
    }
}
