internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Keep tab bar controllers and their tabs in a file.",
        discussion: """
            The daemon makes what $XDG_CONFIG_HOME/tabd/layout.toml declares, and what is missing, each time it starts. \
            A file begins with two lines: [[controller]] and identifier = "desk"; 'man 5 tabd-layout' tells the rest.
            """,
        subcommands: [LayoutSaveCommand.self, LayoutApplyCommand.self, LayoutDiffCommand.self])
}

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

struct LayoutDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what 'tabctl layout apply' would change, and change nothing.",
        discussion: "The status is that of diff(1): 0 for no difference, 1 for some, 2 when the file is wrong.")

    @OptionGroup var options: LayoutFileOptions

    func run() throws { try options.apply(dryRun: true) }
}

struct LayoutSaveCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Write what is there now to the file.",
        discussion: """
            What was in the file stays beside it, as layout.toml~. View controllers without identifiers, and those of other \
            programs, are left out.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run(_ service: Service) async throws {
        let file = file ?? .standard
        let text = try await service.manager.call(\.getLayout, Options())
        guard !file.isStream else {
            return format.json ? format.print(["layout": .string(text)]) : Output.write(text)
        }
        let isChanged = try file.write(text)
        format.print(
            ["file": .string(file.text), "changed": .bool(isChanged)],
            text: isChanged ? "saved to \(file.text)" : "\(file.text) says so already")
    }
}

/// A layout file for the daemon to apply.
struct LayoutFileOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    /// Has the daemon make what the file declares, or find out what that would change, and prints each change.
    ///
    /// - Throws: for a dry run the status of diff(1).
    func apply(dryRun: Bool) throws {
        let file = file ?? .standard
        let text = try Session.require { () throws(ControlError) in try file.read() }
        try Session.run(verbose: format.verbose) { [format] service in
            var options = Options()
            options.values[ManagerInterface.ApplyLayoutOption.dryRun.name] = .bool(dryRun)
            let changes: [String]
            do throws(DBusError) {
                changes = try await service.manager.call(\.applyLayout, text, options)
            } catch {
                throw Self.explain(error, of: file, status: dryRun ? ExitStatus.trouble : ExitStatus.refused)
            }
            if format.json {
                format.print(["changes": .array(changes.map(JSON.string))])
            } else {
                Output.write(changes.map { CharacterWidth.printable($0) + "\n" }.joined())
            }
            if dryRun, !changes.isEmpty { throw ExitCode(ExitStatus.refused) }
        }
    }

    /// - Parameter status: that of an error in the layout.
    private static func explain(_ error: DBusError, of file: LayoutPath, status: Int32) -> ControlError {
        let problem = ControlError(error)
        guard problem.status == ExitStatus.refused else { return problem }
        let name = file.isStream ? "the standard input" : "'\(file.text)'"
        return ControlError(message: "\(name): \(problem.message)", status: status, busName: error.name)
    }
}
