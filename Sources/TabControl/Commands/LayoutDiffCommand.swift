internal import ArgumentParser
internal import DBusInterface

struct LayoutDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what 'tabctl layout apply' would change, and change nothing.",
        discussion: "The status is that of diff(1): 0 for no difference, 1 for some, 2 when the file is wrong.")

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run() throws {
        let (file, json) = (file ?? .standard, format.json)
        let text = try Session.require { () throws(ControlError) in try file.read() }
        try Session.run(verbose: format.verbose) { service in
            do throws(DBusError) {
                let changes = try await service.applyLayout(text, dryRun: true)
                Output.write(LayoutText.changes(changes, json: json))
                return changes.isEmpty ? ExitStatus.done : ExitStatus.refused
            } catch {
                throw LayoutText.explain(error, of: file, status: ExitStatus.trouble)
            }
        }
    }
}
