internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TerminalUI

struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Declare tab bar controllers and their tabs in a file.",
        discussion: """
            Each time the daemon starts, it creates what $XDG_CONFIG_HOME/tabd/layout.toml declares and what is missing. \
            A file begins with two lines: [[controller]] and identifier = "desk". 'man 5 tabd-layout' describes the \
            format.
            """,
        subcommands: [
            LayoutSaveCommand.self, LayoutApplyCommand.self, LayoutDiffCommand.self, LayoutCheckCommand.self,
        ])
}

struct LayoutApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply", abstract: "Change the tabs to match the layout file, and print each change.",
        discussion: """
            Controllers that the file does not declare stay unchanged. In a declared controller, tabs that are not \
            listed are destroyed; 'tabctl reopen' restores them. If the file contains an error, nothing changes.
            """)

    @OptionGroup var options: LayoutFileOptions

    func run() throws { try options.apply(dryRun: false) }
}

struct LayoutDiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Print what 'tabctl layout apply' would change, and change nothing.",
        discussion: "The exit status is that of diff(1): 0 for no difference, 1 for differences, 2 for an invalid file."
    )

    @OptionGroup var options: LayoutFileOptions

    func run() throws { try options.apply(dryRun: true) }
}

struct LayoutSaveCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Write the current layout to the file.",
        discussion: """
            The previous file is kept as layout.toml~. View controllers without identifiers, and those of other \
            programs, are left out.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run(_ service: Service) async throws {
        let file = file ?? .standard
        let text = try await service.manager.getLayout()
        guard !file.isStream else {
            return format.json ? format.print(["layout": .string(text)]) : Output.write(text)
        }
        let isChanged = try file.write(text)
        format.print(
            ["file": .string(file.text), "changed": .bool(isChanged)],
            text: isChanged ? "saved to \(file.text)" : "\(file.text) is up to date")
    }
}

/// The options of the commands that apply a layout file.
struct LayoutFileOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    /// Asks the daemon to apply the file, or to plan the changes, and prints each change.
    ///
    /// - Throws: The exit status of diff(1) for a dry run.
    func apply(dryRun: Bool) throws {
        let file = file ?? .standard
        let text = try Session.require { () throws(ControlError) in try file.read() }
        try Session.run(format) { [format] service in
            var options = Options()
            options.values[ManagerInterface.ApplyLayoutOption.dryRun.name] = .bool(dryRun)
            let changes: [String]
            // The reasons and changes in a form for scripts, before the changes are made.
            let findings = format.json && dryRun ? try await service.manager.checkLayout(text) : nil
            do throws(DBusError) {
                changes = try await service.manager.applyLayout(text, options)
            } catch {
                if let findings { format.print(["changes": .array([]), "findings": LayoutFindingText.json(findings)]) }
                throw Self.explain(error, of: file, status: dryRun ? ExitStatus.trouble : ExitStatus.refused)
            }
            if let findings {
                let list = JSON.array(changes.map(JSON.string))
                format.print(["changes": list, "findings": LayoutFindingText.json(findings)])
            } else if format.json {
                format.print(["changes": .array(changes.map(JSON.string))])
            } else {
                Output.write(changes.map { CharacterWidth.printable($0) + "\n" }.joined())
            }
            if dryRun, !changes.isEmpty { throw ExitCode(ExitStatus.refused) }
        }
    }

    /// - Parameter status: The exit status for an error in the layout.
    private static func explain(_ error: DBusError, of file: LayoutPath, status: Int32) -> ControlError {
        let controlError = ControlError(error)
        guard controlError.status == ExitStatus.refused else { return controlError }
        let name = file.isStream ? "the standard input" : "'\(file.text)'"
        return ControlError(message: "\(name): \(controlError.message)", status: status, busName: error.name)
    }
}
