internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// The exit codes of tabctl, those of `sysexits.h` where they fit.
enum ExitStatus {
    static let done: Int32 = 0
    /// Refused by the daemon, or an error that it answered.
    static let refused: Int32 = 1
    /// As `diff` tells an error, where 1 is a difference.
    static let trouble: Int32 = 2
    /// `EX_USAGE`: the command line is wrong.
    static let usage: Int32 = 64
    /// `EX_NOINPUT`: a file that was named does not exist.
    static let noInput: Int32 = 66
    /// `EX_UNAVAILABLE`: no session bus or no daemon, or a part of the installation is missing.
    static let unavailable: Int32 = 69
    /// `EX_CANTCREAT`: a file could not be made.
    static let cannotCreate: Int32 = 73
    /// `EX_TEMPFAIL`: no answer in time.
    static let timeout: Int32 = 75
}

/// The failure of a command: the message for the user and the exit code.
struct ControlError: Error, Hashable {
    let message: String
    let status: Int32
    /// The D-Bus name of the error that a call returned; nil for an error of tabctl's own.
    let busName: String?

    /// The message after the D-Bus name, for `--verbose`.
    var verboseMessage: String { busName.map { "\($0): \(message)" } ?? message }

    /// - Parameter detail: The text after "no session bus".
    static func noBus(_ detail: String) -> ControlError {
        ControlError(
            message: "no session bus\(detail); start a session or run 'dbus-run-session -- tabctl ...'",
            status: ExitStatus.unavailable)
    }

    /// Translates the error of a call for the user.
    init(_ error: DBusError) {
        let (message, status) = Self.translate(error)
        self.init(message: message, status: status, busName: error.name)
    }

    private static func translate(_ error: DBusError) -> (message: String, status: Int32) {
        let standard = error.name.hasPrefix(DBusError.standardPrefix)
        switch standard ? error.name.dropFirst(DBusError.standardPrefix.count) : "" {
        case "ServiceUnknown", "NameHasNoOwner":
            return (
                """
                \(TabNames.busName) is not running, and this bus cannot start it; run 'tabd &' or \
                'systemctl --user start tabd'
                """, ExitStatus.unavailable
            )
        case let name where name.hasPrefix("Spawn."):
            return (
                """
                \(TabNames.busName) is not running and its activation failed: \(error.message); see \
                'systemctl --user status tabd' or start 'tabd' by hand
                """, ExitStatus.unavailable
            )
        case "NoReply" where error.message.contains("disconnected"):
            return ("\(TabNames.busName) ended before it answered; try again", ExitStatus.unavailable)
        case "NoReply":
            return ("\(TabNames.busName) did not answer in time; try again", ExitStatus.timeout)
        case "Timeout", "TimedOut":
            return ("\(error.message); try again", ExitStatus.timeout)
        case "Disconnected":
            return ("the session bus is gone: \(error.message)", ExitStatus.unavailable)
        default:
            return (error.message, ExitStatus.refused)
        }
    }

    /// - Parameter status: The exit code, by default that of a refusal.
    init(message: String, status: Int32 = ExitStatus.refused, busName: String? = nil) {
        self.message = message
        self.status = status
        self.busName = busName
    }

    /// The same failure with another message.
    func saying(_ message: String) -> ControlError {
        ControlError(message: message, status: status, busName: busName)
    }
}

/// The standard streams, written line by line at once.
enum Output {
    static func print(_ text: String) { DescriptorOutput.write(text + "\n", to: 1) }

    /// Text that has its line breaks.
    static func write(_ text: String) { DescriptorOutput.write(text, to: 1) }

    /// Of a command that goes on until it is told to end: which it must be while nobody reads, too.
    ///
    /// - Returns: false when nobody reads any more, or a signal that ends it waits to be handled.
    static func follow(_ text: String) -> Bool {
        DescriptorOutput.write(text, to: 1) {
            var pending = sigset_t()
            sigpending(&pending)
            return sigismember(&pending, SIGINT) != 1 && sigismember(&pending, SIGTERM) != 1
        }
    }

    static func complain(_ message: String) {
        DescriptorOutput.write("tabctl: " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    static func note(_ message: String) {
        DescriptorOutput.write("# " + CharacterWidth.printable(message) + "\n", to: 2)
    }

    /// Rows below their legend, the titles of the columns; without rows nothing.
    static func table(_ rows: [[String]], under legend: [String]) -> String {
        rows.isEmpty ? "" : table((legend.isEmpty ? [] : [legend]) + rows)
    }

    /// Rows as columns of equal width, the last one open.
    static func table(_ rows: [[String]]) -> String {
        let rows = rows.map { $0.map(CharacterWidth.printable) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? CharacterWidth.width(of: $0[column]) : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (text, width) in zip(row, widths) {
                line += text + String(repeating: " ", count: width - CharacterWidth.width(of: text) + 2)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
