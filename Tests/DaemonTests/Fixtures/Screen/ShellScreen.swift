import DBusConnection
import DBusInterface
import Foundation
import Glibc
import TabInterface
import TestSupport
import Testing

/// `tabctl attach` run by a shell, which has the terminal before and after it and tells the status.
@EventLoop
final class ShellScreen {
    let stage: ScreenStage
    let terminal: TerminalProcess
    /// Of the terminal, as the shell had it.
    private let mode: String
    /// Of the front end; 0 before it is attached.
    private(set) var processID: pid_t = 0

    /// - Parameters:
    ///   - jobs: Whether the shell controls jobs: it goes on when the front end is stopped, and with a line has it go on.
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
        terminal = try TerminalProcess(script: script, on: stage.bus, columns: columns, rows: rows)
        try await terminal.shows("the shell") { $0[0] == "ready" }
        mode = terminal.modeText
        terminal.type("\n")
        try await terminal.shows("the first picture") { $0[rows - 1].contains("? keys") }
        #expect(terminal.isRaw && terminal.modeText != mode)
        let name = try #require(try await stage.frontEnds().last)
        processID = try #require(try await stage.client.connection.credentials(of: name).processID.map { pid_t($0) })
    }

    func send(_ signal: Int32) { ProcessEntry(processID).send(signal) }

    /// The shell has the terminal, which is as it was.
    func isGivenBack(_ line: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await terminal.becomes("'\(line)' on a sane terminal") { screen in
            screen.isSane && screen.lines.contains { $0.hasSuffix(line) }
        }
        try await hasMode(sourceLocation)
    }

    private func hasMode(_ sourceLocation: SourceLocation) async throws {
        // The guard of one that was killed sets the mode a little later.
        try await stage.until("the mode that was") { terminal.modeText == mode }
        #expect(terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)", sourceLocation: sourceLocation)
    }

    /// The front end is gone, and the terminal is as it was; ends the shell.
    func ends(status: Int32, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await terminal.becomes("a sane terminal") { $0.isSane }
        try await hasMode(sourceLocation)
        // What the shell says before the guard of one that was killed has left its screen goes with that: once more.
        terminal.type("\n")
        try await isGivenBack("status \(status)", sourceLocation: sourceLocation)
        try await stage.until("the end of the front end") { ProcessEntry(processID).isGone }
        terminal.type("\n")
        #expect(try await terminal.exitStatus() == 0, sourceLocation: sourceLocation)
    }
}
