import CSystemd
import Foundation
import TestSupport

/// A program in its own session on its own controlling terminal: its output, and keys, mouse events, signals and sizes
/// for it.
@EventLoop final class TerminalProcess {
    /// The process ID of the session leader.
    let processID: pid_t
    private(set) var screen: TerminalScreen
    /// The number of reads from the terminal, and of bytes in total.
    private(set) var writes = 0
    private(set) var bytes = 0
    /// The master descriptor, negative after a hang-up.
    private(set) var terminal: Int32
    private var input: LoopInput?
    private let process: Int32
    private var ending: LoopInput?
    private var cause: ProcessEnd.Cause?
    private var expected: (@EventLoop () -> Void)?
    /// The bytes that the terminal does not accept yet.
    private var unsent: [UInt8] = []
    private var again: LoopTimer?

    /// Runs `tabctl`. `environment` is set in addition to the bus's variables. An empty value removes a variable.
    convenience init(
        _ arguments: [String], columns: Int = 80, rows: Int = 24,
        environment: [String: String] = [:]
    ) throws {
        try self.init(
            program: BuiltProducts.directory + "/tabctl", arguments, columns: columns, rows: rows,
            environment: environment)
    }

    /// Runs a script with `sh`, with the built programs in its PATH.
    convenience init(script: String, columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]) throws {
        let path = BuiltProducts.directory + ":/usr/bin:/bin"
        try self.init(
            program: "/bin/sh", ["-c", script], columns: columns, rows: rows,
            environment: ["PATH": path].merging(environment) { $1 })
    }

    init(program: String, _ arguments: [String], columns: Int, rows: Int, environment: [String: String]) throws {
        let bus = try PrivateBus.current
        // The variables that describe the developer's terminal do not apply to this one.
        let plain = [
            "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "", "LC_CTYPE": "", "COLORTERM": "", "NO_COLOR": "",
            "COLUMNS": "", "LINES": "", "TMUX": "", "TERM_PROGRAM": "",
        ]
        let variables = bus.environment.merging(plain) { $1 }.merging(environment) { $1 }.filter { !$0.value.isEmpty }
        screen = TerminalScreen(columns: columns, rows: rows)
        let terminal = try PseudoTerminal(columns: columns, rows: rows)
        (processID, process) = try terminal.spawn(program, arguments, variables)
        self.terminal = terminal.descriptor
        input = LoopInput(terminal.descriptor) { [weak self] in self?.read() }
        ending = LoopInput(process) { [weak self] in self?.ended() }
    }

    isolated deinit {
        hangUp()
        ending?.cancel()
        if cause == nil {
            kill(-processID, SIGKILL)
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
        }
        close(process)
    }

    var lines: [String] { screen.lines }

    // MARK: Output

    /// Waits until the screen satisfies the condition.
    func shows(_ event: String, where fits: @escaping @EventLoop ([String]) -> Bool) async throws {
        try await becomes(event) { fits($0.lines) }
    }

    /// Waits until the screen satisfies the condition outside of an update.
    func becomes(
        _ event: String, milliseconds: UInt64 = TestTimeout.milliseconds,
        where fits: @escaping @EventLoop (TerminalScreen) -> Bool
    ) async throws {
        try await happens(event, milliseconds: milliseconds) { !$0.screen.isUpdating && fits($0.screen) }
    }

    /// Waits until the screen satisfies the condition, and then until no output arrives for a while.
    func rests(
        _ event: String, for milliseconds: UInt64, where fits: @escaping @EventLoop (TerminalScreen) -> Bool
    ) async throws {
        let _: Bool = try await EventLoop.waiting(for: event) { resolve in
            var timer: LoopTimer?
            let begin: @EventLoop () -> Void = { [unowned self] in
                timer?.cancel()
                guard !screen.isUpdating, fits(screen) else { return }
                timer = LoopTimer(after: milliseconds) { resolve(true) }
            }
            expected = begin
            begin()
        }
        expected = nil
    }

    private func happens(
        _ event: String, milliseconds: UInt64 = TestTimeout.milliseconds,
        _ condition: @escaping @EventLoop (TerminalProcess) -> Bool
    ) async throws {
        guard !condition(self) else { return }
        let shown: String
        do {
            let isSo: Bool = try await EventLoop.waiting(for: event, milliseconds: milliseconds) { resolve in
                expected = { [unowned self] in
                    if condition(self) { resolve(true) } else if cause != nil, input == nil { resolve(false) }
                }
                expected?()
            }
            expected = nil
            guard !isSo else { return }
            shown = "the program has ended (\(cause.map { "\($0)" } ?? "?")) before \(event)"
        } catch {
            expected = nil
            shown = "\(error)"
        }
        throw TestTimeoutError(description: "\(shown); shown was\n\(lines.joined(separator: "\n"))")
    }

    /// Stops reading, as a stopped terminal does. The program can write until the kernel's buffer is full.
    func pause() {
        input?.cancel()
        input = nil
    }

    /// Reads the pending output, and continues to read.
    func resume() {
        guard terminal >= 0, input == nil else { return }
        input = LoopInput(terminal) { [weak self] in self?.read() }
    }

    private func read() {
        guard receive() else {
            input?.cancel()
            input = nil
            expected?()
            return
        }
        flush()
        expected?()
    }

    /// Reads all available output. Returns false when the other end is closed.
    private func receive() -> Bool {
        guard terminal >= 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(terminal, &buffer, buffer.count)
            guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) }
            writes += 1
            bytes += count
            screen.receive(buffer.prefix(count))
        }
    }

    // MARK: Input

    /// The Escape key in a form that can't combine with the next key into an Alt key, however late both are read.
    static let escape = "\u{1B}[27u"

    func type(_ keys: String) { send(bytes: keys.utf8) }

    /// Sends bytes as a terminal does for keys and mouse events.
    func send(bytes: some Sequence<UInt8>) {
        unsent += bytes
        flush()
    }

    private func flush() {
        guard !unsent.isEmpty, terminal >= 0 else { return }
        let count = unsent.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
        if count > 0 { unsent.removeFirst(count) }
        guard !unsent.isEmpty else { return again = nil }
        // The program must read first, which causes no event.
        again = LoopTimer(after: 5) { [weak self] in self?.flush() }
    }

    /// Sends a signal to the session leader.
    func send(_ signal: Int32) {
        if cause == nil { kill(processID, signal) }
    }

    /// Resizes the terminal. The kernel sends SIGWINCH to the program.
    func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        PseudoTerminal.resize(terminal, columns: columns, rows: rows)
    }

    /// Closes the terminal. The kernel sends SIGHUP to the program.
    func hangUp() {
        input?.cancel()
        input = nil
        again = nil
        if terminal >= 0 { close(terminal) }
        terminal = -1
    }

    // MARK: Exit

    var isRunning: Bool { cause == nil }

    /// Waits for its end. By then all its output has been read.
    func end() async throws -> ProcessEnd.Cause {
        try await happens("its end") { $0.cause != nil }
        return cause ?? .unknown
    }

    /// Waits for its end. Returns its status, or as in a shell 128 plus the signal that killed it.
    func exitStatus() async throws -> Int32? {
        switch try await end() {
        case .exited(let status): status
        case .killed(let signal): 128 + signal
        case .unknown: nil
        }
    }

    private func ended() {
        var status: Int32 = 0
        let waited = waitpid(processID, &status, WNOHANG)
        guard waited != 0 else { return }
        ending?.cancel()
        ending = nil
        // The event for the last output may not have arrived yet.
        if !receive() {
            input?.cancel()
            input = nil
        }
        cause =
            if waited != processID {
                .unknown
            } else if status & 0x7F == 0 {
                .exited((status >> 8) & 0xFF)
            } else {
                .killed(signal: status & 0x7F)
            }
        expected?()
    }
}

