import Foundation
import TestSupport

/// Fake plugin processes: the process that the daemon starts sends other messages than a real one.
@EventLoop @Suite(.bus) struct FakeHostTests {
    /// Installs a copy of the daemon with `Tests/Fixtures/fake_host.py` as plugin host.
    private static func install(_ mode: String, in folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (from, name) in [
            (BuiltProducts.directory + "/tabd", "tabd"),
            (BuiltProducts.package + "/Tests/Fixtures/fake_host.py", "tabd-plugin-host"),
        ] {
            try BuiltProducts.copyProgram(from, to: "\(folder)/\(name)")
        }
        for (name, text) in [("mode", mode), ("real", BuiltProducts.directory + "/tabd-plugin-host")] {
            try text.write(toFile: "\(folder)/fake-host-\(name)", atomically: true, encoding: .utf8)
        }
        return folder + "/tabd"
    }

    /// The possible reasons: a disconnected process ends, and the daemon may see either event first.
    private static let reasons = ["exited with code 0", "broke the private connection", "sent no heartbeat"]

    @Test(arguments: ["exit", "impostor", "unknown", "noise", "ready-noise", "half", "huge", "lies"])
    func `a plugin process with invalid messages is ended and given up, and other plugins' tabs stay`(mode: String)
        async throws
    {
        let program = try Self.install(mode, in: PrivateBus.current.directory + "/program")
        // Only the mode `lies` ends by heartbeat. The neighbour has the same timeout.
        let heartbeat = mode == "lies" ? 10_000 : 60_000
        let settings = """
            [hosts]
            restart_delay = 0
            failures = 2
            [deadlines]
            heartbeat = \(heartbeat)
            """
        let stage = try await IsolatedStage(settings: settings, shown: false, program: program)
        let neighbour = try await stage.create(IsolatedStage.neighbourID + ".Counter")
        try await stage.run("count", of: neighbour)
        let host = try await stage.neighbourHost()
        for _ in 1...3 {
            // Each creation is refused, or made by a process that has no views.
            let complaint = await complaint {
                let controller = try await stage.create(MisbehavingPlugin.type)
                try await stage.run("count", of: controller)
            }
            #expect(complaint.hasPrefix("Plugin") || complaint.contains("has no view"), "\(complaint)")
        }
        try await EventLoop.until("the quarantine") { try await stage.get(PluginInterface.state) == "quarantined" }
        let given = try await stage.get(PluginInterface.reason)
        #expect(Self.reasons.contains { given.contains($0) }, "\(given)")
        #expect(try await stage.get(PluginInterface.processId) == 0)
        #expect(try await stage.neighbourHost() == host)
        try await stage.run("count", of: neighbour)
        #expect(try await stage.text("Count", of: neighbour) == "2")
        let daemon = ProcessEntry(stage.daemon.processID)
        try await EventLoop.until("the end of the fake hosts") { daemon.children == [host] }
    }
}
