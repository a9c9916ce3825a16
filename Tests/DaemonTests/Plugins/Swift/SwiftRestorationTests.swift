import TestSupport

/// Restoration in the Swift library, with a daemon that is killed.
@EventLoop @Suite(.bus) struct SwiftRestorationTests {
    @Test(arguments: ["process", "in-process"])
    func `a plugin's page is restored by its name, with its state, and found by reference`(
        isolation: String
    ) async throws {
        try IsolatedStage.configure("[isolation]\ntestplugin = \"\(isolation)\"\n")
        let plugins = try DaemonProcess.stagePlugins(in: PrivateBus.current.directory)
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        let (first, client) = try await DaemonProcess.startWithClient()
        let librarian = try await client.createViewController("testplugin.Librarian", identifiedBy: "librarian")
        let navigation = try await client.manager.createNavigationController(
            librarian, ["RestorationIdentifier": .string("desk")])
        func stack() async throws -> [ObjectPath] {
            try await client.navigationController(navigation).viewControllers
        }
        try await client.waitForView("Push", of: librarian)
        try await client.act(on: "Push", of: librarian)
        let before = try await stack()
        let shelf = try #require(before.last)
        #expect(before == [librarian, shelf] && shelf != librarian)
        #expect(try await client.viewController(shelf).restorationIdentifier == "shelf")
        try await client.waitForView("Add", of: shelf)
        for _ in 1...3 { try await client.act(on: "Add", of: shelf) }
        await first.kill()
        try await DaemonProcess.start()
        try await client.waitForView("Output", of: librarian)
        try await client.expect("librarian has its shelf", of: "Output", in: librarian)
        #expect(try await stack() == before)
        #expect(try await client.viewController(shelf).state == "ready")
        try await client.waitForView("Books", of: shelf)
        #expect(try await client.text(of: "Books", in: shelf) == "3")
        try await client.act(on: "Add", of: shelf)
        #expect(try await client.text(of: "Books", in: shelf) == "4")
        guard isolation == "process" else { return }
        // The next process also requests it by its name.
        let plugin = client.plugin(TabNames.plugin("testplugin"))
        let host = try await plugin.processId
        kill(Int32(host), SIGKILL)
        try await EventLoop.until("the end") { try await plugin.processId != host }
        try await client.waitUntilReady(shelf)
        #expect(try await stack() == before)
        try await client.act(on: "Add", of: shelf)
        #expect(try await client.text(of: "Books", in: shelf) == "5")
    }
}
