import TestSupport

/// Isolated plugins that fail repeatedly: they are quarantined, and their tabs stay.
@EventLoop @Suite(.bus) struct IsolatedQuarantineTests {
    private static let settings = "[hosts]\nrestart_delay = 0\n"

    private static func crash(_ stage: IsolatedStage) async throws {
        stage.client.clearSignals()
        #expect(await failure { try await stage.run("crash") } == "PluginFailed")
    }

    /// A stage on which the plugin has failed three times.
    private static func quarantined() async throws -> IsolatedStage {
        let stage = try await IsolatedStage(settings: settings)
        for _ in 1...2 {
            try await crash(stage)
            try await stage.waitForRecovery()
        }
        try await crash(stage)
        try await stage.waitForState("quarantined", of: stage.plugin)
        try await stage.waitForState("quarantined", of: stage.controller)
        return stage
    }

    @Test func `after three failures a plugin is quarantined, and its tabs stay`() async throws {
        let stage = try await Self.quarantined()
        let client = stage.client
        let before = try await stage.picture()
        let reason = try await stage.get(PluginInterface.reason)
        #expect(reason.contains("SIGSEGV") && reason.contains("3"), "\(reason)")
        #expect(try await client.viewController(stage.controller).failureReason == reason)
        #expect(try await stage.get(PluginInterface.processId) == 0)
        let (daemon, neighbourHost) = (ProcessEntry(stage.daemon.processID), try await stage.neighbourHost())
        try await EventLoop.until("the end of the host") { daemon.children == [neighbourHost] }
        #expect(try await stage.text("Count") == "2")
        // The tab still works as a tab.
        #expect(try await client.tap(1, in: stage.tabs))
        #expect(try await client.tap(0, in: stage.tabs))
        #expect(try await stage.title(of: stage.controller) == "Counter")
        try await client.tabBarItem(stage.controller).set(\.badgeValue, to: "!")
        try await client.tabBarItem(stage.controller).set(\.badgeValue, to: "")
        #expect(await failure { try await stage.run("count") } == "PluginUnavailable")
        #expect(await failure { _ = try await stage.create(MisbehavingPlugin.type) } == "PluginUnavailable")
        #expect(await failure { try await stage.callPlugin(PluginInterface.load) } == "PluginUnavailable")
        #expect(try await stage.picture() == before)
        try await stage.run("count", of: stage.neighbour)
        // The same version does not end the quarantine.
        client.clearSignals()
        try await client.reload(stage.daemon)
        #expect(try await stage.get(PluginInterface.state) == "quarantined")
        #expect(stage.announcedStates(of: stage.plugin).isEmpty)
    }

    @Test func `Reset starts a quarantined plugin again, and resets its failure count`() async throws {
        let stage = try await Self.quarantined()
        stage.client.clearSignals()
        try await stage.callPlugin(PluginInterface.reset)
        try await stage.waitForRecovery()
        #expect(try await stage.text("Count") == "2")
        #expect(try await stage.get(PluginInterface.reason) == "")
        #expect(try await stage.client.viewController(stage.controller).failureReason == "")
        for count in 3...4 {
            try await stage.run("count")
            try await Self.crash(stage)
            try await stage.waitForRecovery()
            #expect(try await stage.text("Count") == "\(count)")
        }
        try await Self.crash(stage)
        try await stage.waitForState("quarantined", of: stage.plugin)
    }

    @Test(arguments: ["SIGHUP", "CreateViewController", "Reset"])
    func `a new version starts a quarantined plugin again`(way: String) async throws {
        let stage = try await Self.quarantined()
        stage.client.clearSignals()
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        switch way {
        case "SIGHUP": try await stage.client.reload(stage.daemon)
        case "Reset": try await stage.callPlugin(PluginInterface.reset)
        default:
            // The folders are scanned at most once a second.
            try await EventLoop.until("a controller of the new version") {
                await failure { _ = try await stage.create(MisbehavingPlugin.type) } == "none"
            }
        }
        try await stage.waitForRecovery()
        #expect(try await stage.get(PluginInterface.version) == "2")
        try await stage.shows("2", in: "Version")
        #expect(try await stage.text("Count") == "2")
        #expect(try await stage.countUp() == "3")
    }

    @Test func `failures that are far apart are not counted together`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings + "failures = 2\nfailure_window = 1\n")
        try await Self.crash(stage)
        try await stage.waitForRecovery()
        try await stage.pass(milliseconds: 1100)
        try await Self.crash(stage)
        try await stage.waitForRecovery()
        // The recovery may take longer than a second.
        try IsolatedStage.configure(Self.settings + "failures = 2\nfailure_window = 300\n")
        try await stage.client.reload(stage.daemon)
        try await Self.crash(stage)
        try await stage.waitForState("quarantined", of: stage.plugin)
    }
}
