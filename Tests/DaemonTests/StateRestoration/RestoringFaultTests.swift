import Foundation
import TestSupport

/// Other failures of restored controllers than decoding: in their views, with an unreadable state, with a changed kind
/// of class, and after they were destroyed.
@EventLoop @Suite(.bus) struct RestoringFaultTests {
    /// Sets up a tab bar controller with a controller whose view crashes after a restoration, and another one.
    private static func poisonView(
        _ stage: RestoringStage, isVisible: Bool
    ) async throws -> (crasher: ObjectPath, other: ObjectPath) {
        let tabs = try await stage.client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let (crasher, other) = (try await stage.create("crasher"), try await stage.create("other"))
        try await stage.client.setTabs([crasher, other], of: tabs)
        for path in [crasher, other] { try await stage.run("count", path) }
        try await stage.run("poison-view", crasher)
        if isVisible { try await stage.client.window(tabs).set(\.alwaysVisible, to: true) }
        await stage.kill()
        return (crasher, other)
    }

    private static func expectLeftOut(
        _ crasher: ObjectPath, _ other: ObjectPath, _ stage: RestoringStage
    ) async throws {
        #expect(try await stage.state(crasher) == "failed")
        let reason = try await stage.reason(crasher)
        #expect(reason.contains("showed this \(MisbehavingPlugin.type)") && reason.contains("Respawn"), "\(reason)")
        #expect(try await stage.count(other) == "1")
        let plugin = TabNames.plugin(MisbehavingPlugin.id)
        #expect(try await stage.client.plugin(plugin).isolation == "in-process")
    }

    @Test func `a controller that ends the daemon when its window is shown at the start is skipped and named`()
        async throws
    {
        let stage = try await RestoringStage(isolation: "in-process")
        let (crasher, other) = try await Self.poisonView(stage, isVisible: true)
        #expect(try await stage.startInVain() == SIGSEGV)
        try await stage.start()
        try await Self.expectLeftOut(crasher, other, stage)
    }

    /// A single crash there may have another cause.
    @Test func `a controller that ends the daemon twice when a front end attaches is skipped and named`() async throws {
        let stage = try await RestoringStage(isolation: "in-process")
        let (crasher, other) = try await Self.poisonView(stage, isVisible: false)
        for _ in 1...2 {
            try await stage.start()
            #expect(try await stage.state(crasher) == "ready")
            #expect(
                await complaint { try await stage.client.viewController(crasher).loadViewIfNeeded() }.hasPrefix(
                    "NoReply"))
            #expect(await stage.daemon.status() == SIGSEGV)
        }
        try await stage.start()
        try await Self.expectLeftOut(crasher, other, stage)
    }

    // MARK: A state that can't be decoded

    @Test(arguments: ["in-process", "process"])
    func `a state that can't be decoded is kept and reported, until a user's action`(isolation: String) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let path = try await stage.create("counter")
        try await stage.run("count", path)
        try await stage.run("refuse-state", path)
        await stage.kill()
        // An orderly stop saves all states.
        for _ in 1...2 {
            try await stage.start()
            try await stage.hasReason("kept until its next use", path)
            #expect(try await stage.state(path) == "ready")
            #expect(try await stage.shownCount(path) == "0")
            #expect(await stage.daemon.stop() == 0)
        }
        try await stage.start()
        try await stage.hasReason("kept until its next use", path)
        try await stage.run("count", path)
        #expect(try await stage.reason(path) == "")
        try await stage.restart()
        #expect(try await stage.count(path) == "1")
        #expect(try await stage.reason(path) == "")
    }

    // MARK: A plugin that is installed later

    @Test(arguments: ["in-process", "process"])
    func `a client that has read the state waiting is notified when the controller is ready`(
        isolation: String
    ) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let path = try await stage.create("counter")
        await stage.kill()
        let (folder, aside) = try (stage.plugins + "/" + MisbehavingPlugin.id, PrivateBus.current.directory + "/aside")
        try FileManager.default.moveItem(atPath: folder, toPath: aside)
        try await stage.start()
        #expect(try await stage.state(path) == "failed")
        #expect(stage.client.signals.allSatisfy { $0.changes["State"] == nil })
        try FileManager.default.moveItem(atPath: aside, toPath: folder)
        try await stage.client.waitForSignal("\(path) being ready") { signal in
            signal.path == path && signal.changes["State"] == .string("ready")
        }
        #expect(try await stage.reason(path) == "")
    }

    // MARK: Another class

    @Test(arguments: ["in-process", "process"])
    func `a controller whose class became a tab bar controller class waits unchanged`(isolation: String) async throws {
        let stage = try await RestoringStage(isolation: isolation)
        let path = try await stage.create("counter")
        try await stage.run("count", path)
        try await stage.client.manager.destroy(try await stage.create("destroyed"))
        await stage.kill()
        let file = stage.plugins + "/" + MisbehavingPlugin.id + "/plugin.toml"
        let manifest = try String(contentsOfFile: file, encoding: .utf8)
        try manifest.replacing("title =", with: "superclass = \"TabBarController\"\ntitle =").write(
            toFile: file, atomically: false, encoding: .utf8)
        try await stage.start()
        let reopened = try await stage.client.reopen()
        for path in [path, reopened] {
            #expect(try await stage.state(path) == "failed")
            let reason = try await stage.reason(path)
            #expect(reason.contains("is now a TabBarController") && reason.contains("a ViewController"), "\(reason)")
        }
        try manifest.write(toFile: file, atomically: false, encoding: .utf8)
        stage.daemon.send(SIGHUP)
        try await stage.becomes("ready", path)
        #expect(try await stage.count(path) == "1")
    }

    // MARK: After the crash

    @Test func `a skipped controller stays skipped when it is reopened, until an attempt succeeds`() async throws {
        let stage = try await RestoringStage(isolation: "in-process")
        let path = try await stage.create("crasher")
        try await stage.run("count", path)
        try await stage.run("poison-later", path)
        await stage.kill()
        #expect(try await stage.startInVain() == SIGSEGV)
        try await stage.start()
        #expect(try await stage.state(path) == "failed")
        try await stage.client.manager.destroy(path)
        // The next controller is restored without a crash.
        try await stage.restart(with: .swift, isolation: "in-process")
        #expect(try await stage.client.reopen() == path)
        for _ in 1...2 {
            #expect(try await stage.state(path) == "failed")
            try await stage.restart()
        }
        try await stage.respawn(path)
        for _ in 1...2 {
            #expect(try await stage.reason(path) == "")
            #expect(try await stage.state(path) == "ready")
            try await stage.restart()
        }
    }
}
