internal import ArgumentParser
internal import Glibc
internal import Processes
internal import TabInterface

struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Load a plugin as tabd would, and print its errors.",
        discussion: """
            The separate process tabd-plugin-host loads the plugin and creates an instance of each of its classes; the \
            daemon is not involved. Unknown keys in the manifest are warnings. The exit status is 0 if the plugin is \
            usable, and 1 if it is not.
            """)

    @OptionGroup(visibility: .hidden) var remote: HostOptions

    @Argument(
        help: "The plugin's folder, whose name is the plugin's id, or the plugin.toml in it.", completion: .file())
    var path: String

    func validate() throws { try remote.requireThisMachine("plugin check") }

    func run() throws {
        try Session.require { () throws(ControlError) in
            guard let folder = Self.folder(path) else {
                let message = "'\(path)' does not exist; expected a plugin's folder, or the plugin.toml in it"
                throw ControlError(message: message, status: ExitStatus.noInput)
            }
            let host = try Installation.current.requirePluginHost()
            try Executable.replaceProcess(with: host, ["--check", folder])
        }
    }

    /// Returns the folder for the plugin host. Its last component must be the plugin's id, not `.` or `..`.
    private static func folder(_ path: String) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        var parts = path.split(separator: "/").map(String.init)
        if parts.last == "plugin.toml" { parts.removeLast() }
        let folder = (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
        guard let last = parts.last, last != ".", last != ".." else {
            return Installation.realPath(folder.isEmpty ? "." : folder)
        }
        return folder
    }
}

struct PluginRunCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a plugin's process on this terminal, optionally under a debugger.",
        usage: "tabctl plugin run [--debugger gdb|valgrind] <id> [-- <option> ...]",
        discussion: """
            The process replaces the one that tabd started for the plugin: the view controllers move to it with their \
            state, and no timeouts apply to it. When it ends, tabd starts its own process again.

            gdb stops at its prompt so that you can set breakpoints; type 'run' within a minute. Options after -- go to \
            the debugger, for example: tabctl plugin run --debugger gdb clock -- -ex 'break tab_plugin_entry_v1' -ex run
            """)

    @Option(help: "Run the process under gdb or valgrind.")
    var debugger: Debugger?

    @Flag(help: FormatOptions.verboseHelp)
    var verbose = false

    @OptionGroup(visibility: .hidden) var remote: HostOptions

    @Argument(help: PluginShowCommand.idHelp, completion: .custom(Completions.plugins))
    var id: String

    @Argument(parsing: .postTerminator, help: "The options of the debugger.")
    var options: [String] = []

    func validate() throws {
        try remote.requireThisMachine("plugin run")
        guard debugger != nil || options.isEmpty else {
            throw ValidationError(
                "'\(options.joined(separator: " "))' needs a debugger; add --debugger gdb or --debugger valgrind.")
        }
    }

    func run() throws {
        let (id, debugger, options) = (id, debugger, options)
        try Session.run(verbose: verbose) { service in
            // Checks the plugin first, so that the daemon does not wait for a process that never starts.
            _ = try await service.path(ofPlugin: id)
            let host = try Installation.current.requirePluginHost()
            let command = try Self.command([host, "--debug", id], under: debugger, options)
            let consent = try PluginProcessConsent()
            let address = try await service.expectHost(ofPlugin: id, token: consent.token)
            consent.withdraw()
            setenv("TABD_HOST_ADDRESS", address, 1)
            setenv("TABD_HOST_TOKEN", consent.token, 1)
            if debugger == nil { Self.enableBacktraces(of: host) }
            Output.note(
                debugger?.advice(id: id) ?? "running plugin '\(id)' in this process; press Ctrl-C to end it")
            try Executable.replaceProcess(with: command[0], Array(command.dropFirst()))
        }
    }

    /// Makes a crash print a backtrace, with the backtracer that is installed beside the program. The environment takes
    /// precedence.
    private static func enableBacktraces(of host: String) {
        let backtracer = ProgramFolder.parent(of: host).map { $0 + "/swift-backtrace-static" } ?? ""
        let place = access(backtracer, X_OK) == 0 ? ",swift-backtrace=\(backtracer)" : ""
        setenv("SWIFT_BACKTRACE", "enable=yes" + place, 0)
    }

    private static func command(
        _ program: [String], under debugger: Debugger?, _ options: [String]
    ) throws(ControlError) -> [String] {
        guard let debugger else { return program }
        guard let path = Program.find(debugger.rawValue) else {
            throw ControlError(
                message: "\(debugger.rawValue) is not in PATH; install the package \(debugger.rawValue)",
                status: ExitStatus.unavailable)
        }
        return [path] + debugger.arguments(for: program, given: options)
    }
}

/// A debugger for a plugin's process. The Debian packages have the same names.
enum Debugger: String, CaseIterable, ExpressibleByArgument {
    case gdb, valgrind

    /// Returns the command line that runs a program under the debugger.
    ///
    /// - Parameter given: The user's own options, which take precedence.
    func arguments(for program: [String], given: [String]) -> [String] {
        switch self {
        // Stops at the prompt so that the user can set breakpoints. Breakpoints in a library that is not loaded yet
        // stay pending.
        case .gdb: ["--quiet", "-ex", "set breakpoint pending on"] + given + ["--args"] + program
        // The "possibly lost" blocks belong to the Swift runtime.
        case .valgrind:
            ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"] + given + program
        }
    }

    /// Returns the note to print before the debugger starts.
    func advice(id: String) -> String {
        switch self {
        case .gdb:
            "set breakpoints, then type 'run' within a minute to run plugin '\(id)' in this process; 'quit' ends it"
        case .valgrind:
            "running plugin '\(id)' in this process; starting takes a while, press Ctrl-C to end it"
        }
    }
}

/// The user's consent that a process not started by the daemon becomes a plugin's process: an empty file in the user's
/// runtime folder, whose name contains a single-use token.
///
/// A client without access to that folder, such as a sandboxed client, can't create the file.
final class PluginProcessConsent {
    let token: String
    private let path: String

    init() throws(ControlError) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ -> String in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        token = words.joined()
        guard let folder = Environment.variable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
            throw ControlError(
                message: "XDG_RUNTIME_DIR is not set; tabd checks your consent with a file in that folder",
                status: ExitStatus.unavailable)
        }
        path = folder + "/" + TabNames.hostConsentPrefix + token
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw ControlError(
                message: "can't create '\(path)': \(String(cString: strerror(errno)))", status: ExitStatus.unavailable)
        }
        close(file)
    }

    deinit { withdraw() }

    /// Removes the file. The daemon accepts the file once and removes it if it can. The token stays valid for one
    /// process.
    func withdraw() { unlink(path) }
}