/// The terminal's mode, and its foreground process group.
extension TerminalProcess {
    /// The foreground process group, or nil when there is none.
    var foreground: pid_t? {
        var group: pid_t = 0
        return ioctl(terminal, UInt(TIOCGPGRP), &group) == 0 && group > 0 ? group : nil
    }

    /// nil when the terminal is closed.
    var mode: termios? {
        var mode = termios()
        return tcgetattr(terminal, &mode) == 0 ? mode : nil
    }

    /// The mode as a text for comparisons, empty when the terminal is closed.
    var modeText: String {
        guard let mode else { return "" }
        let flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag].map { String($0, radix: 16) }
        let characters = withUnsafeBytes(of: mode.c_cc) { $0.map { String($0, radix: 16) } }
        return (flags + characters).joined(separator: ":")
    }

    /// Whether keys are read one by one and are not echoed.
    var isRaw: Bool { mode.map { $0.c_lflag & tcflag_t(ICANON | ECHO) == 0 } ?? false }

    /// The number of write calls of the session leader, or nil when it has ended.
    var syscallsWritten: Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/io", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("syscw: ") }
        return line.flatMap { Int($0.dropFirst("syscw: ".count)) }
    }

    /// The resident memory of the session leader in bytes, or nil when it has ended.
    var residentMemory: Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
