internal import ArgumentParser

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
