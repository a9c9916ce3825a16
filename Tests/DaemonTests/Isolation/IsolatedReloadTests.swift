import TestSupport

/// New code for existing controllers.
@EventLoop @Suite(.bus) struct IsolatedReloadTests {
    private static let settings = "[deadlines]\nheartbeat = 10000\n"

    /// Begins a reload. The task returns its error, or `none`.
    private static func reload(_ stage: IsolatedStage) -> Task<String, Never> {
        Task.immediate { @EventLoop in await complaint { try await stage.callPlugin(PluginInterface.reload) } }
    }

    @Test func `Reload runs new code with the old state, without losing calls`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let other = try await stage.create(MisbehavingPlugin.type)
        for _ in 1...5 { try await stage.run("count", of: other) }
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        let (host, neighbourHost) = (try await stage.host(), try await stage.neighbourHost())
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        stage.client.clearSignals()
        try await stage.callPlugin(PluginInterface.reload)
        #expect(try await stage.get(PluginInterface.state) == "running")
        #expect(try await stage.get(PluginInterface.version) == "2")
        #expect(try await stage.get(PluginInterface.restarts) == 0)
        #expect(try await stage.get(PluginInterface.reason) == "")
        for (controller, count) in [(stage.controller, "2"), (other, "5")] {
            #expect(try await stage.text("Version", of: controller) == "2")
            #expect(try await stage.text("Count", of: controller) == count)
            #expect(stage.announcedStates(of: controller).allSatisfy { $0 == "ready" })
        }
        let successor = try await stage.host()
        #expect(successor != host && successor.isAlive)
        try await EventLoop.until("the old host's end") { host.isGone }
        #expect(try await stage.countUp() == "3")
        try await stage.expectQuiet(neighbourHost, "a reload")
        #expect(reader.failures.isEmpty)
        // Reloading the same code works too, and keeps the state.
        try await stage.callPlugin(PluginInterface.reload)
        #expect(try await stage.host() != successor)
        #expect(try await stage.text("Count") == "3")
    }

    @Test(arguments: [
        (MisbehavingPlugin.Code.refusing, "refused to run"), (.ending, "code 3"), (.text, "libmisbehaving.so"),
        (.barren, "no instance"), (.endless, "heartbeat"),
    ])
    func `the old code stays when the new code fails`(code: MisbehavingPlugin.Code, reason: String) async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        let (host, neighbourHost) = (try await stage.host(), try await stage.neighbourHost())
        let before = try await stage.picture()
        try await MisbehavingPlugin.install(code, version: "2", in: stage.folder)
        stage.client.clearSignals()
        var isOver = false
        let reload = Task.immediate { @EventLoop in
            defer { isOver = true }
            return await complaint { try await stage.callPlugin(PluginInterface.reload) }
        }
        // The old code runs meanwhile. More frequent calls would be a flood.
        repeat {
            try await stage.run("count", of: stage.neighbour)
            try await stage.pass(milliseconds: 20)
        } while !isOver
        let answer = await reload.value
        #expect(answer.hasPrefix("PluginFailed: ") && answer.contains(reason), "\(answer)")
        #expect(try await stage.host() == host && host.isAlive)
        #expect(try await stage.get(PluginInterface.state) == "running")
        #expect(stage.announcedStates(of: stage.controller).isEmpty)
        let daemon = ProcessEntry(stage.daemon.processID)
        try await EventLoop.until("the new host's end") { Set(daemon.children) == [host, neighbourHost] }
        #expect(try await stage.picture().views[stage.controller] == before.views[stage.controller])
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.text("Version") == "1")
        #expect(reader.failures.isEmpty)
        // Repaired code is loaded.
        try await MisbehavingPlugin.install(.newer, version: "3", in: stage.folder)
        try await stage.callPlugin(PluginInterface.reload)
        #expect(try await stage.text("Version") == "2")
        #expect(try await stage.text("Count") == "3")
    }

    @Test func `no action with a reply is lost by reloads, whether the new code works or fails`() async throws {
        // Some replies to taps on the button arrive while the tap still waits for new code.
        let settings = "[hosts]\nmessages = 1000000\n[deadlines]\nupdate_content = 100\n"
        let stage = try await IsolatedStage(settings: settings)
        try await stage.run("button")
        // The stage has counted twice.
        var (sent, answered, isOver) = (2, 2, false)
        let users = try (0..<6).map { index in
            let client = try BusClient()
            return Task.immediate { @EventLoop in
                while !isOver {
                    sent += 1
                    let failure = await complaint { try await Self.add(through: client, index < 3, stage.controller) }
                    if failure == "none" { answered += 1 }
                }
            }
        }
        for code in [MisbehavingPlugin.Code.newer, .barren, .c, .ending, .newer, .c] {
            try await MisbehavingPlugin.install(code, in: stage.folder)
            let answer = await complaint { try await stage.callPlugin(PluginInterface.reload) }
            #expect((answer == "none") == (code == .c || code == .newer), "\(code): \(answer)")
            // A view controller that is created meanwhile loses nothing either.
            let other = try await stage.create(MisbehavingPlugin.type)
            let reload = Self.reload(stage)
            var count = 0
            for _ in 1...5 where await complaint({ try await stage.run("count", of: other) }) == "none" { count += 1 }
            _ = await reload.value
            #expect(try await stage.text("Count", of: other) == "\(count)", "\(code)")
            try await stage.client.manager.destroy(other)
        }
        try await EventLoop.until("many replies") { answered > 100 }
        isOver = true
        for user in users { await user.value }
        // Its reply follows the taps that were not waited for.
        try await stage.run("tell")
        let count = try #require(Int(try await stage.text("Count")))
        #expect((answered...sent).contains(count), "\(count) of \(sent) were counted, \(answered) were answered")
    }

    /// Adds 1, with the text field or with the bar button.
    private static func add(
        through client: BusClient, _ isButton: Bool, _ controller: ObjectPath
    ) async throws(DBusError) {
        guard isButton else {
            return try await client.act("editingDidEnd", .string("count"), on: "Run", of: controller)
        }
        try await client.navigationItem(controller).tapBarButtonItem(1)
    }

    @Test func `Reload does not wait for a hanging process`() async throws {
        let stage = try await IsolatedStage()
        let host = try await stage.host()
        try await stage.run("soon sleep")
        try await MisbehavingPlugin.install(.newer, version: "2", in: stage.folder)
        try await stage.callPlugin(PluginInterface.reload)
        #expect(try await stage.text("Version") == "2")
        #expect(try await stage.text("Count") == "2")
        try await EventLoop.until("the old host's end") { host.isGone }
    }

    @Test func `a process that fails while its successor starts is replaced by it`() async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        for round in 1...3 {
            let host = try await stage.host()
            let reload = Self.reload(stage)
            _ = await complaint { try await stage.run("crash") }
            _ = await reload.value
            try await EventLoop.until("a host in round \(round)") {
                let state = try await stage.client.viewController(stage.controller).state
                let isRunning = try await stage.get(PluginInterface.state) == "running"
                return isRunning && state == "ready" && host.isGone
            }
            #expect(try await stage.text("Count") == "2")
            try await stage.callPlugin(PluginInterface.reset)
        }
    }

    @Test func `two reloads at once end with a single process`() async throws {
        let stage = try await IsolatedStage()
        let neighbourHost = try await stage.neighbourHost()
        let reloads = (1...3).map { _ in Self.reload(stage) }
        var answers: [String] = []
        for reload in reloads { answers.append(await reload.value) }
        #expect(answers.contains("none"), "\(answers)")
        let daemon = ProcessEntry(stage.daemon.processID)
        try await EventLoop.until("one host") {
            let host = try await stage.host()
            return Set(daemon.children) == [host, neighbourHost]
        }
        #expect(try await stage.countUp() == "3")
    }
}
