internal import ArgumentParser
internal import DBusInterface
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

struct PluginListCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the plugins with their states and types.",
        discussion: """
            ISOLATION shows where the code runs: process or in-process. The number after the state is the process ID. \
            The reason of the state follows the types after a #.
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
        if rows.isEmpty { Output.note("the daemon has not found a plugin; 'tabctl plugin new' creates one") }
    }
}

struct PluginShowCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show a plugin's properties and resource usage.")

    @OptionGroup var format: FormatOptions

    static let idHelp: ArgumentHelp = "The plugin's id, for example clock; 'tabctl plugin list' prints the ids."

    @Argument(help: Self.idHelp, completion: .custom(Completions.plugins))
    var id: String

    func run(_ service: Service) async throws {
        let path = try await service.path(ofPlugin: id)
        let properties = try await service.properties(ofPlugin: path)
        let plugin = PluginSample(properties, usage: try await service.plugin(path).getResourceUsage())
        guard !format.json else {
            return format.print(JSON(properties: properties).merging(PluginTable.json(of: plugin.usage)))
        }
        Output.write(Output.table(Self.rows(of: properties) + Self.rows(of: plugin.usage)))
        if let advice = Self.advice(plugin) { Output.note(advice) }
    }

    /// Returns what the user can do about a state that does not recover by itself.
    private static func advice(_ plugin: PluginSample) -> String? {
        switch plugin.state {
        case "quarantined": "'tabctl plugin reset \(plugin.id)' starts it again"
        case "disabled": "'tabctl plugin enable \(plugin.id)' lets it run again"
        case "failed" where plugin.isolation == "process":
            "'tabctl plugin run \(plugin.id)' shows the failure, 'tabctl plugin reset \(plugin.id)' starts it again"
        default: nil
        }
    }

    /// Returns the resource usage of the process in a readable form.
    private static func rows(of usage: PluginSample.Usage?) -> [[String]] {
        guard let usage else { return [] }
        return [
            ["ViewControllers", "\(usage.controllers)"], ["CPUUsage", PluginTable.time(usage.cpuTime)],
            ["MemoryCurrent", PluginTable.memory(usage.memory)], ["MessagesReceived", "\(usage.received)"],
            ["MessagesSent", "\(usage.sent)"],
        ]
    }

    /// The names of the properties, in the order of the interface.
    private static let names = [
        PluginInterface.id.name, PluginInterface.pluginName.name, PluginInterface.version.name,
        PluginInterface.abiVersion.name, PluginInterface.isolation.name, PluginInterface.state.name,
        PluginInterface.reason.name, PluginInterface.processId.name, PluginInterface.restarts.name,
        PluginInterface.types.name, PluginInterface.path.name,
    ]

    /// Returns the properties, with one type per line.
    private static func rows(of properties: [String: Variant]) -> [[String]] {
        names.flatMap { name -> [[String]] in
            guard let value = properties[name] else { return [] }
            if let texts = [String](variant: value) {
                guard !texts.isEmpty else { return [[name, "-"]] }
                return texts.enumerated().map { [$0 == 0 ? name : "", $1] }
            }
            let text = String(variant: value) ?? JSON(value).text
            return [[name, text.isEmpty ? "-" : text]]
        }
    }
}

struct PluginTopCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show the resource usage of the plugins' processes continuously.",
        discussion: """
            Each line shows a plugin: its process, its state, its view controllers, its share of one processor, its \
            processor time, its resident memory, the messages per second that the daemon received from it (in) and sent \
            to it (out), and the number of restarts. A plugin without its own process has only its state.

            On a terminal the table updates in place; press q or Ctrl-C to quit. Otherwise a table is printed after \
            each interval, or one line with --json.
            """)

    @Flag(help: "Print the current values once; messages are counted since the process started.")
    var once = false

    @Option(help: ArgumentHelp("Set the seconds between updates, 0.1 to 3600.", valueName: "seconds"))
    var interval = 1.0

    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("'\(interval)' is not an interval; expected 0.1 to 3600 seconds.")
        }
    }

    var signals: [Int32] { once ? [] : PluginTop.signals }

    func run(_ service: Service) async throws {
        guard once else {
            let milliseconds = UInt64((interval * 1000).rounded())
            return try await PluginTop(service, interval: milliseconds, json: format.json).run()
        }
        let table = PluginTable(try await service.samplePlugins(), since: nil, isTotal: true)
        format.print(table.json, text: table.lines.joined(separator: "\n"))
    }
}
