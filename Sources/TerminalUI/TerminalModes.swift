internal import Glibc

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
