import Foundation
import TestSupport

/// Restored view controllers whose plugins are missing, or crash during restoration.
@EventLoop @Suite(.bus) struct RestoringTests {
    // MARK: A missing plugin

    @Test(arguments: ["in-process", "process"])
    func `a tab whose plugin is missing keeps its data, and is created when the plugin returns`(
        isolation: String
    ) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let client = stage.client
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let paths = [try await stage.create("a"), try await stage.create("b")]
        let unnamed = try await stage.create("")
        try await client.setTabs(paths + [unnamed], of: tabs)
        try await stage.run("count", paths[0])
        try await stage.run("count", paths[1])
        try await stage.run("count", paths[1])
        try await client.tabBarItem(paths[0]).set(\.title, to: "Mine")
        await stage.kill()
        let (folder, aside) = try (stage.plugins + "/" + MisbehavingPlugin.id, PrivateBus.current.directory + "/aside")
        try FileManager.default.moveItem(atPath: folder, toPath: aside)
        // A second start without it loses nothing either.
        for _ in 1...2 {
            try await stage.start()
            let list = try await client.tabBarController(tabs).viewControllers
            #expect(list == paths + [unnamed])
            for path in list {
                #expect(try await stage.state(path) == "failed")
                #expect(try await stage.reason(path).contains(MisbehavingPlugin.id))
            }
            #expect(try await client.tabBarItem(paths[0]).title == "Mine")
            #expect(await complaint { try await stage.respawn(paths[0]) } != "none")
            await stage.kill()
        }
        try await stage.start()
        try FileManager.default.moveItem(atPath: aside, toPath: folder)
        stage.daemon.send(SIGHUP)
        for path in paths + [unnamed] { try await stage.becomes("ready", path) }
        // A controller without an identifier is in its initial state (I-2).
        #expect(try await client.tabBarItem(unnamed).title == "Counter")
        #expect(try await stage.count(paths[0]) == "1")
        #expect(try await stage.count(paths[1]) == "2")
    }

    // MARK: An ancestor without an identifier

    @Test(arguments: ["in-process", "process"])
    func `the root of a navigation controller without an identifier gets its state`(isolation: String) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let client = stage.client
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let root = try await stage.create("root")
        let navigation = try await client.manager.createNavigationController(root)
        try await client.setTabs([navigation], of: tabs)
        try await stage.run("count", root)
        // The second start loses nothing either.
        for _ in 1...2 {
            try await stage.restart()
            #expect(try await client.navigationController(navigation).viewControllers == [root])
            #expect(try await stage.shownCount(root) == "1")
        }
    }

    // MARK: An instance that can't be created

    @Test(arguments: ["in-process", "process"])
    func `a claim of a controller without an instance succeeds, and loses no data`(isolation: String) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let path = try await stage.create("mine")
        try await stage.run("count", path)
        try await stage.restart(with: .barren, isolation: isolation)
        // The second claim is refused, and loses nothing either.
        #expect(try await stage.create("mine") == path)
        #expect(await failure { _ = try await stage.create("mine") } == "InvalidArgument")
        try await stage.becomes("failed", path)
        #expect(try await !stage.reason(path).isEmpty)
        try await stage.restart(with: .c, isolation: isolation)
        #expect(try await stage.create("mine") == path)
        #expect(try await stage.count(path) == "1")
    }

    @Test(arguments: ["in-process", "process"])
    func `a reopened controller that can't be created waits for its plugin, and blocks nothing`(
        isolation: String
    ) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let client = stage.client
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let (first, second) = (try await stage.create("first"), try await stage.create("second"))
        try await client.setTabs([first, second], of: tabs)
        for path in [first, second] {
            try await stage.run("count", path)
            try await client.tabBarItem(path).set(\.title, to: "Mine")
        }
        try await client.manager.destroy(first)
        try await client.manager.destroy(second)
        try await stage.restart(with: .barren, isolation: isolation)
        for path in [second, first] {
            #expect(try await client.reopen() == path)
            try await stage.becomes("failed", path)
        }
        #expect(try await client.tabBarController(tabs).viewControllers == [first, second])
        // When it is destroyed meanwhile it can be reopened once more.
        try await client.manager.destroy(first)
        #expect(try await client.reopen() == first)
        #expect(await failure { _ = try await client.reopen() } == "InternalInconsistency")
        try await stage.restart(with: .c, isolation: isolation)
        for path in [first, second] {
            #expect(try await stage.count(path) == "1")
            #expect(try await client.tabBarItem(path).title == "Mine")
        }
    }

    // MARK: A crash during restoration

    /// The crash happens in the decoding, or in work that the decoding posts.
    @Test(.rules("R16 R17"), arguments: ["poison", "poison-later"])
    func `a controller that ends the daemon during restoration is skipped, named, and retried on request`(
        poison: String
    ) async throws {
        let stage = try await RestoringStage(isolation: "in-process")
        let (first, crasher) = (try await stage.create("first"), try await stage.create("crasher"))
        let last = try await stage.create("last")
        for path in [first, crasher, last] { try await stage.run("count", path) }
        try await stage.run(poison, crasher)
        await stage.kill()
        #expect(try await stage.startInVain() == SIGSEGV)
        for _ in 1...2 {
            try await stage.start()
            #expect(try await stage.state(crasher) == "failed")
            let reason = try await stage.reason(crasher)
            #expect(reason.contains("Respawn") && reason.contains(MisbehavingPlugin.type), "\(reason)")
            #expect(stage.log.contains(crasher.text))
            #expect(try await stage.count(first) == "1")
            #expect(try await stage.count(last) == "1")
            // Its state is unchanged: another attempt crashes the daemon, at once or a moment later.
            let answer = await complaint { try await stage.respawn(crasher) }
            #expect(answer.hasPrefix("NoReply") || poison != "poison", "\(answer)")
            #expect(await stage.daemon.status() == SIGSEGV)
        }
        try await stage.start()
        #expect(try await stage.state(crasher) == "failed")
        try await stage.client.manager.destroy(crasher)
        try await stage.restart()
        #expect(try await stage.count(last) == "1")
    }

    @Test(.rules("R16"))
    func `a controller that ends its process during restoration is skipped, and the others are restored`()
        async throws
    {
        let stage = try await RestoringStage(isolation: "process")
        let (first, crasher) = (try await stage.create("first"), try await stage.create("crasher"))
        let last = try await stage.create("last")
        for path in [first, crasher, last] { try await stage.run("count", path) }
        try await stage.run("poison", crasher)
        try await stage.restart()
        try await stage.becomes("failed", crasher)
        #expect(try await stage.reason(crasher).contains("Respawn"))
        for path in [first, last] {
            try await stage.becomes("ready", path)
            #expect(try await stage.count(path) == "1")
        }
    }
}
