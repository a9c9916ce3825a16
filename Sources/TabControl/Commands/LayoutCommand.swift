internal import ArgumentParser

struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Keep tab bar controllers and their tabs in a file.",
        discussion: """
            The daemon makes what $XDG_CONFIG_HOME/tabd/layout.toml declares, and what is missing, each time it starts. \
            A file begins with two lines: [[controller]] and identifier = "desk"; 'man 5 tabd-layout' tells the rest.
            """,
        subcommands: [LayoutSaveCommand.self, LayoutApplyCommand.self, LayoutDiffCommand.self])
}
