internal import DBusConnection
internal import Glibc
internal import Logging
internal import TabInterface

/// `tabd-plugin-host`: a plugin in a process of its own, for a daemon or for its author.
package enum HostCommand {
    private static let usage = """
        usage: tabd-plugin-host --check FOLDER
               tabd-plugin-host --version
               tabd-plugin-host ID
        FOLDER holds manifest.json and the library of one plugin. With the ID of a plugin it is started by tabd, or for
        it by 'tabctl plugin run': \(HostEnvironment.address) and \(HostEnvironment.token) say where it belongs.

        """

    /// - Parameter arguments: of the process, its name first.
    /// - Returns: 0 when the plugin can be used, or the daemon needs it no more; 1 when it can't be used, 64 (EX_USAGE)
    ///   for other arguments, or when nobody says which daemon, 70 (EX_SOFTWARE) when the event loop fails, 76 (EX_PROTOCOL)
    ///   when the daemon is gone.
    package static func run(_ arguments: [String]) -> Int32 {
        if arguments.count == 3, arguments[1] == "--check" { return PluginCheck.run(arguments[2]) }
        if arguments.count == 2, arguments[1] == "--version" {
            print(TabVersion.current)
            return 0
        }
        let address = take(HostEnvironment.address)
        let token = take(HostEnvironment.token)
        let isDebugged = take(HostEnvironment.debug) == "1"
        guard arguments.count == 2, !arguments[1].hasPrefix("-"), let address, let token else {
            _ = usage.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
            return 64
        }
        // A debugger is the parent then, and may leave the process alone.
        guard isDebugged || ParentProcess.bindLife() else { return 0 }
        LoopSignal.forgetInherited()
        // Ctrl-C is for the debugger then, which stops the process where it is.
        let signals = isDebugged ? [SIGTERM] : [SIGTERM, SIGINT]
        LoopSignal.block(signals)
        signal(SIGPIPE, SIG_IGN)
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let service = HostService(
            arguments[1], endingWith: signals, partingCode: isDebugged ? 0 : HostEnvironment.lostDaemon)
        let code = EventLoop.run { service.start(at: address, token: token) }
        guard code < 0 else { return code }
        Logger(label: "tabd.host.\(arguments[1])").critical("\(EventLoop.failure(code))")
        return HostEnvironment.loopFailed
    }

    /// Takes a variable out of the environment, before a plugin can read it.
    private static func take(_ name: String) -> String? {
        let value = getenv(name).map { String(cString: $0) }
        unsetenv(name)
        return value
    }
}
