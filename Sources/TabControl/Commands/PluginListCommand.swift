internal import ArgumentParser
internal import TabInterface
internal import TabMirror

struct PluginListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plugins with their state and the types that they offer.",
        discussion: """
            ISOLATION says where the code runs: process or in-process. The number after the state is that of the process. \
            After the types, behind #, stands the reason of the state.
            """)

    @OptionGroup var format: FormatOptions

    @OptionGroup var legend: LegendOptions

    func run() throws {
        let (json, titles) = (format.json, legend.legend(["PLUGIN", "VERSION", "ISOLATION", "STATE", "TYPES"]))
        try Session.run(verbose: format.verbose) { service in
            let tree = try await service.managedObjects()
            let plugins = tree.paths(with: PluginInterface.name).sorted()
            if json {
                let values = plugins.map { JSON(properties: tree.objects[$0]?[PluginInterface.name] ?? [:]) }
                Output.print(JSON.array(values).text)
                return ExitStatus.done
            }
            let rows = plugins.map { path in
                let plugin = PluginSample(tree.objects[path]?[PluginInterface.name] ?? [:], usage: [:])
                let version = tree.value(PluginInterface.version, of: PluginInterface.name, at: path) ?? ""
                let types = tree.value(PluginInterface.types, of: PluginInterface.name, at: path) ?? []
                return [
                    plugin.id, version, plugin.isolation, plugin.stateText,
                    types.joined(separator: " ") + (plugin.reason.isEmpty ? "" : "  # " + plugin.reason),
                ]
            }
            Output.write(Output.table(rows, under: titles))
            if rows.isEmpty { Output.note("the daemon has found no plugin; 'tabctl plugin new' makes one") }
            return ExitStatus.done
        }
    }
}
