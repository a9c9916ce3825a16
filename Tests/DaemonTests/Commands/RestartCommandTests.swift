import Foundation
import TestSupport

/// `tabctl restart` as a process.
@EventLoop @Suite(.bus) struct RestartCommandTests {
    @Test func `the daemon runs again under its process id, with every controller that has an identifier`() async throws
    {
        let stage = try await CommandStage()
        let created = try await stage.run("create", "--title", "Clocks", "clock.Stopwatch", "clock.WorldClock")
        try await created.line("with a path") { $0.hasPrefix(TabNames.viewControllers.text) }
        let tabs = ObjectPath(created.lines[0])
        #expect(try await stage.client.tap(1, in: tabs))
        let screen = try TerminalProcess(["attach", tabs.text])
        try await screen.shows("the keys") { $0[23].hasPrefix("? keys") }
        let restarted = try await Self.restart()
        try await restarted.line("tabd 0.1.0 restarted: 1 tab bar controller, 3 view controllers in all")
        let owner = try #require(try await stage.client.connection.owner(of: TabNames.busName))
        #expect(owner != stage.daemon.uniqueName)
        #expect(try await stage.client.connection.credentials(of: owner).processID == UInt32(stage.daemon.processID))
        #expect(try await stage.client.tabBarController(tabs).selectedIndex == 1)
        let again = try await Self.restart("--json")
        try await again.line(#"{"version":"0.1.0","tabBarControllers":1,"viewControllers":3,"restarted":true}"#)
        try await stage.client.select(0, in: tabs)
        try await screen.shows("the change") { $0[21].hasPrefix("━") }
        try await screen.quit()
    }

    /// Restarts with a wait that is long enough for a busy machine.
    private static func restart(_ options: String...) async throws -> TabctlProcess {
        let process = try TabctlProcess(["restart"] + options, environment: ["TABCTL_WAIT": "180"])
        #expect(try await process.exitStatus() == 0, "\(process.notes)")
        return process
    }

    @Test func `without a daemon the bus starts one, or the error says what to do`() async throws {
        let bus = try PrivateBus.current
        let lost = try TabctlProcess(["restart"])
        #expect(try await lost.exitStatus() == 69)
        try await lost.note("run 'tabd &' or 'systemctl --user start tabd'")
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try await bus.offerService("\(BuiltProducts.directory)/tabd --plugin-path \(plugins) --log-level warning")
        let started = try TabctlProcess(["restart"])
        #expect(try await started.exitStatus() == 0, "\(started.notes)")
        try await started.line("tabd 0.1.0 started: 0 tab bar controllers, 0 view controllers in all")
        try await BusClient().endDaemon()
    }

    @Test func `the wait for the next daemon has a limit`() async throws {
        let bus = try PrivateBus.current
        let files = FileManager.default
        let folder = bus.directory + "/bin"
        try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try BuiltProducts.copyProgram(BuiltProducts.directory + "/tabd", to: folder + "/tabd")
        let client = try BusClient()
        let daemon = try ChildProcess(folder + "/tabd", environment: bus.environment)
        try await EventLoop.until("the start") { try await client.connection.owner(of: TabNames.busName) != nil }
        // The new version can't be run.
        try files.removeItem(atPath: folder + "/tabd")
        try Data("#!/nonexistent\n".utf8).write(to: URL(fileURLWithPath: folder + "/tabd"))
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder + "/tabd")
        let restart = try TabctlProcess(["restart"])
        #expect(try await restart.exitStatus() == 75)
        try await restart.note("no daemon acquired org.tabd.Tabs1 within 10 s; see")
        daemon.send(SIGKILL)
    }

    @Test func `without an executable the restart is refused, and the daemon continues`() async throws {
        let program = try PrivateBus.current.directory + "/tabd-of-the-day"
        try FileManager.default.createSymbolicLink(
            atPath: program, withDestinationPath: BuiltProducts.directory + "/tabd")
        let daemon = try await DaemonProcess.start(program: program)
        let client = try BusClient()
        try FileManager.default.removeItem(atPath: program)
        let refusal = await complaint {
            try await client.manager.restart()
        }
        #expect(
            refusal.hasPrefix("InternalInconsistency: ") && refusal.contains("cannot execute \(program)"), "\(refusal)")
        #expect(try await client.connection.owner(of: TabNames.busName) == daemon.uniqueName)
        _ = try await client.manager.createTabBarController()
    }
}
