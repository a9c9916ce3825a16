import TestSupport

/// Faults of the misbehaving plugin in the daemon itself that only make a call fail.
@EventLoop @Suite(.bus) struct InProcessFaultTests {
    private static let settings = "[isolation]\n\"*\" = \"in-process\"\n"

    @Test(arguments: [MisbehavingPlugin.Code.c, .swift])
    func `a refusal by an in-process plugin only fails that call`(code: MisbehavingPlugin.Code) async throws {
        let stage = try await IsolatedStage(code, settings: Self.settings)
        #expect(try await stage.get(PluginInterface.isolation) == "in-process")
        #expect(try await stage.host().id == stage.daemon.processID)
        let before = try await stage.picture()
        if code == .c {
            #expect(await failure { try await stage.run("fail") } == "PluginFailed")
            try await stage.run("refuse-instances")
            #expect(await failure { _ = try await stage.create(MisbehavingPlugin.type) } == "PluginFailed")
        }
        // Longer than a text may be.
        #expect(await failure { try await stage.run(String(repeating: "x", count: 1 << 17)) } == "LimitsExceeded")
        #expect(try await stage.picture() == before)
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.get(PluginInterface.state) == "running")
        let controllers = try await stage.client.manager.viewControllers
        #expect(controllers.count { $0 == stage.controller || $0 == stage.neighbour } == 2)
    }

    @Test(arguments: [MisbehavingPlugin.Code.c, .swift])
    func `a plugin that refuses to run in the daemon reads its settings first`(
        code: MisbehavingPlugin.Code
    ) async throws {
        let refusal = "[plugins.misbehaving]\nstart = \"refuse\"\n"
        let stage = try await IsolatedStage(code, settings: Self.settings + refusal, shown: false)
        let neighbour = try await stage.create(IsolatedStage.neighbourID + ".Counter")
        for _ in 1...2 {
            let answer = await complaint { _ = try await stage.create(MisbehavingPlugin.type) }
            #expect(answer.hasPrefix("PluginFailed: ") && answer.contains("refused to run"), "\(answer)")
        }
        #expect(try await stage.get(PluginInterface.state) == "failed")
        #expect(try await stage.get(PluginInterface.processId) == 0)
        try await stage.run("count", of: neighbour)
        #expect(try await stage.text("Count", of: neighbour) == "1")
    }

    @Test func `a process forked by an in-process plugin inherits neither bus name nor store`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        try await stage.run("fork")
        let child = ProcessEntry(try #require(Int32(try await stage.text("Output"))))
        defer { kill(child.id, SIGKILL) }
        await stage.daemon.kill()
        #expect(child.isAlive)
        try await DaemonProcess.start(arguments: ["--plugin-path", stage.folder])
        #expect(try await stage.client.manager.storeState == "saved")
        #expect(child.isAlive)
    }

    @Test func `in-process code is not reloaded`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        for method in [PluginInterface.reload, PluginInterface.unload, PluginInterface.reset] {
            let answer = await complaint { try await stage.callPlugin(method) }
            #expect(answer.hasPrefix("NotSupported: ") && answer.contains("in the daemon"), "\(method.name): \(answer)")
        }
        #expect(try await stage.text("Version") == "1")
        #expect(try await stage.countUp() == "3")
    }
}
