internal import ArgumentParser

struct LayoutApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Make the tabs what the file declares, and print each change.",
        discussion: """
            Controllers that the file does not declare are left alone. Of those that it does, tabs that it does not list are \
            destroyed; 'tabctl reopen' brings them back. When anything in the file is wrong, nothing changes.
            """)

    @OptionGroup var options: LayoutFileOptions

    func run() throws { try options.apply(dryRun: false) }
}
