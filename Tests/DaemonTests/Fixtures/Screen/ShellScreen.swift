import Foundation
import TestSupport

/// `tabctl attach` run by a shell, which uses the terminal before and after it and prints its status.
@EventLoop final class ShellScreen {
    let stage: ScreenStage
    let terminal: TerminalProcess
    /// The terminal mode in the shell.
    private let mode: String
    /// The process ID of the front end, or 0 before it is attached.
    private(set) var processID: pid_t = 0

    /// - Parameters:
    ///   - jobs: Whether the shell has job control: it continues when the front end is stopped, and resumes it after a
    ///     line.
    init(
        on stage: ScreenStage, _ arguments: String = "", columns: Int = 80, rows: Int = 24, jobs: Bool = false
    ) async throws {
        self.stage = stage
        let resume = jobs ? "echo \"stopped $?\"; read line; fg >/dev/null; " : ""
        let script = """
            ulimit -c 0; \(jobs ? "set -m; " : "")echo ready; read line
            tabctl attach \(stage.tabs.text) \(arguments)
            \(resume)status=$?; echo "status $status"; read line; echo "status $status"; read line
            """
        terminal = try TerminalProcess(script: script, columns: columns, rows: rows)
        try await terminal.shows("the shell") { $0[0] == "ready" }
        mode = terminal.modeText
        terminal.type("\n")
        try await terminal.shows("the first picture") { $0[rows - 1].contains("? keys") }
        #expect(terminal.isRaw && terminal.modeText != mode)
        let name = try #require(try await stage.frontEnds().last)
        processID = try #require(try await stage.client.connection.credentials(of: name).processID.map { pid_t($0) })
    }

    func send(_ signal: Int32) async throws {
        kill(processID, signal)
        // A process may still run when `kill` returns.
        if signal == SIGSTOP { try await EventLoop.until("the stop") { ProcessEntry(processID).isStopped } }
    }

    /// Expects the shell to have the terminal, in its original state.
    func expectRestored(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await terminal.becomes("'\(line)' on a sane terminal") { screen in
            screen.isSane && screen.lines.contains { $0.hasSuffix(line) }
        }
        try await hasMode(sourceLocation)
    }

    private func hasMode(_ sourceLocation: SourceLocation) async throws {
        // The guard of a killed front end restores the mode a little later.
        try await EventLoop.until("the original mode") { terminal.modeText == mode }
        #expect(terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)", sourceLocation: sourceLocation)
    }

    /// Expects the front end to have ended and the terminal to be in its original state, and ends the shell.
    func expectEnd(status: Int32, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await terminal.becomes("a sane terminal") { $0.isSane }
        try await hasMode(sourceLocation)
        // The guard of a killed front end leaves its screen with the shell's first output on it, so the shell must
        // print again.
        terminal.type("\n")
        try await expectRestored("status \(status)", sourceLocation: sourceLocation)
        try await EventLoop.until("the end of the front end") { ProcessEntry(processID).isGone }
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0, sourceLocation: sourceLocation)
    }
}
