internal import DBusInterface
internal import Glibc
internal import TabFrontEnd
internal import TabInterface

/// The exit codes of tabctl. Those above 63 are codes of `sysexits.h`.
enum ExitStatus {
    static let done: Int32 = 0
    /// The daemon refused the tap or replied with an error.
    static let refused: Int32 = 1
    /// The input of a comparison is invalid, as in `diff`, where 1 means a difference.
    static let trouble: Int32 = 2
    /// `EX_USAGE`: the command line is wrong.
    static let usage: Int32 = 64
    /// `EX_NOINPUT`: a given file does not exist.
    static let noInput: Int32 = 66
    /// `EX_UNAVAILABLE`: no session bus or no daemon, or a part of the installation is missing.
    static let unavailable: Int32 = 69
    /// `EX_CANTCREAT`: a file could not be created.
    static let cannotCreate: Int32 = 73
    /// `EX_TEMPFAIL`: no reply in time.
    static let timeout: Int32 = 75
}

/// The failure of a command: the message for the user and the exit code.
struct ControlError: Error, Hashable {
    let message: String
    let status: Int32
    /// The D-Bus name of the error that a call returned; nil for an error of tabctl itself.
    let busName: String?

    /// The message after the D-Bus name, for `--verbose`.
    var verboseMessage: String { busName.map { "\($0): \(message)" } ?? message }

    /// Returns the error for a missing session bus.
    /// - Parameter detail: The text after "no session bus".
    static func noBus(_ detail: String) -> ControlError {
        ControlError(
            message: "no session bus\(detail); start a session or run 'dbus-run-session -- tabctl ...'",
            status: ExitStatus.unavailable)
    }

    /// Returns the error for a machine whose bus can't be reached.
    ///
    /// - Parameter exitCode: That of ssh, which exits with 255 if it can't connect or log in, else with the code of what
    ///   it ran there.
    static func noConnection(to host: SSHDestination, _ error: DBusError, exitCode: Int32? = nil) -> ControlError {
        let failure = exitCode == 255 ? "can't connect to \(host.name)" : "no session bus on \(host.name)"
        return ControlError(message: "\(failure): \(error.message)", status: ExitStatus.unavailable)
    }

    /// Returns the same error for a command that calls the daemon of another machine.
    func on(_ host: SSHDestination) -> ControlError {
        guard let busName else { return self }
        switch MissingReply(DBusError(name: busName, message: "")) {
        case .notRunning:
            return withMessage(
                "\(TabNames.busName) is not running on \(host.name), and its bus can't start it; start 'tabd' there")
        case .notStarted: return withMessage("\(host.name): \(message)")
        case .disconnected: return withMessage(HostMessage.unknownEffect(host))
        default: return self
        }
    }

    /// Translates the error of a call for the user.
    init(_ error: DBusError) {
        let (message, status) = Self.translate(error)
        self.init(message: message, status: status, busName: error.name)
    }

    private static func translate(_ error: DBusError) -> (message: String, status: Int32) {
        switch MissingReply(error) {
        case .notRunning:
            (
                """
                \(TabNames.busName) is not running, and this bus can't start it; run 'tabd &' or \
                'systemctl --user start tabd'
                """, ExitStatus.unavailable
            )
        case .notStarted:
            (
                """
                \(TabNames.busName) is not running, and the bus failed to start it: \(error.message); see \
                'systemctl --user status tabd', or start 'tabd' by hand
                """, ExitStatus.unavailable
            )
        case .ended: ("\(TabNames.busName) ended before it replied; try again", ExitStatus.unavailable)
        case .late: ("\(TabNames.busName) did not reply in time; try again", ExitStatus.timeout)
        case .timedOut: ("\(error.message); try again", ExitStatus.timeout)
        case .disconnected:
            ("the connection to the session bus is closed: \(error.message)", ExitStatus.unavailable)
        case nil: (error.message, ExitStatus.refused)
        }
    }

    /// - Parameter status: The exit code; the default is that of a refusal.
    init(message: String, status: Int32 = ExitStatus.refused, busName: String? = nil) {
        self.message = message
        self.status = status
        self.busName = busName
    }

    /// Returns the same error with another message.
    func withMessage(_ message: String) -> ControlError {
        ControlError(message: message, status: status, busName: busName)
    }
}

/// The environment of this process.
enum Environment {
    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
