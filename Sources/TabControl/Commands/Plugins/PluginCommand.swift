internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "List, show, run, check and begin plugins.",
        discussion: """
            A plugin is a folder with a manifest and a library; tabd finds it in $XDG_DATA_HOME/tabd/plugins. \
            'tabctl plugin new' makes one to begin with.
            """,
        subcommands: [
            PluginListCommand.self, PluginShowCommand.self, PluginTopCommand.self, PluginLoadCommand.self,
            PluginReloadCommand.self, PluginUnloadCommand.self, PluginResetCommand.self, PluginRunCommand.self,
            PluginCheckCommand.self, PluginNewCommand.self,
        ], defaultSubcommand: PluginListCommand.self, aliases: ["plugins"])
}

struct PluginLoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Start a plugin, and wait until it runs.",
        discussion: """
            It is started when somebody makes one of its view controllers anyway. No error when it runs.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(\.load) }
}

struct PluginReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Replace a plugin's process by a new one with what is in its folder now.",
        discussion: """
            The view controllers keep their paths and their state. When the new code does not start, or does not make \
            them, the old process goes on, and the reason is printed. One that does not run is reset.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(\.reload) }
}

struct PluginUnloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unload", abstract: "Stop a plugin's process.",
        discussion: """
            Its view controllers stay, with their last views, until it is loaded again.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(\.unload) }
}

struct PluginResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Take a plugin out of quarantine, and start it when view controllers wait for it.",
        discussion: """
            Its failures are counted from 0 again.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(\.reset) }
}

/// The plugin that a command is for, and the format of its output.
struct PluginCommandOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: PluginShowCommand.idHelp)
    var id: String

    /// Calls a method of the plugin and prints its state afterwards.
    func perform(_ method: Service.PluginCommand) throws {
        try Session.run(verbose: format.verbose) { [id, format] service in
            let path = try await service.perform(method, on: id)
            let properties = try await service.properties(ofPlugin: path)
            let plugin = PluginSample(properties, usage: [:])
            // `clock: running (4242)`.
            format.print(
                JSON(properties: properties), text: "\(plugin.id): \(plugin.stateText)\(plugin.reasonText)")
        }
    }
}
