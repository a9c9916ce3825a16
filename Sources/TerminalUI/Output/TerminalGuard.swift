internal import Glibc
internal import Processes

/// A small process that restores the terminal if this process is killed by a signal that it can't handle.
///
/// The guard reads `on` and `off` from a socket; end of file means that this process ended. The guard has its own
/// process group, so that signals to ours do not end it.
struct TerminalGuard {
    /// The parameters are the sequence that leaves the screen ($1), our mode ($2) and the previous mode ($3), both in
    /// the format of `stty -g`. Standard output is the terminal. The mode is restored only if it is still ours,
    /// because a shell may have changed it already or another process may use the terminal.
    private static let script = """
        trap '' HUP INT QUIT TERM PIPE TSTP TTIN TTOU
        cd /
        exec 3>&1
        state=off
        while read -r line; do state=$line; done
        [ "$state" = on ] || exit 0
        printf %s "$1"
        [ "$(stty -g <&3)" = "$2" ] && stty "$3" <&3
        """

    let processID: pid_t
    /// Our end of the socket, which no other process shares. It is a socket because a write to a closed pipe raises a
    /// signal.
    let descriptor: Int32

    /// - Parameters:
    ///   - terminal: A descriptor of the terminal.
    ///   - leave: The sequence that leaves the screen.
    ///   - mode: The mode that this process sets.
    ///   - saved: The mode to restore.
    init?(of terminal: Int32, leave: String, mode: termios, saved: termios) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        // Descriptors above the standard ones can't conflict with the redirections.
        let (input, output) = (fcntl(ends[1], F_DUPFD_CLOEXEC, 3), fcntl(terminal, F_DUPFD_CLOEXEC, 3))
        defer { for descriptor in [ends[1], input, output] where descriptor >= 0 { close(descriptor) } }
        let arguments = [
            "sh", "-c", Self.script, "terminal-guard", leave, TerminalModes.text(mode), TerminalModes.text(saved),
        ]
        // The path of `stty`.
        let environment = ["PATH=" + (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin")]
        guard input >= 0, output >= 0,
            let processID = try? Program.spawn(
                "/bin/sh", arguments, environment: environment,
                replacing: [STDIN_FILENO: input, STDOUT_FILENO: output, STDERR_FILENO: nil])
        else {
            close(ends[0])
            return nil
        }
        (self.processID, descriptor) = (processID, ends[0])
    }

    /// Notifies a guard whether this process uses the terminal. Safe in a signal handler.
    static func notify(_ descriptor: Int32, isActive: Bool) {
        let line: StaticString = isActive ? "on\n" : "off\n"
        _ = send(descriptor, line.utf8Start, line.utf8CodeUnitCount, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Lets the guard restore the terminal as soon as the terminal accepts output.
    func restoreTerminal() { close(descriptor) }

    /// Ends the guard after the terminal was restored. The call never waits for long.
    func end() {
        close(descriptor)
        guard waitpid(processID, nil, WNOHANG) == 0 else { return }
        // The guard may be stopped or slow.
        kill(processID, SIGKILL)
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }
}

/// The terminal modes of a full-screen program.
enum TerminalModes {
    /// Returns the sequence that enters the alternate screen. It turns off wrapping at the right margin, where a
    /// terminal may draw a character wider than we do, and hides the cursor. Cursor keys and keypad use their normal
    /// modes. Text is not reordered, because right-to-left text is already in visual order (BDSM, explicit). Pastes
    /// are bracketed.
    static func enter(mouse: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1l\u{1B}>\u{1B}[8l\u{1B}[?2004h"
            + (mouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "")
    }

    /// Returns the sequence that undoes `enter`, in reverse order.
    static func leave(mouse: Bool) -> String {
        (mouse ? "\u{1B}[?1006l\u{1B}[?1002l" : "")
            + "\u{1B}[?2004l\u{1B}[8h\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"
    }

    /// Returns the raw mode: typed bytes without echo, and without keys that raise signals.
    ///
    /// Unlike `cfmakeraw`, output processing stays on, so that messages of other processes are readable.
    static func raw(_ mode: termios) -> termios {
        var mode = mode
        mode.c_iflag &= ~tcflag_t(BRKINT | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON)
        mode.c_lflag &= ~tcflag_t(ECHO | ICANON | IEXTEN | ISIG)
        withUnsafeMutableBytes(of: &mode.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return mode
    }

    /// Returns the mode in the format of `stty -g`.
    static func text(_ mode: termios) -> String {
        let flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag].map { String($0, radix: 16) }
        let characters = withUnsafeBytes(of: mode.c_cc) { $0.map { String($0, radix: 16) } }
        return (flags + characters).joined(separator: ":")
    }

    static func get(_ descriptor: Int32) -> termios? {
        var mode = termios()
        return tcgetattr(descriptor, &mode) == 0 ? mode : nil
    }

    /// - Parameter action: `TCSANOW`, `TCSADRAIN` or `TCSAFLUSH`.
    static func set(_ mode: termios, of descriptor: Int32, _ action: Int32) -> Bool {
        var mode = mode
        var result: Int32
        repeat { result = tcsetattr(descriptor, action, &mode) } while result != 0 && errno == EINTR
        return result == 0
    }
}

/// The size of a terminal in cells.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The size if no terminal reports one.
    package static let standard = TerminalSize(columns: 80, rows: 24)

    /// Returns the size of a descriptor's terminal; nil if it is not a terminal, or does not know its size.
    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
