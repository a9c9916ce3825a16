import TestSupport

/// States that can't be restored: their controllers are skipped and named in the log, and other controllers are not
/// affected.
@EventLoop @Suite(.bus) struct IsolatedRestoringTests {
    private static let settings = "[hosts]\nrestart_delay = 20\nfailures = 3\n"

    /// Checks the readable state of a skipped controller.
    private static func expectLeftOut(_ path: ObjectPath, _ stage: IsolatedStage) async throws {
        try await stage.waitForState("failed", of: path)
        let number = path.text.split(separator: "/").last.map(String.init) ?? ""
        let parts = ["SIGSEGV", "view controller \(number) of class 'Counter'", "Its data is kept", "Respawn"]
        var reason = ""
        // A Reset after that tries it once more.
        try await EventLoop.until("the reason of \(path)") {
            reason = try await stage.client.viewController(path).failureReason
            return parts.allSatisfy { reason.contains($0) }
        }
        let answer = await complaint { try await stage.run("count", of: path) }
        #expect(answer.hasPrefix("PluginUnavailable: ") && answer.contains(reason), "\(answer)")
        // Its last views stay, and so does its state.
        #expect(try await stage.text("Count", of: path) == "2")
    }

    /// Waits until controllers are restored. Some are ready for a moment in a process that ends soon.
    private static func expectBack(_ paths: [ObjectPath], _ stage: IsolatedStage) async throws {
        for path in paths {
            try await EventLoop.until("\(path) being back") {
                guard try await stage.client.viewController(path).state == "ready" else { return false }
                return await failure { try await stage.run("tell", of: path) } == "none"
            }
        }
        #expect(try await stage.get(PluginInterface.state) == "running")
    }

    /// `poison-later` fails in posted work: the Swift library's `applicationFinishedRestoringState()`.
    @Test(arguments: [MisbehavingPlugin.Code.c, .swift], ["poison", "poison-later"])
    func `a controller that ends its process during restoration is skipped, and the others are restored`(
        code: MisbehavingPlugin.Code, poison: String
    ) async throws {
        let stage = try await IsolatedStage(code, settings: Self.settings)
        let others = [try await stage.create(MisbehavingPlugin.type), try await stage.create(MisbehavingPlugin.type)]
        for (index, other) in others.enumerated() {
            for _ in 0...index { try await stage.run("count", of: other) }
        }
        try await stage.run(poison)
        await stage.breakDown(of: others[0])
        try await Self.expectLeftOut(stage.controller, stage)
        try await Self.expectBack(others, stage)
        // There were two failures. The run that found the reason does not count, and neither does a second attempt.
        for _ in 1...2 {
            stage.client.clearSignals()
            let answer = await complaint { try await stage.client.viewController(stage.controller).respawn() }
            #expect(answer.contains("SIGSEGV"), "\(answer)")
            try await Self.expectLeftOut(stage.controller, stage)
            try await Self.expectBack(others, stage)
        }
        for (index, other) in others.enumerated() {
            try await stage.run("count", of: other)
            #expect(try await stage.text("Count", of: other) == "\(index + 2)")
        }
        #expect(!stage.announcedStates(of: stage.plugin).contains("quarantined"))
    }

    @Test func `each of several controllers that can't be restored is identified`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let second = try await stage.create(MisbehavingPlugin.type)
        let well = try await stage.create(MisbehavingPlugin.type)
        for _ in 1...2 { try await stage.run("count", of: second) }
        try await stage.run("count", of: well)
        for path in [stage.controller, second] { try await stage.run("poison", of: path) }
        await stage.breakDown(of: well)
        for path in [stage.controller, second] { try await Self.expectLeftOut(path, stage) }
        try await Self.expectBack([well], stage)
        #expect(try await stage.text("Count", of: well) == "1")
        try await stage.run("count", of: well)
    }

    @Test func `a plugin whose only controller can't be restored stops failing`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        try await stage.run("poison")
        for _ in 1...2 {
            stage.client.clearSignals()
            // The second time no other controller could be affected.
            _ = await complaint { try await stage.run("crash") }
            _ = await complaint { try await stage.callPlugin(PluginInterface.reset) }
            try await Self.expectLeftOut(stage.controller, stage)
        }
        // Without that controller the plugin is safe.
        try await stage.client.manager.destroy(stage.controller)
        #expect(try await stage.text("Count", of: stage.create(MisbehavingPlugin.type)) == "0")
    }

    @Test(arguments: [MisbehavingPlugin.Code.c, .swift])
    func `a state that can't be decoded is kept across restarts until a user's action`(
        code: MisbehavingPlugin.Code
    ) async throws {
        let stage = try await IsolatedStage(code, settings: Self.settings)
        func reason() async throws -> String {
            try await stage.client.viewController(stage.controller).failureReason
        }
        let other = try await stage.create(MisbehavingPlugin.type)
        try await stage.run("refuse-state")
        for _ in 1...2 {
            await stage.breakDown(of: other)
            try await stage.waitForRecovery(of: [stage.controller, other])
            try await EventLoop.until("the reason being reported") {
                try await reason().contains("kept until its next use")
            }
            #expect(try await stage.text("Count") == "0")
        }
        try await stage.run("count")
        #expect(try await reason() == "")
        #expect(try await stage.text("Count") == "1")
    }

    @Test func `recreating many instances does not count as a flood`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings + "messages = 40\n")
        // The replies alone exceed the number of messages allowed in two seconds, after which a flood ends the process.
        for _ in 0..<100 {
            _ = try await stage.client.createViewController(MisbehavingPlugin.type, identifiedBy: "")
        }
        await stage.breakDown()
        try await Self.expectBack([stage.controller], stage)
        #expect(try await stage.text("Count") == "2")
        #expect(try await stage.get(PluginInterface.restarts) == 1)
    }

    @Test func `new code gets the state that the old code could not restore`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let other = try await stage.create(MisbehavingPlugin.type)
        try await stage.run("poison")
        await stage.breakDown(of: other)
        try await Self.expectLeftOut(stage.controller, stage)
        try await Self.expectBack([other], stage)
        stage.client.clearSignals()
        // The new version fails as well, but the other controllers use it.
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        try await stage.callPlugin(PluginInterface.reload)
        try await Self.expectLeftOut(stage.controller, stage)
        try await Self.expectBack([other], stage)
        #expect(try await stage.text("Version", of: other) == "2")
    }
}
