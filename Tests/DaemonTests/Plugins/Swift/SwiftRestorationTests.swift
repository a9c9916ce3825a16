import Glibc
import TestSupport
import Testing

/// Restoration in the Swift library, with a daemon that is killed.
@EventLoop @Suite(.bus) struct SwiftRestorationTests {
    @Test(arguments: ["process", "in-process"])
    func `a plugin's page is restored by its name, with its state, and found by reference`(
        isolation: String
    ) async throws {
        let bus = try PrivateBus.current
        try bus.configure(
            """
            [isolation]
            testplugin = "\(isolation)"
            [deadlines]
            update_content = 5000
            """)
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        let first = try await DaemonProcess.start()
        let client = try BusClient()
        let librarian = try await client.manager.createViewController(
            "testplugin.Librarian", ["RestorationIdentifier": .string("librarian")])
        let navigation = try await client.manager.createNavigationController(
            librarian, ["RestorationIdentifier": .string("desk")])
        try await Self.shows("Push", client, of: librarian)
        try await Self.press("Push", client, on: librarian)
        let stack = try await client.navigationController(navigation).viewControllers
        let shelf = try #require(stack.last)
        #expect(stack == [librarian, shelf] && shelf != librarian)
        #expect(try await client.viewController(shelf).restorationIdentifier == "shelf")
        try await Self.shows("Add", client, of: shelf)
        for _ in 1...3 { try await Self.press("Add", client, on: shelf) }
        first.send(SIGKILL)
        _ = await first.status()
        try await DaemonProcess.start()
        let other = try BusClient()
        var notes = ""
        let end = TestTimeout.deadline
        while notes.isEmpty, .now < end { notes = try await Self.text("Output", other, of: librarian) }
        #expect(notes == "librarian has its shelf")
        #expect(try await other.navigationController(navigation).viewControllers == stack)
        #expect(try await other.viewController(shelf).state == "ready")
        try await Self.shows("Books", other, of: shelf)
        #expect(try await Self.text("Books", other, of: shelf) == "3")
        try await Self.press("Add", other, on: shelf)
        #expect(try await Self.text("Books", other, of: shelf) == "4")
        if isolation == "process" {
            try await Self.loseHost(other)
            // The next process also requests it by its name.
            var state = ""
            let end = TestTimeout.deadline
            while state != "ready", .now < end {
                state = try await other.viewController(shelf).state
            }
            #expect(state == "ready")
            #expect(try await other.navigationController(navigation).viewControllers == stack)
            try await Self.press("Add", other, on: shelf)
            #expect(try await Self.text("Books", other, of: shelf) == "5")
        }
    }

    private static func press(_ button: String, _ client: BusClient, on path: ObjectPath) async throws {
        try await client.sendAction(
            "primaryActionTriggered", .bool(true), to: 0, of: path, ["Identifier": .string(button)])
    }

    private static func text(_ label: String, _ client: BusClient, of path: ObjectPath) async throws -> String {
        try await client.viewController(path).loadViewIfNeeded()
        return try await client.getView(of: path).views.named(label)?.properties["Text"]?.get() ?? ""
    }

    /// Waits until a view exists. A plugin process creates it asynchronously.
    private static func shows(_ view: String, _ client: BusClient, of path: ObjectPath) async throws {
        let end = TestTimeout.deadline
        try await client.viewController(path).loadViewIfNeeded()
        while try await client.getView(of: path).views.named(view) == nil, .now < end {}
    }

    /// Ends the plugin process, and waits until the daemon has noticed.
    private static func loseHost(_ client: BusClient) async throws {
        let plugin = TabNames.plugin("testplugin")
        let number = try await client.plugin(plugin).processId
        kill(Int32(number), SIGKILL)
        while try await client.plugin(plugin).processId == number {}
    }
}
