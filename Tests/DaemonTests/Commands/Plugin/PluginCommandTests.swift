import Foundation
import TestSupport

/// `tabctl plugin` as a process, with plugins in their own processes.
@EventLoop @Suite(.bus) struct PluginCommandTests {
    @Test func `list and show report where a plugin runs and what it uses`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        try await stage.run("plugin", "load", "settings")
        let before = try await stage.run("plugin", "list")
        try await before.line("of the clock") { $0.hasPrefix("clock           1.0.0    process     available") }
        let daemon = stage.daemon.processID
        try await before.line("of the settings") {
            $0.hasPrefix("settings        1.0.0    in-process  running (\(daemon)")
        }
        try await stage.run("create", "clock.Stopwatch")
        let host = try await stage.host(of: "clock")
        #expect(host != daemon)
        #expect(before.lines.first?.hasPrefix("PLUGIN          VERSION  ISOLATION   STATE  ") == true)
        let list = try await stage.run("plugins", "--no-legend")
        #expect(list.lines.first?.hasPrefix("clock  ") == true)
        try await list.line("of the clock") {
            // The width of the column depends on the digits of the process numbers.
            $0.split(separator: " ").prefix(5) == ["clock", "1.0.0", "process", "running", "(\(host))"]
        }
        let shown = try await stage.run("plugin", "show", "clock")
        try await shown.line("ProcessId         \(host)")
        try await shown.line("ViewControllers   1")
        try await shown.line("of the memory") { $0.hasPrefix("MemoryCurrent     ") && $0.hasSuffix(" MiB") }
        let json = try await stage.run("plugin", "show", "--json", "clock")
        try await json.line("with both") { $0.contains(#""processId":\#(host)"#) && $0.contains(#""cpuUsageNSec":"#) }
    }

    @Test func `load, reload and unload report the new state of the plugin`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        let loaded = try await stage.run("plugin", "load", "clock")
        let first = try await stage.host(of: "clock")
        try await loaded.line("clock: running (\(first))")
        try await stage.run("create", "clock.Stopwatch")
        let reloaded = try await stage.run("plugin", "reload", "clock")
        let second = try await stage.host(of: "clock")
        #expect(second != first)
        try await reloaded.line("clock: running (\(second))")
        try await stage.run("plugin", "unload", "--json", "clock").line("without a process") {
            $0.contains(#""state":"available""#) && $0.contains(#""processId":0,"#)
        }
        try await stage.run("plugin", "unload", "clock", status: 1, reason: "is available, not running")
    }

    @Test func `a quarantined plugin is shown with the command that ends the quarantine`() async throws {
        let stage = try await CommandStage(isolated: ["clock"], "[hosts]\nfailures = 1")
        try await stage.run("create", "clock.Stopwatch")
        try await stage.client.manager.subscribe()
        kill(try await stage.host(of: "clock"), SIGSEGV)
        try await stage.waitForState("quarantined", of: "clock")
        let shown = try await stage.run(
            "plugin", "show", "clock", reason: "'tabctl plugin reset clock' starts it again")
        try await shown.line("of the reason") { $0.contains("killed by SIGSEGV") }
        try await stage.run("plugin", "load", "clock", status: 1, reason: "plugin 'clock' is quarantined")
        try await stage.run("plugin", "reset", "clock").line("clock: running (\(stage.host(of: "clock")))")
    }

    @Test func `disable and enable report the new state of the plugin`() async throws {
        let stage = try await CommandStage(isolated: ["clock"])
        let disabled = try await stage.run("plugin", "disable", "clock")
        try await disabled.line("clock: disabled") { $0.hasPrefix("clock: disabled  # It is in the list 'disabled'") }
        try await stage.run("plugin", "show", "clock", reason: "'tabctl plugin enable clock' lets it run again")
        try await stage.run("create", "clock.Stopwatch", status: 1, reason: "plugin 'clock' is disabled")
        let file = try PrivateBus.current.configurationFile
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("disabled = [\"clock\"]\n"))
        let text = "disabled = 1\n"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        try await stage.run("plugin", "disable", "media", status: 66, reason: "tabd.toml: line 1: invalid disabled")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        try "disabled = [\"clock\"]\n".write(toFile: file, atomically: true, encoding: .utf8)
        try await stage.run("plugin", "enable", "clock").line("clock: available")
        try await stage.run("create", "clock.Stopwatch")
    }

    @Test(arguments: ["reload", "reset", "unload", "run"])
    func `an in-process plugin is refused with a way to isolate it, and an unknown one with the known ones`(
        command: String
    ) async throws {
        let stage = try await CommandStage(isolated: [])
        let refused = try await stage.run(
            "plugin", command, "clock", status: 1, reason: "plugin 'clock' runs in the daemon")
        try await refused.note(#"the line 'clock = "process"' below '[isolation]'"#)
        try await stage.run(
            "plugin", command, "cloak", status: 1,
            reason: "plugin 'cloak' does not exist; the plugins are clock, gallery")
    }

    @Test func `without a daemon it reports that`() async throws {
        for command in [["run", "clock"], ["reload", "clock"], ["top"], ["top", "--once"]] {
            let process = try TabctlProcess(["plugin"] + command)
            #expect(try await process.exitStatus() == 69, "\(command)")
            try await process.note("org.tabd.Tabs1 is not running")
        }
    }
}

extension CommandStage {
    /// Starts with some plugins in their own processes and the others in the daemon.
    convenience init(isolated: [String], _ configuration: String = "") async throws {
        let lines = isolated.map { "\($0) = \"process\"\n" }.joined()
        try IsolatedStage.configure("[isolation]\n\"*\" = \"in-process\"\n\(lines)\(configuration)\n")
        try await self.init()
    }

    /// The process of a plugin.
    func host(of plugin: String) async throws -> Int32 {
        let process = try await client.plugin(TabNames.plugin(plugin)).processId
        return try #require(process == 0 ? nil : Int32(process), "\(plugin) has no process")
    }

    /// Waits until a plugin reaches a state.
    func waitForState(_ state: String, of plugin: String) async throws {
        try await client.waitForSignal("\(plugin) being \(state)") { signal in
            guard signal.path == TabNames.plugin(plugin), signal.member == "PropertiesChanged",
                let changed: [String: Variant] = signal.arguments[1].get()
            else { return false }
            return changed[PluginInterface.state.name] == .string(state)
        }
    }
}
