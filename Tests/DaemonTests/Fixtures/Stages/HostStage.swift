import TestSupport

/// A daemon with a delegate that is asked about taps, an ssh server, and commands that reach the bus only over ssh.
@EventLoop final class HostStage {
    let stage: DelegateStage
    let server: SSHServer

    init() async throws {
        // By default a question ends after half a second, which connecting or cutting a connection may take.
        stage = try await DelegateStage(["Timeout": .uint32(10_000)])
        server = try await SSHServer()
    }

    /// A bus that does not exist, so that a command can't use the local one.
    static let noBus = ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent/bus"]

    var environment: [String: String] { server.environment.merging(Self.noBus) { $1 } }

    var tabs: String { stage.tabs.text }

    func command(_ arguments: String...) throws -> TabctlProcess {
        try TabctlProcess(["--host", SSHServer.host] + arguments, environment: environment)
    }

    func terminal(_ arguments: String...) throws -> TerminalProcess {
        try TerminalProcess(["--host", SSHServer.host] + arguments, environment: environment)
    }

    /// Runs a command to its end, and returns its output.
    func output(_ arguments: [String], status: Int32 = 0) async throws -> [String] {
        let process = try TabctlProcess(arguments, environment: environment)
        #expect(try await process.exitStatus() == status, "\(arguments): \(process.notes)")
        return process.lines
    }
}
