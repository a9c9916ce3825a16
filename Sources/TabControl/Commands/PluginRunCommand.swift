internal import ArgumentParser
internal import Glibc
internal import Processes

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
