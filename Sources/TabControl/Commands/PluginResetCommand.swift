internal import ArgumentParser
internal import TabInterface

struct PluginResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Take a plugin out of quarantine, and start it when view controllers wait for it.",
        discussion: """
            Its failures are counted from 0 again.
            """)

    @OptionGroup var command: PluginCommandOptions

    func run() throws { try command.perform(PluginInterface.reset) }
}
