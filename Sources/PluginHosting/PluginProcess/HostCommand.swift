internal import DBusConnection
internal import EventLoop
internal import Glibc
internal import Logging
internal import TabInterface

/// `tabd-plugin-host`: runs a plugin in its own process, for a daemon or for its author.
package enum HostCommand {
    private static let usage = """
        usage: tabd-plugin-host --check FOLDER
               tabd-plugin-host --version
               tabd-plugin-host [--debug] ID
        FOLDER contains plugin.toml and the library of one plugin. tabd starts it with the ID of a plugin, and
        'tabctl plugin run' with --debug; both set \(HostEnvironment.address) and \(HostEnvironment.token).

        """

    /// - Parameter arguments: The arguments of the process, its name first.
    /// - Returns: 0 when the plugin can be used, or the daemon no longer needs it; 1 when it cannot be used, 64 (EX_USAGE)
    ///   for other arguments or a missing address or token, 70 (EX_SOFTWARE) when the event loop fails, 76 (EX_PROTOCOL)
    ///   when the daemon is gone.
    package static func run(_ arguments: [String]) -> Int32 {
        if arguments.count == 3, arguments[1] == "--check" { return PluginCheck.run(arguments[2]) }
        if arguments.count == 2, arguments[1] == "--version" {
            print(TabVersion.current)
            return 0
        }
        let address = removeVariable(HostEnvironment.address)
        let token = removeVariable(HostEnvironment.token)
        // Not an environment variable: in the user's environment it would affect every plugin process of the daemon.
        let isDebugged = arguments.count == 3 && arguments[1] == "--debug"
        guard arguments.count == (isDebugged ? 3 : 2), let id = arguments.last, !id.hasPrefix("-"), let address,
            let token
        else {
            _ = usage.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
            return 64
        }
        // Under a debugger the parent is the debugger, which may detach, so the process must not end with it.
        guard isDebugged || ParentProcess.bindLife() else { return 0 }
        LoopSignal.resetInherited()
        // Ctrl-C is for the debugger then, which stops the process where it is.
        let signals = isDebugged ? [SIGTERM] : [SIGTERM, SIGINT]
        LoopSignal.block(signals)
        signal(SIGPIPE, SIG_IGN)
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let service = HostService(
            id, endingWith: signals, partingCode: isDebugged ? 0 : HostEnvironment.lostDaemon)
        let code = EventLoop.run { service.start(at: address, token: token) }
        guard code < 0 else { return code }
        Logger(label: "tabd.host.\(id)").critical("\(EventLoop.failure(code))")
        return HostEnvironment.loopFailed
    }

    /// Reads a variable and removes it from the environment, before a plugin can read it.
    private static func removeVariable(_ name: String) -> String? {
        let value = getenv(name).map { String(cString: $0) }
        unsetenv(name)
        return value
    }
}

/// The environment variables that give a plugin process its daemon's address and its token. Both are removed from the
/// environment before the plugin's library is opened.
enum HostEnvironment {
    static let address = "TABD_HOST_ADDRESS"
    static let token = "TABD_HOST_TOKEN"
    /// The exit status of a child whose connection to the daemon was lost (EX_PROTOCOL).
    static let lostDaemon: Int32 = 76
    /// The exit status when the event loop fails (EX_SOFTWARE).
    static let loopFailed: Int32 = 70
}
