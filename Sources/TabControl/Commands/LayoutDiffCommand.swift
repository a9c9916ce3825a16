internal import ArgumentParser

struct LayoutDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what 'tabctl layout apply' would change, and change nothing.",
        discussion: "The status is that of diff(1): 0 for no difference, 1 for some, 2 when the file is wrong.")

    @OptionGroup var options: LayoutFileOptions

    func run() throws { try options.apply(dryRun: true) }
}
