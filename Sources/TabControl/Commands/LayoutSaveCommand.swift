internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

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
