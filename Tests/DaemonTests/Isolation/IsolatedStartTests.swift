import TestSupport

/// Isolated plugins whose process does not start, the first time or later.
@EventLoop @Suite(.bus) struct IsolatedStartTests {
    private static let hosts = "[hosts]\nrestart_delay = 0\nfailures = 1000000\n"

    /// Expects that a creation fails for a reason, without an effect on another plugin. Returns the error.
    private static func failToCreate(_ stage: IsolatedStage, _ reason: String) async throws -> String {
        let reader = try SteadyReader(reading: [try await stage.create(IsolatedStage.neighbourID + ".Counter")])
        let objects = try await stage.client.managedObjects().keys.count
        let answer = await complaint { _ = try await stage.create(MisbehavingPlugin.type) }
        #expect(answer.hasPrefix("PluginFailed: ") && answer.contains(reason), "\(answer)")
        #expect(try await stage.client.managedObjects().keys.count == objects)
        try await EventLoop.until("a reply to the reader") { reader.answers > 0 }
        #expect(reader.failures.isEmpty)
        return answer
    }

    @Test(arguments: [
        ("crash", "SIGSEGV"), ("exit", "code 3"), ("refuse", "refused to run"), ("hang", "start"), ("loop", "start"),
    ])
    func `a failed first start fails the call, and leaves nothing behind`(fault: String, reason: String) async throws {
        let stage = try await IsolatedStage(shown: false)
        // Only a hung start ends by timeout.
        let deadlines = reason == "start" ? "[deadlines]\nstart = 1500\n" : ""
        try IsolatedStage.configure(deadlines + "[plugins.misbehaving]\nstart = \"\(fault)\"\n")
        try await stage.client.reload(stage.daemon)
        let answer = try await Self.failToCreate(stage, reason)
        #expect(try await stage.get(PluginInterface.state) == "failed")
        let given = try await stage.get(PluginInterface.reason)
        #expect(!given.isEmpty && answer.contains(given), "\(given)")
        #expect(try await stage.get(PluginInterface.processId) == 0)
        let neighbourHost = try await stage.neighbourHost()
        let daemon = ProcessEntry(stage.daemon.processID)
        try await EventLoop.until("the end of the failed host") { daemon.children == [neighbourHost] }
        // The failed start does not count when it starts the next time.
        try IsolatedStage.configure("")
        try await stage.client.reload(stage.daemon)
        #expect(try await stage.text("Count", of: stage.create(MisbehavingPlugin.type)) == "0")
        #expect(try await stage.get(PluginInterface.state) == "running")
    }

    @Test(arguments: [
        (MisbehavingPlugin.Code.barren, "no instance"), (.endless, "heartbeat"), (.text, "libmisbehaving.so"),
    ])
    func `an instance that is not created fails the call`(code: MisbehavingPlugin.Code, reason: String) async throws {
        // Only a hung start ends by timeout.
        let settings = (code == .endless ? "[deadlines]\nheartbeat = 10000\n" : "") + Self.hosts
        let stage = try await IsolatedStage(code, settings: settings, shown: false)
        _ = try await Self.failToCreate(stage, reason)
        try await MisbehavingPlugin.install(version: "2", in: stage.folder)
        try await stage.client.reload(stage.daemon)
        if code == .barren { try await stage.callPlugin(PluginInterface.reload) }
        try await EventLoop.until("a controller of the new version") {
            await failure { _ = try await stage.create(MisbehavingPlugin.type) } == "none"
        }
    }

    @Test(arguments: ["crash", "exit", "refuse", "hang", "create-crash", "create-hang"])
    func `later failed starts are retried, and the controllers are restored`(fault: String) async throws {
        // Only a hung start ends by timeout.
        let deadlines = ["hang": "[deadlines]\nstart = 10000\n", "create-hang": "[deadlines]\nheartbeat = 10000\n"]
        let stage = try await IsolatedStage(settings: deadlines[fault, default: ""] + Self.hosts)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        let (before, neighbourHost) = (try await stage.picture(), try await stage.neighbourHost())
        try await stage.run("start-fault \(fault) 1")
        await stage.breakDown()
        try await stage.waitForState("ready", of: stage.controller)
        try await EventLoop.until("the host being back") { try await stage.get(PluginInterface.state) == "running" }
        #expect(try await stage.picture() == before)
        #expect(try await stage.get(PluginInterface.restarts) >= 1)
        let host = try await stage.host()
        let daemon = ProcessEntry(stage.daemon.processID)
        try await EventLoop.until("the end of the other controllers") { Set(daemon.children) == [host, neighbourHost] }
        #expect(try await stage.countUp() == "3")
        #expect(reader.failures.isEmpty)
    }
}
