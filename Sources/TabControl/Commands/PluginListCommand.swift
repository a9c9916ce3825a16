internal import ArgumentParser
internal import TabInterface

struct PluginListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plugins with their state and the types that they offer.")

    @OptionGroup var format: FormatOptions

    func run() throws {
        let json = format.json
        try Session.run { service in
            let tree = try await service.managedObjects()
            let plugins = tree.paths(with: PluginInterface.name).sorted()
            if json {
                let values = plugins.map { JSON(properties: tree.objects[$0]?[PluginInterface.name] ?? [:]) }
                Output.print(JSON.array(values).text)
                return ExitStatus.done
            }
            let rows = plugins.map { path in
                let text = { tree.value($0, of: PluginInterface.name, at: path) ?? "" }
                let types = tree.value(PluginInterface.types, of: PluginInterface.name, at: path) ?? []
                let reason = text(PluginInterface.reason)
                return [
                    text(PluginInterface.id), text(PluginInterface.version), text(PluginInterface.isolation),
                    text(PluginInterface.state), types.joined(separator: " ") + (reason.isEmpty ? "" : "  # " + reason),
                ]
            }
            Output.write(Output.table(rows))
            if rows.isEmpty { Output.note("the daemon has found no plugin; 'tabctl plugin new' makes one") }
            return ExitStatus.done
        }
    }
}
