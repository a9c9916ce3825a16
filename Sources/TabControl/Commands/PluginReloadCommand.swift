internal import ArgumentParser
internal import TabInterface

struct PluginReloadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reload", abstract: "Replace a plugin's process by a new one with what is in its folder now.",
        discussion: """
            The view controllers keep their paths and their state. When the new code does not start, or does not make \
            them, the old process goes on, and the reason is printed. One that does not run is reset.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(PluginInterface.reload) }
}
