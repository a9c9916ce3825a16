internal import ArgumentParser
internal import DBusInterface
internal import TabInterface
internal import TabMirror
internal import TerminalUI

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
