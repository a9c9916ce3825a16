import Foundation
import TestSupport

/// Backtraces of a daemon that crashes under the system call filters and with the environment of its unit.
@Suite(.bus) struct CrashReportTests {
    private static let unit = HouseCommand.package + "/systemd/tabd.service.in"
    private static let launcher = ["/usr/bin/python3", CPlugin.fixtures + "/under_unit.py", unit]

    private static let hasFilters =
        HouseCommand.isInstalled("/usr/bin/systemd-analyze") && HouseCommand.succeeds(launcher + ["true"])

    /// The unit's environment, with the toolchain's backtracer in place of the installed one.
    private static func environment() async throws -> [String: String] {
        let found = try await HouseCommand.runOnThread(
            [HouseCommand.package + "/scripts/backtracer", HouseCommand.binaries + "/tabd"]).succeeded()
        let backtracer = URL(fileURLWithPath: found.output.trimmingCharacters(in: .newlines))
        let lines = try String(contentsOfFile: unit, encoding: .utf8).split(separator: "\n")
        let setting = try #require(lines.first { $0.hasPrefix("Environment=SWIFT_BACKTRACE=") })
        let value = setting.replacing("Environment=SWIFT_BACKTRACE=", with: "")
            .replacing("@LIBEXECDIR@", with: backtracer.deletingLastPathComponent().path)
        return ["SWIFT_BACKTRACE": String(value)]
    }

    /// A daemon without debug information, like the installed one.
    @EventLoop private static func stage() async throws -> IsolatedStage {
        let program = try PrivateBus.current.directory + "/tabd"
        try await HouseCommand.runOnThread(
            ["strip", "--strip-debug", "-o", program, HouseCommand.binaries + "/tabd"]).succeeded()
        return try await IsolatedStage(
            .swift, settings: "[isolation]\n\"*\" = \"in-process\"\n", program: program,
            environment: environment(), wrapper: launcher)
    }

    /// Crashes a daemon, and checks the signal that ends it and the backtrace in its log.
    @EventLoop private static func crash(
        with signal: Int32, naming frame: String, _ body: (IsolatedStage) async throws -> Void
    ) async throws {
        let stage = try await stage()
        try await body(stage)
        #expect(await stage.daemon.status() == signal)
        let log = try String(contentsOfFile: stage.log, encoding: .utf8)
        for text in ["*** Program crashed: ", "Thread 0 \"tabd\" crashed:", frame] {
            #expect(log.contains(text), "\(text) is missing in: \(log)")
        }
    }

    @Test(
        .enabled(if: hasFilters, "seccomp, libseccomp or systemd-analyze is missing"),
        arguments: [
            ("crash", SIGSEGV, "Fault.crash()"), ("trap", SIGILL, "breakDown"), ("abort", SIGABRT, "libc.so.6"),
        ])
    func `a crash ends the daemon, with a backtrace in the log`(
        command: String, signal: Int32, frame: String
    ) async throws {
        try await Self.crash(with: signal, naming: frame) { stage in
            #expect(await failure { try await stage.run(command) } == "NoReply")
        }
    }

    @Test(.enabled(if: hasFilters, "seccomp, libseccomp or systemd-analyze is missing"))
    func `a single SIGABRT of the watchdog ends the daemon, with a backtrace in the log`() async throws {
        try await Self.crash(with: SIGABRT, naming: " in ") { await $0.daemon.send(SIGABRT) }
    }
}
