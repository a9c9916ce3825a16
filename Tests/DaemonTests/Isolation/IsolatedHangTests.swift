import Glibc
import TestSupport
import Testing

/// Isolated plugins that run but are unresponsive: they hang, flood, or don't read.
@EventLoop @Suite(.bus) struct IsolatedHangTests {
    private static let hosts = "[hosts]\nrestart_delay = 0\nfailures = 1000000\n"
    /// In milliseconds, long enough for healthy plugin processes on a busy machine.
    private static let heartbeat: UInt64 = 10_000
    private static let settings = "[deadlines]\nheartbeat = \(heartbeat)\n" + hosts

    @Test(arguments: [(MisbehavingPlugin.Code.c, ["loop", "soon loop", "sleep", "flood"]), (.swift, ["loop"])])
    func `a hanging plugin process is ended after a while, and blocks no call`(
        code: MisbehavingPlugin.Code, commands: [String]
    ) async throws {
        let stage = try await IsolatedStage(code, settings: Self.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        // A plugin that floods is throttled, which does not count as a missed heartbeat.
        let reasons = ["heartbeat", "messages per second"]
        for command in commands { try await stage.survive(command, reasons: reasons, reader) }
    }

    @Test func `a stopped or killed plugin process is started again`() async throws {
        let stage = try await IsolatedStage(settings: Self.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        for (signal, reason) in [(SIGSTOP, "heartbeat"), (SIGKILL, "SIGKILL"), (SIGTERM, "code 0")] {
            let host = try await stage.host()
            try await stage.survive("signal \(signal)", reasons: [reason], reader) {
                kill(host.id, signal)
                return "none"
            }
        }
    }

    @Test func `a plugin process that sends too many messages is ended`() async throws {
        let stage = try await IsolatedStage(settings: Self.hosts + "messages = 100\n")
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        try await stage.survive("flood-timer 10", reasons: ["100 messages per second"], reader)
    }

    @Test func `a plugin process that does not read is ended, and its queue has a limit`() async throws {
        let stage = try await IsolatedStage(settings: "[deadlines]\nheartbeat = 30000\n" + Self.hosts)
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
        let stage = try await IsolatedStage(settings: Self.settings)
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
