internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

struct PluginShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that the daemon knows of a plugin.")

    @OptionGroup var format: FormatOptions

    @Argument(help: "The plugin's id, for example clock; 'tabctl plugin list' tells them.")
    var id: String

    func run() throws {
        let (id, json) = (id, format.json)
        try Session.run { service in
            let tree = try await service.managedObjects()
            guard let properties = tree.objects[TabNames.plugin(id)]?[PluginInterface.name] else {
                throw Self.unknown(id, in: tree)
            }
            if json {
                Output.print(JSON(properties: properties).text)
            } else {
                Output.write(Output.table(Self.rows(of: properties)))
            }
            return ExitStatus.done
        }
    }

    private static func unknown(_ id: String, in tree: ObjectTree) -> ControlError {
        let known = tree.paths(with: PluginInterface.name).sorted().compactMap {
            tree.value(PluginInterface.id, of: PluginInterface.name, at: $0)
        }
        let offer = known.isEmpty ? "the daemon has found none" : "there are: \(known.joined(separator: ", "))"
        return ControlError(message: "there is no plugin '\(id)'; \(offer)", status: ExitStatus.refused)
    }

    /// In the order of the interface; a type stands on each line.
    private static func rows(of properties: [String: Variant]) -> [[String]] {
        PluginInterface.description.members.flatMap { member -> [[String]] in
            guard case .property(let name, _, _, _, _) = member, let value = properties[name] else { return [] }
            if let texts = [String](variant: value) {
                guard !texts.isEmpty else { return [[name, "-"]] }
                return texts.enumerated().map { [$0 == 0 ? name : "", $1] }
            }
            let text = String(variant: value) ?? JSON(value).text
            return [[name, text.isEmpty ? "-" : text]]
        }
    }
}
