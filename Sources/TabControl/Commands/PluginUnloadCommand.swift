internal import ArgumentParser
internal import TabInterface

struct PluginUnloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unload", abstract: "Stop a plugin's process.",
        discussion: """
            Its view controllers stay, with their last views, until it is loaded again.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(PluginInterface.unload) }
}
