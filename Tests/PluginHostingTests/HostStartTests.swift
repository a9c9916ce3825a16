import DBusConnection
import DBusInterface
import EventLoop
import Foundation
import TestSupport
import Testing

@testable import PluginHosting

/// How a host begins and ends.
@Suite(.serialized) struct HostStartTests {
    init() { TestLoop.start() }

    @Test @EventLoop func `a host says who it is, opens the library and is ready`() async throws {
        let stage = try await HostStage.start("hosted")
        #expect(stage.members == ["Hello", "Ready"])
        kill(stage.processID, SIGTERM)
        #expect(try await stage.status() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT]) @EventLoop
    func `a signal ends a host without its plugin's destructors`(signal: Int32) async throws {
        let stage = try await HostStage.start("hosted")
        let mark = stage.directory + "/mark"
        try await stage.create(7, ["Mark": .string(mark)])
        kill(stage.processID, signal)
        #expect(try await stage.status() == 0)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test @EventLoop func `a host ends when its connection does`() async throws {
        let stage = try await HostStage.start("hosted")
        let mark = stage.directory + "/mark"
        try await stage.create(7, ["Mark": .string(mark)])
        stage.connection?.close()
        #expect(try await stage.status() == HostEnvironment.lostDaemon)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test @EventLoop func `a host that waits for the daemon ends when its connection does`() async throws {
        let stage = try await HostStage.start("hosted")
        stage.answer("UpdateViews") { [unowned stage] _ in
            stage.connection?.close()
            return []
        }
        try stage.tell(HostedPluginInterface.create, 7, "Main", [:])
        try stage.tell(HostedPluginInterface.viewDidLoad, 7)
        #expect(try await stage.status() == HostEnvironment.lostDaemon)
    }

    @Test @EventLoop func `a host dies with its parent`() async throws {
        let stage = try HostStage()
        try CPlugin.build("hosted", in: stage.directory)
        let library = stage.directory + "/hosted/libhosted.so"
        // Nothing in the user's environment changes that.
        try stage.start(
            "hosted", library: library, environment: ["TABD_HOST_DEBUG": "1"], through: "", ending: " & wait")
        try await stage.hear("Ready")
        let _: Bool = try await EventLoop.waiting(for: "the end of the connection") { give in
            stage.connection?.onDisconnect = { give(true) }
            kill(stage.processID, SIGKILL)
        }
    }

    @Test @EventLoop func `a host under a debugger outlives its parent`() async throws {
        let stage = try HostStage()
        try CPlugin.build("hosted", in: stage.directory)
        let library = stage.directory + "/hosted/libhosted.so"
        try stage.start("hosted", library: library, through: "", option: "--debug", ending: " & wait")
        try await stage.hear("Ready")
        kill(stage.processID, SIGKILL)
        #expect(try await stage.status() == SIGKILL)
        try await stage.create()
        try await stage.run("environment")
        #expect(stage.results.last == "unknown unknown ")
    }

    @Test @EventLoop func `a library that can't be used is told with its reason`() async throws {
        let stage = try HostStage()
        try stage.start("hosted", library: "/nonexistent/libhosted.so")
        let reason: String = try await stage.hear("Failed").first?.get() ?? ""
        #expect(reason.contains("/nonexistent does not exist"))
        #expect(try await stage.status() == 1)
        #expect(stage.members == ["Hello", "Failed"])
    }

    @Test @EventLoop func `a host with another token is refused and ends`() async throws {
        let stage = try HostStage()
        try stage.start("hosted", library: "none", environment: [HostEnvironment.token: "stolen"])
        #expect(try await stage.status() == 1)
        #expect(stage.members == ["Hello"])
    }

    @Test(arguments: [HostEnvironment.address, HostEnvironment.token]) @EventLoop
    func `a host that is not told its daemon says how it is used`(missing: String) async throws {
        let stage = try HostStage()
        try stage.start("hosted", library: "none", through: "unset \(missing); exec", ending: " > usage")
        #expect(try await stage.status() == 64)
        let usage = try String(contentsOfFile: stage.directory + "/usage", encoding: .utf8)
        #expect(usage.hasPrefix("usage: tabd-plugin-host"))
        #expect(stage.members.isEmpty)
    }

    @Test @EventLoop func `signals that a parent ignores or blocks are as they are by default`() async throws {
        let stage = try await HostStage.start("hosted", through: "trap '' HUP USR1 CHLD; exec")
        let status = try String(contentsOfFile: "/proc/\(stage.processID)/status", encoding: .utf8)
        func mask(_ name: String) -> UInt64? {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { UInt64($0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces), radix: 16) }
        }
        func bits(_ signals: Int32...) -> UInt64 { signals.reduce(0) { $0 | 1 << UInt64($1 - 1) } }
        // 32 and 33 are the C library's own.
        #expect(mask("SigIgn").map { $0 & ~bits(32, 33) } == bits(SIGPIPE))
        #expect(mask("SigBlk") == bits(SIGTERM, SIGINT))
    }
}
