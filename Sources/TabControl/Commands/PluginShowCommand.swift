internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

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
