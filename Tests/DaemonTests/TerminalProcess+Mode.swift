import Foundation
import Glibc

/// How the terminal is, and who has it.
extension TerminalProcess {
    /// Of the process group that has the terminal; nil when there is none.
    var foreground: pid_t? {
        var group: pid_t = 0
        return ioctl(terminal, UInt(TIOCGPGRP), &group) == 0 && group > 0 ? group : nil
    }

    /// nil when there is no terminal any more.
    var mode: termios? {
        var mode = termios()
        return tcgetattr(terminal, &mode) == 0 ? mode : nil
    }

    /// The mode to compare with another time's; empty when there is no terminal any more.
    var modeText: String {
        guard let mode else { return "" }
        let flags = [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag].map { String($0, radix: 16) }
        let characters = withUnsafeBytes(of: mode.c_cc) { $0.map { String($0, radix: 16) } }
        return (flags + characters).joined(separator: ":")
    }

    /// Keys come one by one, and are not shown.
    var isRaw: Bool { mode.map { $0.c_lflag & tcflag_t(ICANON | ECHO) == 0 } ?? false }

    /// How often the leader of the session has written anywhere; nil when it has ended.
    var syscallsWritten: Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/io", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("syscw: ") }
        return line.flatMap { Int($0.dropFirst("syscw: ".count)) }
    }

    /// What the leader of the session has in memory, in bytes; nil when it has ended.
    var residentMemory: Int? {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8) else { return nil }
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }
}
