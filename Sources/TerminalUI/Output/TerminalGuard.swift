internal import Glibc
internal import Processes

/// A small process that gives the terminal back when this one is killed in a way that it can't handle.
///
/// It reads `on` and `off` from a socket, and at the end of file knows that we are gone. It is a process group of its
/// own: what is sent to ours does not end it.
struct TerminalGuard {
    /// $1 is what leaves the screen, $2 our mode and $3 the one before it, both as `stty -g` writes them. Standard output
    /// is the terminal. The mode is set only if it is still ours: a shell may have been quicker, or somebody else has the
    /// terminal now.
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
    /// Our end; nobody else has it. A socket, as the write to a pipe that nobody reads any more is a signal.
    let descriptor: Int32

    /// - Parameters:
    ///   - terminal: A descriptor of it.
    ///   - leave: What is written to leave the screen.
    ///   - mode: The one that we set.
    ///   - saved: The one to go back to.
    init?(of terminal: Int32, leave: String, mode: termios, saved: termios) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            return nil
        }
        // Above the standard ones, over which one is not copied by its own copy then.
        let (input, output) = (fcntl(ends[1], F_DUPFD_CLOEXEC, 3), fcntl(terminal, F_DUPFD_CLOEXEC, 3))
        defer { for descriptor in [ends[1], input, output] where descriptor >= 0 { close(descriptor) } }
        let arguments = [
            "sh", "-c", Self.script, "terminal-guard", leave, TerminalModes.text(mode), TerminalModes.text(saved),
        ]
        // Where `stty` is.
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

    /// Tells a guard whether we have the terminal. Safe in a signal handler.
    static func tell(_ descriptor: Int32, isActive: Bool) {
        let line: StaticString = isActive ? "on\n" : "off\n"
        _ = send(descriptor, line.utf8Start, line.utf8CodeUnitCount, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
    }

    /// Lets it give the terminal back in our place, as soon as that takes output.
    func relieve() { close(descriptor) }

    /// Ends it when there is nothing to guard any more; never waits for long.
    func end() {
        close(descriptor)
        guard waitpid(processID, nil, WNOHANG) == 0 else { return }
        // It may be stopped, or slow.
        kill(processID, SIGKILL)
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
    }
}

/// What a full-screen program needs of a terminal.
enum TerminalModes {
    /// The alternate screen, without wrapping at the right margin, where a terminal may have a character wider than we do,
    /// and without a cursor; cursor keys and keypad in their normal modes; text left in the order in which it is sent, as
    /// right-to-left text is in the order of display already (BDSM, explicit); pastes marked.
    static func enter(mouse: Bool) -> String {
        "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[?1l\u{1B}>\u{1B}[8l\u{1B}[?2004h"
            + (mouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "")
    }

    /// Undoes it, last first.
    static func leave(mouse: Bool) -> String {
        (mouse ? "\u{1B}[?1006l\u{1B}[?1002l" : "")
            + "\u{1B}[?2004l\u{1B}[8h\u{1B}[0m\u{1B}[?25h\u{1B}[?7h\u{1B}[?1049l"
    }

    /// Bytes as they are typed, without echo and without keys that are signals.
    ///
    /// Not as cfmakeraw does: output processing stays, so that a message of others on the way out is readable.
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

    /// The mode as `stty -g` writes and `stty` takes it.
    static func text(_ mode: termios) -> String {
        let flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag].map { String($0, radix: 16) }
        let characters = withUnsafeBytes(of: mode.c_cc) { $0.map { String($0, radix: 16) } }
        return (flags + characters).joined(separator: ":")
    }

    static func get(_ descriptor: Int32) -> termios? {
        var mode = termios()
        return tcgetattr(descriptor, &mode) == 0 ? mode : nil
    }

    /// - Parameter action: `TCSANOW`, …
    static func set(_ mode: termios, of descriptor: Int32, _ action: Int32) -> Bool {
        var mode = mode
        var result: Int32
        repeat { result = tcsetattr(descriptor, action, &mode) } while result != 0 && errno == EINTR
        return result == 0
    }
}

/// How many cells a terminal has.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// What a picture is made for when no terminal tells.
    package static let standard = TerminalSize(columns: 80, rows: 24)

    /// The size of the terminal behind a descriptor; nil when it is none, or does not know.
    package init?(of descriptor: Int32) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        self.init(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
}
