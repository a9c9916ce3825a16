import TestSupport

/// Faults of an isolated plugin that end its process or its connection, or make it unresponsive: they affect only its
/// own tab, and only briefly.
@EventLoop @Suite(.bus) struct IsolatedFaultTests {
    private nonisolated static let settings = "[hosts]\nrestart_delay = 0\nfailures = 1000000\n"
    /// In milliseconds, long enough for healthy plugin processes on a busy machine.
    private nonisolated static let heartbeat: UInt64 = 10_000
    private nonisolated static let hanging = "[deadlines]\nheartbeat = \(heartbeat)\n" + settings

    /// Commands that make a plugin process fail under some settings, each with possible texts of the reason.
    struct Fault: Sendable {
        var code = MisbehavingPlugin.Code.c
        var settings = IsolatedFaultTests.settings
        let commands: [(command: String, reasons: [String])]
    }

    private nonisolated static let ends: [(command: String, reasons: [String])] = [
        ("crash", ["SIGSEGV"]), ("soon crash", ["SIGSEGV"]), ("thread crash", ["SIGSEGV"]), ("abort", ["SIGABRT"]),
        ("trap", ["SIGILL", "SIGTRAP"]), ("thread trap", ["SIGILL", "SIGTRAP"]), ("exit 0", ["code 0"]),
        ("exit 3", ["code 3"]), ("soon exit 255", ["code 255"]), ("garbage", ["connection"]),
        ("soon garbage", ["connection"]), ("close", ["connection"]), ("soon close", ["connection"]),
        ("shut", ["connection"]), ("soon shut", ["connection"]),
    ]
    // Below the kernel's limit of 456 MiB, at which the plugin would abort before the daemon measures it.
    private nonisolated static let allocations = ["allocate 400", "allocate-slowly 400"].map {
        (command: $0, reasons: ["160 MiB"])
    }
    // A plugin that floods is throttled, which does not count as a missed heartbeat.
    private nonisolated static let hangs = ["loop", "soon loop", "sleep", "flood"].map {
        (command: $0, reasons: ["heartbeat", "messages per second"])
    }

    private nonisolated static let faults = [
        "an end": Fault(commands: ends), "an end in Swift": Fault(code: .swift, commands: ends),
        "too much memory": Fault(settings: settings + "memory = 160\n", commands: allocations),
        "too much memory in Swift": Fault(code: .swift, settings: settings + "memory = 160\n", commands: allocations),
        "a hang in Swift": Fault(code: .swift, settings: hanging, commands: Array(hangs.prefix(1))),
        "too many messages": Fault(
            settings: settings + "messages = 100\n", commands: [("flood-timer 10", ["100 messages per second"])]),
    ].merging(hangs.map { ("a hang: \($0.command)", Fault(settings: hanging, commands: [$0])) }) { $1 }

    @Test(arguments: faults)
    func `a plugin process that fails affects only its own tab, and only briefly`(name: String, fault: Fault)
        async throws
    {
        let stage = try await IsolatedStage(fault.code, settings: fault.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        for (command, reasons) in fault.commands { try await stage.survive(command, reasons: reasons, reader) }
        // A plugin within the limits stays.
        let host = try await stage.host()
        try await stage.run("allocate 16")
        #expect(try await stage.host() == host)
    }

    @Test(arguments: [940, 960, 980, 1000] as [UInt64])
    func `memory counts that is used between two checks`(delay: UInt64) async throws {
        let stage = try await IsolatedStage(settings: Self.settings + "memory = 160\n")
        await EventLoop.pause(1100)
        // It is pinged at once, and again after a second: while it allocates, and nothing follows.
        try await stage.run("count")
        await EventLoop.pause(delay)
        stage.client.clearSignals()
        _ = await complaint { try await stage.run("allocate 170") }
        try await stage.waitForState("restarting", of: stage.controller)
        try await stage.waitForRecovery()
    }

    @Test func `a plugin process that can't encode its state is ended, and gets the previous state`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        stage.client.clearSignals()
        #expect(await complaint { try await stage.run("mute") }.hasPrefix("PluginFailed: "))
        try await stage.waitForRecovery()
        #expect(try await stage.text("Count") == "2")
    }

    @Test func `an action that returns an error is not a failure of the process`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let host = try await stage.host()
        stage.client.clearSignals()
        #expect(await failure { try await stage.run("fail") } == "PluginFailed")
        #expect(
            await failure {
                try await stage.client.sendAction("editingChanged", .string("x"), to: 2, of: stage.controller)
            } == "NotSupported")
        #expect(try await stage.countUp() == "3")
        #expect(try await stage.host() == host)
        #expect(stage.announcedStates(of: stage.plugin).isEmpty && stage.announcedStates(of: stage.controller).isEmpty)
    }

    @Test func `child processes of a plugin end with its process`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        for command in ["crash", "exit 0", "garbage"] {
            try await stage.run("fork")
            let child = ProcessEntry(try #require(Int32(try await stage.text("Output"))))
            let host = try await stage.host()
            #expect(child.isAlive && child.parent == host.id)
            await stage.breakDown(command)
            try await stage.waitForRecovery()
            // The process that reaps the child may do so late.
            try await EventLoop.until("the end of the child") { !child.isAlive && host.isGone }
        }
        try await stage.run("fork")
        let child = ProcessEntry(try #require(Int32(try await stage.text("Output"))))
        #expect(await stage.daemon.stop() == 0)
        // A killed process ends asynchronously.
        try await stage.waitUntilGone([child])
    }

    @Test func `a stopped or killed plugin process is started again`() async throws {
        let stage = try await IsolatedStage(settings: Self.hanging)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        for (signal, reason) in [(SIGSTOP, "heartbeat"), (SIGKILL, "SIGKILL"), (SIGTERM, "code 0")] {
            let host = try await stage.host()
            try await stage.survive("signal \(signal)", reasons: [reason], reader) {
                kill(host.id, signal)
                return "none"
            }
        }
    }

    @Test func `a plugin process that does not read is ended, and its queue has a limit`() async throws {
        let stage = try await IsolatedStage(settings: "[deadlines]\nheartbeat = 15000\n" + Self.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        let long = String(repeating: "x", count: 60_000)
        // At most 64 actions wait for a controller.
        var controllers = [stage.controller]
        for _ in 1...5 { controllers.append(try await stage.create(MisbehavingPlugin.type)) }
        try await stage.survive("soon sleep", reasons: ["read"], reader) {
            let outcome = await complaint { try await stage.run("soon sleep") }
            // Far more than a socket and a queue hold.
            for index in 0..<1000 where stage.announcedStates(of: stage.plugin).isEmpty {
                stage.client.connection.call(
                    ViewControllerInterface.sendAction,
                    at: controllers[index % controllers.count], on: TabNames.busName, 0, "editingDidEnd", .string(long),
                    ["Identifier": .string("Run")],
                    timeout: TestTimeout.call
                ) { _ in }
                if index % 16 == 0 { _ = await complaint { try await stage.client.barrier() } }
            }
            return outcome
        }
    }

    @Test func `busy threads of a plugin are not a failure`() async throws {
        let stage = try await IsolatedStage(settings: Self.hanging)
        let host = try await stage.host()
        stage.client.clearSignals()
        for _ in 1...2 { try await stage.run("thread sleep") }
        // Longer than the heartbeat's timeout.
        try await stage.pass(milliseconds: Self.heartbeat + 2000)
        try await stage.run("count")
        #expect(try await stage.host() == host)
        #expect(stage.announcedStates(of: stage.plugin).isEmpty)
    }
}
