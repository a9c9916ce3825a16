import TestSupport
import Testing

/// Faults of an isolated plugin that end its process or its connection: they affect only its own tab, and only briefly.
@EventLoop @Suite(.bus) struct IsolatedFaultTests {
    /// Commands, each with possible texts of the reason.
    private static let ends: [(command: String, reasons: [String])] = [
        ("crash", ["SIGSEGV"]), ("soon crash", ["SIGSEGV"]), ("thread crash", ["SIGSEGV"]), ("abort", ["SIGABRT"]),
        ("trap", ["SIGILL", "SIGTRAP"]), ("thread trap", ["SIGILL", "SIGTRAP"]), ("exit 0", ["code 0"]),
        ("exit 3", ["code 3"]), ("soon exit 255", ["code 255"]), ("garbage", ["connection"]),
        ("soon garbage", ["connection"]), ("close", ["connection"]), ("soon close", ["connection"]),
        ("shut", ["connection"]), ("soon shut", ["connection"]),
    ]

    private static let settings = "[hosts]\nrestart_delay = 0\nfailures = 1000000\n"

    @Test(arguments: [MisbehavingPlugin.Code.c, .swift])
    func `a plugin process that ends affects only its own tab, and only briefly`(code: MisbehavingPlugin.Code)
        async throws
    {
        let stage = try await IsolatedStage(code, settings: Self.settings)
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        for (command, reasons) in Self.ends { try await stage.survive(command, reasons: reasons, reader) }
    }

    @Test(arguments: [MisbehavingPlugin.Code.c, .swift])
    func `a plugin process above its memory limit is ended`(code: MisbehavingPlugin.Code) async throws {
        let stage = try await IsolatedStage(code, settings: Self.settings + "memory = 160\n")
        let reader = try SteadyReader(reading: [stage.controller, stage.neighbour, stage.tabs])
        // Below the kernel's limit of 456 MiB, at which the plugin would abort before the daemon measures it.
        for command in ["allocate 400", "allocate-slowly 400"] {
            try await stage.survive(command, reasons: ["160 MiB"], reader)
        }
        // A plugin within the limits stays.
        let host = try await stage.host()
        try await stage.run("allocate 16")
        #expect(try await stage.host() == host)
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
        try await stage.run("count")
        #expect(try await stage.text("Count") == "3")
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
            stage.client.clearSignals()
            _ = await complaint { try await stage.run(command) }
            try await stage.waitForRecovery()
            // The process that reaps the child may do so late.
            try await stage.until("the end of the child") { !child.isAlive && host.isGone }
        }
        try await stage.run("fork")
        let child = ProcessEntry(try #require(Int32(try await stage.text("Output"))))
        #expect(await stage.daemon.stop() == 0)
        // A killed process ends asynchronously.
        try await stage.waitUntilGone([child])
    }
}
