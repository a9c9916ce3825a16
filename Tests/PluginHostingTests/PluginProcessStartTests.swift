import Foundation
import TestSupport

@testable import PluginHosting

/// Start and end of a plugin process.
@EventLoop @Suite(.serialized) struct PluginProcessStartTests {
    @Test func `a plugin process calls Hello, opens the library, offers its classes and is ready`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        #expect(stage.members == ["Hello", "RegisterClasses", "Ready"])
        let classes = ["hosted.Main"]
        let call = try #require(stage.calls.dropFirst().first)
        #expect(call.path == TabNames.root && call.interface == ManagerInterface.name)
        #expect(call.arguments == [SupervisionInterface.factoryPath.variant, classes.variant, Options().variant])
        kill(stage.processID, SIGTERM)
        #expect(try await stage.status() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends a plugin process without running destructors`(signal: Int32) async throws {
        let stage = try await PluginProcessStage.start("hosted")
        let mark = stage.directory + "/mark"
        try await stage.create(7, ["Mark": .string(mark)])
        kill(stage.processID, signal)
        #expect(try await stage.status() == 0)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `a plugin process ends with its connection`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        let mark = stage.directory + "/mark"
        try await stage.create(7, ["Mark": .string(mark)])
        stage.connection?.close()
        #expect(try await stage.status() == HostEnvironment.lostDaemon)
        #expect(!FileManager.default.fileExists(atPath: mark))
    }

    @Test func `a plugin process in a blocking call ends with its connection`() async throws {
        let stage = try await PluginProcessStage.start("hosted")
        stage.answer("UpdateView") { [unowned stage] _ in
            stage.connection?.close()
            return []
        }
        try stage.beginCreation()
        try stage.notify(RemoteViewControllerInterface.viewDidLoad)
        #expect(try await stage.status() == HostEnvironment.lostDaemon)
    }

    @Test func `a plugin process ends with its parent`() async throws {
        let stage = try PluginProcessStage()
        try CPlugin.build("hosted", in: stage.directory)
        let library = stage.directory + "/hosted/libhosted.so"
        // The user's environment does not change that.
        try stage.start(
            "hosted", library: library, environment: ["TABD_HOST_DEBUG": "1"], through: "", ending: " & wait")
        try await stage.waitForCall("Ready")
        let _: Bool = try await EventLoop.waiting(for: "the end of the connection") { give in
            stage.connection?.onDisconnect = { give(true) }
            kill(stage.processID, SIGKILL)
        }
    }

    @Test func `a plugin process under a debugger outlives its parent`() async throws {
        let stage = try PluginProcessStage()
        try CPlugin.build("hosted", in: stage.directory)
        let library = stage.directory + "/hosted/libhosted.so"
        try stage.start("hosted", library: library, through: "", option: "--debug", ending: " & wait")
        try await stage.waitForCall("Ready")
        kill(stage.processID, SIGKILL)
        #expect(try await stage.status() == SIGKILL)
        try await stage.create()
        #expect(try await stage.run("environment") == "unknown unknown ")
    }

    @Test func `an unusable library is reported with the reason`() async throws {
        let stage = try PluginProcessStage()
        try stage.start("hosted", library: "/nonexistent/libhosted.so")
        let reason: String = try await stage.waitForCall("Failed").arguments.first?.get() ?? ""
        #expect(reason.contains("/nonexistent does not exist"))
        #expect(try await stage.status() == 1)
        #expect(stage.members == ["Hello", "Failed"])
    }

    @Test func `a plugin process with an unexpected token is refused and ends`() async throws {
        let stage = try PluginProcessStage()
        try stage.start("hosted", library: "none", environment: [HostEnvironment.token: "stolen"])
        #expect(try await stage.status() == 1)
        #expect(stage.members == ["Hello"])
    }

    @Test(arguments: [HostEnvironment.address, HostEnvironment.token])
    func `without an address or token, the usage is printed`(missing: String) async throws {
        let stage = try PluginProcessStage()
        try stage.start("hosted", library: "none", through: "unset \(missing); exec", ending: " > usage")
        #expect(try await stage.status() == 64)
        let usage = try String(contentsOfFile: stage.directory + "/usage", encoding: .utf8)
        #expect(usage.hasPrefix("usage: tabd-plugin-host"))
        #expect(stage.members.isEmpty)
    }

    @Test func `ignored or blocked signals of the parent are reset to the default`() async throws {
        let stage = try await PluginProcessStage.start("hosted", through: "trap '' HUP USR1 CHLD; exec")
        let status = try String(contentsOfFile: "/proc/\(stage.processID)/status", encoding: .utf8)
        func mask(_ name: String) -> UInt64? {
            let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line.flatMap { UInt64($0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces), radix: 16) }
        }
        func bits(_ signals: Int32...) -> UInt64 { signals.reduce(0) { $0 | 1 << UInt64($1 - 1) } }
        // 32 and 33 belong to the C library.
        #expect(mask("SigIgn").map { $0 & ~bits(32, 33) } == bits(SIGPIPE))
        #expect(mask("SigBlk") == bits(SIGTERM, SIGINT))
    }
}
