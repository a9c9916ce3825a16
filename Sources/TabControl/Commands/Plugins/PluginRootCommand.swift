internal import ArgumentParser
internal import DBusInterface
internal import EventLoop
internal import TabFrontEnd
internal import TabInterface

struct PluginRootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin", abstract: "List, show, run, check and create plugins.",
        discussion: """
            A plugin is a folder with a manifest and a library; tabd finds it in $XDG_DATA_HOME/tabd/plugins. \
            'tabctl plugin new' creates a small one as a starting point.
            """,
        subcommands: [
            PluginListCommand.self, PluginShowCommand.self, PluginTopCommand.self, PluginLoadCommand.self,
            PluginReloadCommand.self, PluginUnloadCommand.self, PluginResetCommand.self, PluginDisableCommand.self,
            PluginEnableCommand.self, PluginRunCommand.self, PluginCheckCommand.self, PluginNewCommand.self,
        ], defaultSubcommand: PluginListCommand.self, aliases: ["plugins"])
}

struct PluginLoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Start a plugin, and wait until it runs.",
        discussion: """
            You rarely need this: a plugin starts with its first view controller. If the plugin runs already, nothing \
            happens.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.call(\.load) }
}

struct PluginReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Restart a plugin with the current code in its folder.",
        discussion: """
            The view controllers keep their paths and their state. If the new code does not start, or can't create the \
            view controllers, the old process continues and the reason is printed. A plugin that does not run is reset.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.call(\.reload) }
}

struct PluginUnloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unload", abstract: "Stop a plugin's process.",
        discussion: """
            The view controllers keep their last views until the plugin is loaded again.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.call(\.unload) }
}

struct PluginResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Take a plugin out of quarantine, and start it if view controllers wait for it.",
        discussion: """
            The failure count is reset to 0.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.call(\.reset) }
}

struct PluginDisableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "disable", abstract: "Stop a plugin, and keep it from running until it is enabled.",
        discussion: """
            Its id is added to the list 'disabled' in tabd.toml. The view controllers keep their last views and their \
            data. A plugin that runs in the daemon continues until tabd restarts.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.setDisabled(true, "plugin disable") }
}

struct PluginEnableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enable",
        abstract: "Let a disabled plugin run again, and start it if view controllers wait for it.",
        discussion: """
            Its id is removed from the list 'disabled' in tabd.toml.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.setDisabled(false, "plugin enable") }
}

/// The options of the commands that change the state of a plugin.
struct PluginCommandOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: PluginShowCommand.idHelp, completion: .custom(Completions.plugins))
    var id: String

    /// Calls a method of the plugin, then prints the plugin's state.
    func call(_ method: Service.PluginMethod) throws {
        try run { [id] service in try await service.callPlugin(id, method) }
    }

    /// Disables or enables the plugin in the configuration, then prints its state.
    func setDisabled(_ isDisabled: Bool, _ command: String) throws {
        try format.remote.requireThisMachine(command)
        try run { [id] service in try await service.setDisabled(id, isDisabled) }
    }

    private func run(_ body: @escaping @EventLoop (Service) async throws -> ObjectPath) throws {
        try Session.run(format) { [format] service in
            let path = try await body(service)
            let properties = try await service.properties(ofPlugin: path)
            let plugin = PluginSample(properties, usage: [:])
            // `clock: running (4242)`.
            format.print(
                JSON(properties: properties), text: "\(plugin.id): \(plugin.stateText)\(plugin.reasonText)")
        }
    }
}
