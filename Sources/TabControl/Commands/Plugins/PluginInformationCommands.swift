internal import ArgumentParser
internal import DBusInterface
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

struct PluginShowCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that the daemon knows of a plugin.")

    @OptionGroup var format: FormatOptions

    static let idHelp: ArgumentHelp = "The plugin's id, for example clock; 'tabctl plugin list' tells them."

    @Argument(help: Self.idHelp)
    var id: String

    func run(_ service: Service) async throws {
        let path = try await service.path(ofPlugin: id)
        let properties = try await service.properties(ofPlugin: path)
        let plugin = PluginSample(properties, usage: try await service.plugin(path).call(\.getResourceUsage))
        guard !format.json else {
            return format.print(JSON(properties: properties).merging(PluginTable.json(of: plugin.usage)))
        }
        Output.write(Output.table(Self.rows(of: properties) + Self.rows(of: plugin.usage)))
        if let advice = Self.advice(plugin) { Output.note(advice) }
    }

    /// What to do about a state that does not pass by itself.
    private static func advice(_ plugin: PluginSample) -> String? {
        switch plugin.state {
        case "quarantined": "'tabctl plugin reset \(plugin.id)' lets it try again"
        case "failed" where plugin.isolation == "process":
            "'tabctl plugin run \(plugin.id)' shows it failing, 'tabctl plugin reset \(plugin.id)' lets it try again"
        default: nil
        }
    }

    /// What the process uses, for people.
    private static func rows(of usage: PluginSample.Usage?) -> [[String]] {
        guard let usage else { return [] }
        return [
            ["ViewControllers", "\(usage.controllers)"], ["CPUUsage", PluginTable.time(usage.cpuTime)],
            ["MemoryCurrent", PluginTable.memory(usage.memory)], ["MessagesReceived", "\(usage.received)"],
            ["MessagesSent", "\(usage.sent)"],
        ]
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

struct PluginTopCommand: ServiceCommand {
    static let configuration = CommandConfiguration(
        commandName: "top", abstract: "Show what the plugins' processes use, again and again.",
        discussion: """
            One line for each plugin: the process, its state, its view controllers, the share of one processor and the \
            processor time, resident memory, messages in a second that the daemon got from it (in) and sent it (out), \
            and how often it was started again. A plugin that has no process of its own has its state alone.

            On a terminal it is drawn in place, and q or Ctrl-C leaves. Otherwise a block is printed after each \
            interval, with --json one line.
            """)

    @Flag(help: "Print the present values once: messages are counted since the process was started.")
    var once = false

    @Option(help: ArgumentHelp("Seconds between two looks, 0.1 to 3600.", valueName: "seconds"))
    var interval = 1.0

    @OptionGroup var format: FormatOptions

    func validate() throws {
        guard (0.1...3600).contains(interval) else {
            throw ValidationError("--interval is a number of seconds, 0.1 to 3600.")
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
