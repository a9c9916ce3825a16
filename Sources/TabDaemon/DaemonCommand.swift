package import ArgumentParser
import DBusConnection
import DBusInterface
import Foundation
import Glibc
import Logging
import PluginHosting
import TabInterface

/// `tabd`: the service itself. Reads from top to bottom in the order of its start.
package struct DaemonCommand: ParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "tabd", abstract: "Tab bar controllers as a service of the desktop session.",
        version: TabVersion.current)

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

    @Flag(name: .long, help: "Print the introspection XML, of one interface or of all, and exit; needs no bus.")
    var introspect = false

    @Argument(help: "The interface that --introspect prints, with or without org.tabd.Tabs1.")
    var interface: String?

    @Option(name: .customLong("plugin-path"), help: "A folder with plugins; may be given several times.")
    var pluginPath: [String] = []

    @Flag(name: .long, help: "Take the name over from a running instance; one that hangs is ended.")
    var replace = false

    @Option(name: .customLong("log-level"), help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?

    package init() {}

    /// Parses the process's arguments and runs.
    package static func launch() { main() }

    package func validate() throws {
        if interface != nil, !introspect {
            throw ValidationError("An interface can only be given together with --introspect.")
        }
        if let logLevel, Logger.Level(rawValue: logLevel) == nil {
            throw ValidationError("--log-level \(logLevel) is unknown: trace … critical are allowed.")
        }
    }

    package func run() throws {
        if introspect { return try printIntrospection() }
        // Before the first thread starts.
        LoopSignal.block([SIGTERM, SIGINT, SIGHUP, SIGCHLD])
        CrashSignals.endProcess()
        signal(SIGPIPE, SIG_IGN)
        // A file that may not grow is a fault of writing, which is told, and no reason to end.
        signal(SIGXFSZ, SIG_IGN)
        let files = OpenDescriptors.raiseLimit()
        guard files >= OpenDescriptors.minimum else {
            FileHandle.standardError.write(
                Data("tabd: it may open \(files) files, and needs \(OpenDescriptors.minimum): see 'ulimit -n'\n".utf8))
            throw ExitCode(Self.tooFewFiles)
        }
        let environment = ProcessInfo.processInfo.environment
        LoggingSystem.bootstrap { JournalLogHandler(label: $0) }
        let service = DaemonService(
            pluginPath: pluginPath, logLevel: logLevel.flatMap(Logger.Level.init(rawValue:)), isReplacing: replace,
            environment: environment)
        let code = EventLoop.run { service.start() }
        if code < 0 {
            Logger(label: "tabd").critical("\(EventLoop.failure(code))")
            throw ExitCode(Self.loopFailed)
        }
        throw ExitCode(code)
    }

    private func printIntrospection() throws {
        let all = TabInterfaces.all + TabInterfaces.clients
        guard let interface else {
            return print(Introspection.document(interfaces: all), terminator: "")
        }
        guard let found = all.first(where: { $0.name == interface || $0.name == TabNames.interfacePrefix + interface })
        else {
            throw ValidationError(
                "There is no interface '\(interface)'; there are: \(all.map(\.name).joined(separator: ", "))")
        }
        print(Introspection.document(interfaces: [found]), terminator: "")
    }
}
