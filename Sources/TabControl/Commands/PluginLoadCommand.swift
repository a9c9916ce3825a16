internal import ArgumentParser
internal import TabInterface

struct PluginLoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Start a plugin, and wait until it runs.",
        discussion: """
            It is started when somebody makes one of its view controllers anyway. No error when it runs.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(PluginInterface.load) }
}
