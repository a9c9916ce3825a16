import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import Logging
import PluginHosting
import Processes
import TabInterface

/// `tabd`: the service itself. Reads from top to bottom in the order of its start.
package enum DaemonCommand {
    /// sysexits' EX_USAGE.
    private static let usage: Int32 = 64
    /// sysexits' EX_UNAVAILABLE: there is no bus.
    static let noBus: Int32 = 69
    /// sysexits' EX_SOFTWARE: the event loop failed. The unit restarts then.
    static let loopFailed: Int32 = 70
    /// sysexits' EX_OSERR: the limit of open files is too low. The unit does not restart then.
    static let tooFewFiles: Int32 = 71
    /// sysexits' EX_NOPERM: the bus does not let it have the name. The unit does not restart then.
    static let nameDenied: Int32 = 77
    /// sysexits' EX_TEMPFAIL: another instance or client owns the name. The unit does not restart.
    static let nameTaken: Int32 = 75

    /// Runs until the end of the service.
    ///
    /// - Parameter arguments: The arguments of the process, its name first.
    /// - Returns: The exit code.
    package static func run(_ arguments: [String]) -> Int32 {
        do throws(DaemonArguments.Mistake) {
            let arguments = try DaemonArguments(arguments.dropFirst())
            switch arguments.action {
            case .run: return run(arguments)
            case .introspect: print(try introspection(of: arguments.interface), terminator: "")
            case .showHelp: print(DaemonArguments.help)
            case .showVersion: print(TabVersion.current)
            }
            return 0
        } catch {
            complain("Error: \(error.message)\n\(DaemonArguments.usage)\n  See 'tabd --help' for more information.")
            return usage
        }
    }

    private static func run(_ arguments: DaemonArguments) -> Int32 {
        // Before the first thread starts.
        LoopSignal.block([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
        CrashSignals.endProcess()
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is a fault of writing, which is told, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
        let files = OpenDescriptors.raiseLimit()
        guard files >= OpenDescriptors.minimum else {
            complain("tabd: it may open \(files) files, and needs \(OpenDescriptors.minimum): see 'ulimit -n'")
            return tooFewFiles
        }
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let service = DaemonService(
            pluginPath: arguments.pluginPath, logLevel: arguments.logLevel, isReplacing: arguments.isReplacing,
            environment: ProcessEnvironment.variables)
        let code = EventLoop.run { service.start() }
        guard code < 0 else { return code }
        Logger(label: "tabd").critical("\(EventLoop.failure(code))")
        return loopFailed
    }

    private static func introspection(of interface: String?) throws(DaemonArguments.Mistake) -> String {
        let all = TabInterfaces.all + TabInterfaces.clients
        guard let interface else { return Introspection.document(interfaces: all) }
        guard let found = all.first(where: { $0.name == interface || $0.name == TabNames.interfacePrefix + interface })
        else {
            let names = all.map(\.name).joined(separator: ", ")
            throw DaemonArguments.Mistake(message: "There is no interface '\(interface)'; there are: \(names)")
        }
        return Introspection.document(interfaces: [found])
    }

    private static func complain(_ text: String) {
        _ = "\(text)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
}
