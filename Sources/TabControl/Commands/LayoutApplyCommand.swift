internal import ArgumentParser
internal import DBusInterface

struct LayoutApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Make the tabs what the file declares, and print each change.",
        discussion: """
            Controllers that the file does not declare are left alone. Of those that it does, tabs that it does not list are \
            destroyed; 'tabctl reopen' brings them back. When anything in the file is wrong, nothing changes.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run() throws {
        let (file, json) = (file ?? .standard, format.json)
        let text = try Session.require { () throws(ControlError) in try file.read() }
        try Session.run(verbose: format.verbose) { service in
            do throws(DBusError) {
                let changes = try await service.applyLayout(text, dryRun: false)
                Output.write(LayoutText.changes(changes, json: json))
            } catch {
                throw LayoutText.explain(error, of: file, status: nil)
            }
            return ExitStatus.done
        }
    }
}
