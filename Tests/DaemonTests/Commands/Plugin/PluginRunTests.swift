import Foundation
import TestSupport

/// `tabctl plugin run`: a plugin process that its author starts.
@EventLoop @Suite(.bus) struct PluginRunTests {
    @Test func `it becomes the plugin's process, and after its end the daemon starts one`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        let watch = try await Self.startStopwatch(stage)
        #expect(try await Self.title(watch, stage) == "Stop")
        let own = try await stage.host(of: "clock")
        try await stage.client.manager.subscribe()
        let run = try TabctlProcess(["plugin", "run", "clock"])
        try await run.note("running plugin 'clock' in this process; press Ctrl-C to end it")
        try await stage.waitForProcess(of: "clock") { $0 == UInt32(run.processID) }
        #expect(try await Self.title(watch, stage) == "Stop", "it has the state")
        try await Self.tapStart(watch, stage)
        #expect(try await Self.title(watch, stage) == "Start")
        // The previous process ends as well.
        let end = TestTimeout.deadline
        while kill(own, 0) == 0, .now < end { try await stage.client.barrier() }
        #expect(kill(own, 0) != 0)

        stage.client.clearSignals()
        run.send(SIGINT)
        #expect(try await run.exitStatus() == SIGINT)
        try await stage.waitForProcess(of: "clock") { ![0, UInt32(run.processID)].contains($0) }
        try await stage.run("plugin", "load", "clock")
        #expect(try await Self.title(watch, stage) == "Start")
    }

    /// Creates a controller with a running stopwatch, and returns it with its button's title.
    private static func startStopwatch(_ stage: CommandStage) async throws -> ObjectPath {
        let tabs = try await stage.client.manager.createTabBarController(["Types": ["clock.Stopwatch"].variant])
        let controllers = try await stage.client.tabBarController(tabs).viewControllers
        let watch = try #require(controllers.first)
        try await stage.client.viewController(watch).loadViewIfNeeded()
        try await EventLoop.until("the view") { try await title(watch, stage) != nil }
        try await tapStart(watch, stage)
        return watch
    }

    private static func tapStart(_ watch: ObjectPath, _ stage: CommandStage) async throws(DBusError) {
        try await stage.client.sendAction(
            "primaryActionTriggered", .bool(true), to: 0, of: watch, ["Identifier": .string("StartStop")])
    }

    private static func title(_ watch: ObjectPath, _ stage: CommandStage) async throws -> String? {
        try await stage.client.getView(of: watch).views.named("StartStop")?.properties["Title"]?.get()
    }

    @Test func `a missing debugger is named with its package`() async throws {
        let bus = try PrivateBus.current
        let stage = try await CommandStage(isolated: ["clock"])
        let tabctl = BuiltProducts.directory + "/tabctl"
        for debugger in ["gdb", "valgrind"] {
            let result = try await HouseCommand.runOnThread(
                ["/usr/bin/env", "PATH=" + bus.directory, tabctl, "plugin", "run", "clock", "--debugger", debugger],
                environment: bus.environment)
            #expect(result.status == 69)
            #expect(result.errors == "tabctl: \(debugger) is not in PATH; install the package \(debugger)\n")
        }
        // The command does not wait for a controller.
        try await stage.run("plugin", "load", "clock")
        try await stage.run("plugin", "reload", "clock")
        try await stage.run("plugin", "run", "clock", "--", "-x", status: 64, reason: "'-x' needs a debugger")
        try await stage.run("plugin", "run", "clock", "--debugger", "lldb", status: 64, reason: "gdb")
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/gdb"), "gdb is not installed"))
    func `gdb stops at a breakpoint, and Ctrl-C interrupts the plugin without ending it`() async throws {
        let stage = try await CommandStage(isolated: ["system_monitor"])
        try await stage.client.manager.subscribe()
        let run = try TabctlProcess(
            [
                "plugin", "run", "system_monitor", "--debugger", "gdb", "--", "-batch", "-nx",
                "-ex", "break tab_plugin_entry_v1", "-ex", "run", "-ex", "echo at the entry\\n", "-ex", "continue",
                "-ex", "echo interrupted\\n", "-ex", "kill",
            ])
        try await run.line("at the entry")
        try await stage.waitForProcess(of: "system_monitor") { $0 != 0 }
        let host = try await stage.host(of: "system_monitor")
        #expect(host != run.processID, "it is gdb's child")
        kill(host, SIGINT)
        try await run.line("interrupted")
        #expect(try await run.exitStatus() == 0)
    }

    @Test(.enabled(if: HouseCommand.isInstalled("/usr/bin/valgrind"), "valgrind is not installed"))
    func `valgrind finds no error in a correct plugin`() async throws {
        let stage = try await CommandStage(isolated: ["system_monitor"])
        try await stage.client.manager.subscribe()
        let run = try TabctlProcess(["plugin", "run", "system_monitor", "--debugger", "valgrind"])
        try await stage.waitForProcess(of: "system_monitor") { $0 == UInt32(run.processID) }
        _ = try await stage.client.createViewController("system_monitor.SystemMonitor")
        run.send(SIGTERM)
        try await run.note("ERROR SUMMARY: 0 errors")
    }
}

extension CommandStage {
    /// Waits until a plugin has a process that satisfies the condition.
    fileprivate func waitForProcess(of plugin: String, where fits: @escaping @EventLoop (UInt32) -> Bool) async throws {
        try await client.waitForSignal("a process of \(plugin)") { signal in
            guard signal.path == TabNames.plugin(plugin), signal.member == "PropertiesChanged",
                let changed: [String: Variant] = signal.arguments[1].get(),
                let process: UInt32 = changed[PluginInterface.processId.name]?.get()
            else { return false }
            return fits(process)
        }
    }
}
