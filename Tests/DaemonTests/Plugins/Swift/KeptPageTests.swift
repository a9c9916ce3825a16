import Foundation
import TestSupport

/// A page with an identifier that a plugin has popped and keeps: nothing contains it, and only its plugin can use it.
@EventLoop @Suite(.bus) struct KeptPageTests {
    /// A root of the test plugin in a navigation controller. Its page was pushed, has counted to three, and was popped.
    @EventLoop private final class KeptPageStage: RestartStage {
        let plugins: String
        private(set) var root = ObjectPath.none
        private(set) var navigation = ObjectPath.none
        private(set) var page = ObjectPath.none

        init(_ className: String, isolation: String) async throws {
            try IsolatedStage.configure("[isolation]\ntestplugin = \"\(isolation)\"\n")
            plugins = try DaemonProcess.stagePlugins(in: PrivateBus.current.directory)
            try Self.install(in: plugins)
            try await super.init(DaemonOptions(hasLog: true))
            root = try await client.createViewController("testplugin.\(className)", identifiedBy: "root")
            navigation = try await client.manager.createNavigationController(
                root, ["RestorationIdentifier": .string("desk")])
            try await client.waitForView("Push", of: root)
            try await client.act(on: "Push", of: root)
            page = try #require(try await client.navigationController(navigation).viewControllers.last)
            try await client.waitForView("Add", of: page)
            for _ in 1...3 { try await client.act(on: "Add", of: page) }
            #expect(try await client.navigationController(navigation).pop(false) == page)
            #expect(try await client.viewController(page).parent == .none)
        }

        static func install(in plugins: String) throws {
            try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        }

        func removePlugin() throws { try FileManager.default.removeItem(atPath: plugins + "/testplugin") }

        /// The lines of the log about a page or a class that is missing.
        func complaints() throws -> [Substring] {
            try String(contentsOfFile: logFile, encoding: .utf8).split(separator: "\n").filter {
                $0.contains("waits for its class") || $0.contains("available types")
            }
        }
    }

    @Test(.rules("R21"), arguments: ["process", "in-process"])
    func `a popped page that its plugin does not create again is gone after a restart`(isolation: String) async throws {
        let stage = try await KeptPageStage("Keeper", isolation: isolation)
        let (client, page) = (stage.client, stage.page)
        for _ in 1...2 {
            try await stage.restart()
            try await client.waitUntilReady(stage.root)
            try await EventLoop.until("the end of the page") {
                await failure { _ = try await client.viewController(page).state } == "UnknownObject"
            }
            #expect(try stage.complaints() == [])
        }
        #expect(try await client.navigationController(stage.navigation).viewControllers == [stage.root])
    }

    @Test(.rules("R21"), arguments: ["process", "in-process"])
    func `while its plugin is missing a popped page keeps its data, and the log has a short line`(
        isolation: String
    ) async throws {
        let stage = try await KeptPageStage("Librarian", isolation: isolation)
        let (client, page) = (stage.client, stage.page)
        await stage.kill()
        try stage.removePlugin()
        try await stage.start()
        #expect(try await stage.state(page) == "failed")
        #expect(try await stage.reason(page).contains("neither a plugin nor a client offers 'testplugin.Shelf'"))
        let complaints = try stage.complaints()
        #expect(complaints.count == 2 && complaints.allSatisfy { $0.utf8.count < 200 }, "\(complaints)")
        await stage.kill()
        try KeptPageStage.install(in: stage.plugins)
        try await stage.start()
        // The plugin creates it again, pushes it, and finds its state.
        try await client.waitUntilReady(page)
        #expect(try await client.navigationController(stage.navigation).viewControllers.last == page)
        try await client.waitForView("Books", of: page)
        #expect(try await client.text(of: "Books", in: page) == "3")
    }
}
