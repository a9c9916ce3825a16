internal import Glibc

/// A terminal in raw mode on its alternate screen, from `open` to `close`, and given back whatever ends the process.
///
/// One at a time. What a handler of a fatal signal needs lies in memory that is there before the handler is.
package final class Terminal {
    private struct Saved {
        var input: Int32
        var output: Int32
        var mode: termios
        var isActive: Bool
    }

    private nonisolated(unsafe) static let saved: UnsafeMutablePointer<Saved> = {
        let pointer = UnsafeMutablePointer<Saved>.allocate(capacity: 1)
        pointer.initialize(to: Saved(input: -1, output: -1, mode: termios(), isActive: false))
        return pointer
    }()

    private static let enter = "\u{1B}[?1049h\u{1B}[?25l"
    private nonisolated(unsafe) static let leave = strdup("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")

    private static let installHandlers: Void = {
        atexit { Terminal.restore() }
        for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGHUP, SIGQUIT] {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                Terminal.restore()
                signal(number, SIG_DFL)
                raise(number)
            }
            sigaction(number, &action, nil)
        }
    }()

    private let input: Int32
    private let output: Int32

    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Takes the terminal; nil when a descriptor is none, or it is taken already.
    package static func open(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) -> Terminal? {
        guard isTerminal(input), isTerminal(output), !saved.pointee.isActive, leave != nil else { return nil }
        var mode = termios()
        guard tcgetattr(input, &mode) == 0 else { return nil }
        saved.pointee = Saved(input: input, output: output, mode: mode, isActive: true)
        _ = installHandlers
        // Not cfmakeraw: output processing stays, so that a message of others on the way out is readable.
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        guard tcsetattr(input, TCSAFLUSH, &mode) == 0 else {
            saved.pointee.isActive = false
            return nil
        }
        let terminal = Terminal(input: input, output: output)
        terminal.write(enter)
        return terminal
    }

    private init(input: Int32, output: Int32) {
        self.input = input
        self.output = output
    }

    deinit { close() }

    /// Gives the terminal back as it was.
    package func close() { Self.restore() }

    /// Safe in a signal handler.
    private static func restore() {
        guard saved.pointee.isActive, let leave else { return }
        saved.pointee.isActive = false
        _ = Glibc.write(saved.pointee.output, leave, strlen(leave))
        tcsetattr(saved.pointee.input, TCSADRAIN, &saved.pointee.mode)
    }

    package var size: TerminalSize { TerminalSize(of: output) ?? .standard }

    /// What has been typed; empty for nothing at the moment, nil when the terminal is gone.
    package func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(input, &bytes, bytes.count)
        if count > 0 { return Array(bytes.prefix(count)) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    package func write(_ text: String) { DescriptorOutput.write(text, to: output) }
}
