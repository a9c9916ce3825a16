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

/// Why tabctl ends without having done what it was asked: a message that says what to do, and a code.
struct ControlError: Error, Hashable {
    let message: String
    let status: Int32

    static let noAddress = ControlError(
        message: """
            no session bus: DBUS_SESSION_BUS_ADDRESS is not set; start a session or run \
            'dbus-run-session -- tabctl ...'
            """,
        status: ExitStatus.unavailable)

    static func noBus(at address: String, _ error: DBusError) -> ControlError {
        ControlError(
            message: """
                no session bus at \(address): \(error.message); start a session or run \
                'dbus-run-session -- tabctl ...'
                """,
            status: ExitStatus.unavailable)
    }

    /// What an error of a call means for a user.
    ///
    /// - Parameter isNamed: Whether what has no words of its own is told with its D-Bus name.
    init(_ error: DBusError, naming isNamed: Bool = true) {
        let standard = error.name.hasPrefix(DBusError.standardPrefix)
        switch standard ? error.name.dropFirst(DBusError.standardPrefix.count) : "" {
        case "ServiceUnknown", "NameHasNoOwner":
            self.init(
                message: """
                    \(TabNames.busName) is not running and can't be activated: start 'tabd' or 'make run'
                    """,
                status: ExitStatus.unavailable)
        case let name where name.hasPrefix("Spawn."):
            self.init(
                message: """
                    \(TabNames.busName) is not running and its activation failed: \(error.message); see \
                    'systemctl --user status tabd' or start 'tabd' by hand
                    """,
                status: ExitStatus.unavailable)
        case "NoReply" where error.message.contains("disconnected"):
            self.init(
                message: "\(TabNames.busName) ended before it answered; try again",
                status: ExitStatus.unavailable)
        case "NoReply":
            self.init(
                message: "\(TabNames.busName) did not answer in time; try again", status: ExitStatus.timeout)
        case "Timeout", "TimedOut":
            self.init(message: "\(error.message); try again", status: ExitStatus.timeout)
        case "Disconnected":
            self.init(message: "the session bus is gone: \(error.message)", status: ExitStatus.unavailable)
        default:
            self.init(
                message: isNamed ? "\(error.name): \(error.message)" : error.message, status: ExitStatus.refused)
        }
    }

    init(message: String, status: Int32) {
        self.message = message
        self.status = status
    }
}
