internal import ArgumentParser
internal import Glibc
internal import Processes
internal import TabInterface

struct PluginCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Open a plugin as tabd would, and print what is wrong with it.",
        discussion: """
            The plugin is opened in a process of its own, tabd-plugin-host, which makes an instance of each of its \
            classes; the daemon is not asked. Keys of the manifest that mean nothing are warnings. It ends with 0 when \
            the plugin can be used and with 1 when it can't.
            """)

    @Argument(help: "The plugin's folder, which has its id as name, or the plugin.toml in it.")
    var path: String

    func run() throws {
        try Session.require { () throws(ControlError) in
            guard let folder = Self.folder(path) else {
                let message = "'\(path)' does not exist: give a plugin's folder, or the plugin.toml in it"
                throw ControlError(message: message, status: ExitStatus.noInput)
            }
            let host = try Installation.current.requirePluginHost()
            try Executable.replaceProcess(with: host, ["--check", folder])
        }
    }

    /// The folder that the host takes: its last part must be the plugin's id, not `.` or `..`.
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
        commandName: "run", abstract: "Run a plugin's process on this terminal, under a debugger if you like.",
        usage: "tabctl plugin run [--debugger gdb|valgrind] <id> [-- <option> ...]",
        discussion: """
            It takes the place of the process that tabd has started for the plugin: its view controllers change over with \
            their state, and no deadline counts for it. When it ends, tabd starts one of its own again.

            gdb stops at its prompt, for breakpoints; type 'run' within a minute. What stands behind -- are options of \
            the debugger, for example: tabctl plugin run --debugger gdb clock -- -ex 'break tab_plugin_entry_v1' -ex run
            """)

    @Option(help: "Run it under gdb or valgrind.")
    var debugger: Debugger?

    @Flag(help: FormatOptions.verboseHelp)
    var verbose = false

    @Argument(help: PluginShowCommand.idHelp)
    var id: String

    @Argument(parsing: .postTerminator, help: "Options of the debugger.")
    var options: [String] = []

    func validate() throws {
        guard debugger != nil || options.isEmpty else {
            throw ValidationError(
                "'\(options.joined(separator: " "))' is for a debugger: give --debugger gdb or valgrind.")
        }
    }

    func run() throws {
        let (id, debugger, options) = (id, debugger, options)
        try Session.run(verbose: verbose) { service in
            // First, so that nobody waits for a host that never comes.
            _ = try await service.path(ofPlugin: id)
            let host = try Installation.current.requirePluginHost()
            let command = try Self.command([host, "--debug", id], under: debugger, options)
            let consent = try HostConsent()
            let address = try await service.expectHost(ofPlugin: id, token: consent.token)
            consent.withdraw()
            setenv("TABD_HOST_ADDRESS", address, 1)
            setenv("TABD_HOST_TOKEN", consent.token, 1)
            Output.note(
                debugger?.advice(id: id) ?? "this process becomes that of plugin '\(id)'; Ctrl-C ends it")
            try Executable.replaceProcess(with: command[0], Array(command.dropFirst()))
        }
    }

    private static func command(
        _ program: [String], under debugger: Debugger?, _ options: [String]
    ) throws(ControlError) -> [String] {
        guard let debugger else { return program }
        guard let path = Program.find(debugger.rawValue) else {
            throw ControlError(
                message: "\(debugger.rawValue) is not in PATH: install the package \(debugger.rawValue)",
                status: ExitStatus.unavailable)
        }
        return [path] + debugger.arguments(for: program, given: options)
    }
}

/// What a plugin's process can be run under. The packages of Debian have the same names.
enum Debugger: String, CaseIterable, ExpressibleByArgument {
    case gdb, valgrind

    /// The command line that runs a program under it.
    ///
    /// - Parameter given: the user's own options, which win.
    func arguments(for program: [String], given: [String]) -> [String] {
        switch self {
        // At its prompt, for breakpoints have to be set first; in a library that is not there yet they are pending.
        case .gdb: ["--quiet", "-ex", "set breakpoint pending on"] + given + ["--args"] + program
        // What is possibly lost is the Swift runtime's.
        case .valgrind:
            ["--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite"] + given + program
        }
    }

    /// What is told before it starts.
    func advice(id: String) -> String {
        switch self {
        case .gdb:
            "set breakpoints, then type 'run' within a minute: the process becomes that of plugin '\(id)'; 'quit' ends it"
        case .valgrind:
            "the process becomes that of plugin '\(id)' when it has started, which takes a while; Ctrl-C ends it"
        }
    }
}

/// The user's consent that a process other than the daemon's own becomes that of a plugin: an empty file in the user's
/// runtime folder, whose name has a token of one use.
///
/// A client without access to that folder, such as a sandboxed one, can't create the file.
final class HostConsent {
    let token: String
    private let path: String

    init() throws(ControlError) {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ -> String in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        token = words.joined()
        guard let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), folder.hasPrefix("/") else {
            throw ControlError(
                message: "XDG_RUNTIME_DIR is not set: tabd looks for your consent in that folder",
                status: ExitStatus.unavailable)
        }
        path = folder + "/" + TabNames.hostConsentPrefix + token
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw ControlError(
                message: "\(path) can't be created: \(String(cString: strerror(errno)))", status: ExitStatus.unavailable)
        }
        close(file)
    }

    deinit { withdraw() }

    /// Removes the file. The daemon accepts the file once, and removes it then if it may write to the folder. The token
    /// stays valid for one process.
    func withdraw() { unlink(path) }
}
