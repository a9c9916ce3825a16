internal import ArgumentParser
internal import TabInterface

struct LayoutSaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "save", abstract: "Write what is there now to the file.",
        discussion: """
            What was in the file stays beside it, as layout.toml~. View controllers without identifiers, and those of other \
            programs, are left out.
            """)

    @OptionGroup var format: FormatOptions

    @Argument(help: LayoutPath.help)
    var file: LayoutPath?

    func run() throws {
        let (file, json) = (file ?? .standard, format.json)
        try Session.run(verbose: format.verbose) { service in
            let text = try await service.layout()
            guard !file.isStream else {
                Output.write(json ? JSON.object(["layout": .string(text)]).text + "\n" : text)
                return ExitStatus.done
            }
            let isChanged = try file.write(text)
            Output.print(
                json
                    ? JSON.object(["file": .string(file.text), "changed": .bool(isChanged)]).text
                    : isChanged ? "saved to \(file.text)" : "\(file.text) says so already")
            return ExitStatus.done
        }
    }
}
