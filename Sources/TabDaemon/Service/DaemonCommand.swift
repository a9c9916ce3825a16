import DBusInterface
import EventLoop
import Glibc
import Logging
import PluginHosting
import Processes
import TabInterface

/// The command `tabd`: parses the arguments and runs the service.
package enum DaemonCommand {
    /// sysexits' EX_USAGE.
    private static let usage: Int32 = 64
    /// sysexits' EX_UNAVAILABLE: no bus was found.
    static let noBus: Int32 = 69
    /// sysexits' EX_SOFTWARE: the event loop failed. The systemd unit restarts the service.
    static let loopFailed: Int32 = 70
    /// sysexits' EX_OSERR: the limit of open files is too low. The systemd unit does not restart the service.
    static let tooFewFiles: Int32 = 71
    /// sysexits' EX_NOPERM: the bus denies the name. The systemd unit does not restart the service.
    static let nameDenied: Int32 = 77
    /// sysexits' EX_TEMPFAIL: another instance or client owns the name. The systemd unit does not restart it.
    static let nameTaken: Int32 = 75

    /// sysexits' EX_CONFIG: `--check-config` has found mistakes.
    private static let invalidConfiguration: Int32 = 78

    /// Parses the arguments and runs the command until it ends.
    ///
    /// - Parameter arguments: The arguments of the process, including the program name.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        do throws(DaemonArguments.UsageError) {
            let arguments = try DaemonArguments(arguments.dropFirst())
            switch arguments.action {
            case .run: return run(arguments)
            case .checkConfiguration: return checkConfiguration()
            case .introspect:
                return EventLoop.run { EventLoop.exit(printIntrospection(of: arguments.interface)) }
            case .printQtHeader:
                return EventLoop.run {
                    print(QtHeader.text(for: DaemonInterfaces.types), terminator: "")
                    return EventLoop.exit(0)
                }
            case .printViewClasses: print(ViewClassDocument.text, terminator: "")
            case .showHelp: print(DaemonArguments.help)
            case .showVersion: print(TabVersion.current)
            }
            return 0
        } catch {
            return printUsage(error.message)
        }
    }

    /// Prints an error in the arguments and returns the exit code.
    private static func printUsage(_ message: String) -> Int32 {
        printError("Error: \(message)\n\(DaemonArguments.usage)\n  See 'tabd --help' for more information.")
        return usage
    }

    private static func run(_ arguments: DaemonArguments) -> Int32 {
        // Threads inherit the signal mask, so this comes before the first thread.
        LoopSignal.block([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
        CrashSignals.endProcess()
        signal(SIGPIPE, SIG_IGN)
        // Writing beyond the file size limit then fails with EFBIG, which is reported, and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        let files = OpenDescriptors.raiseLimit()
        guard files >= OpenDescriptors.minimum else {
            printError(
                "tabd: the limit of open files is \(files); at least \(OpenDescriptors.minimum) are needed (ulimit -n)")
            return tooFewFiles
        }
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let service = DaemonService(
            pluginPath: arguments.pluginPath, localePath: arguments.localePath, logLevel: arguments.logLevel,
            isReplacing: arguments.isReplacing, environment: ProcessEnvironment.variables)
        let code = EventLoop.run { service.start() }
        guard code < 0 else { return code }
        Logger(label: "tabd").critical("\(EventLoop.failure(code))")
        return loopFailed
    }

    /// Prints the mistakes in the configuration, and returns the exit code.
    private static func checkConfiguration() -> Int32 {
        let configuration = DaemonConfiguration(environment: ProcessEnvironment.variables)
        for warning in configuration.warnings { print(warning.onOneLine) }
        if !configuration.isFound { printError("tabd: \(configuration.path) does not exist") }
        return configuration.warnings.isEmpty ? 0 : invalidConfiguration
    }

    /// Prints the XML of one interface, or of all, and returns the exit code.
    @EventLoop
    private static func printIntrospection(of interface: String?) -> Int32 {
        let all = DaemonInterfaces.all + DaemonInterfaces.clients
        var shown = all
        if let interface {
            shown = all.filter { $0.name == interface || $0.name == TabNames.interfacePrefix + interface }
            guard !shown.isEmpty else {
                let names = all.map(\.name).joined(separator: ", ")
                return printUsage("'\(interface)' is not an interface; expected one of \(names)")
            }
        }
        print(Introspection.document(interfaces: shown), terminator: "")
        return 0
    }

    private static func printError(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.onOneLine)
        _ = "\(lines.joined(separator: "\n"))\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
