internal import DBusInterface
internal import TabInterface

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
