internal import ArgumentParser
internal import TabInterface
internal import TabMirror

struct PluginListCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plugins with their state and the types that they offer.",
        discussion: """
            ISOLATION says where the code runs: process or in-process. The number after the state is that of the process. \
            After the types, behind #, stands the reason of the state.
            """)

    @OptionGroup var format: FormatOptions

    @OptionGroup var legend: LegendOptions

    func run(_ service: Service) async throws {
        let tree = try await service.managedObjects()
        let plugins = tree.paths(with: PluginInterface.name).sorted()
        guard !format.json else {
            let values = plugins.map { JSON(properties: tree.objects[$0]?[PluginInterface.name] ?? [:]) }
            return Output.print(JSON.array(values).text)
        }
        let rows = plugins.map { path in
            let plugin = PluginSample(tree.objects[path]?[PluginInterface.name] ?? [:], usage: [:])
            let types = tree.plugin(path).types ?? []
            return [
                plugin.id, tree.plugin(path).version ?? "", plugin.isolation, plugin.stateText,
                types.joined(separator: " ") + plugin.reasonText,
            ]
        }
        let titles = legend.legend(["PLUGIN", "VERSION", "ISOLATION", "STATE", "TYPES"])
        Output.write(Output.table(rows, under: titles))
        if rows.isEmpty { Output.note("the daemon has found no plugin; 'tabctl plugin new' makes one") }
    }
}
