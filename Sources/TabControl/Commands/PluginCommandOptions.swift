internal import ArgumentParser
internal import DBusInterface
internal import TabInterface

/// A plugin, and how to tell what became of it.
struct PluginCommandOptions: ParsableArguments {
    @OptionGroup var format: FormatOptions

    @Argument(help: PluginShowCommand.idHelp)
    var id: String

    /// Asks the daemon to do something with the plugin, and prints how that is then.
    func perform(_ method: Service.PluginCommand) throws {
        let (id, json) = (id, format.json)
        try Session.run(verbose: format.verbose) { service in
            let path = try await service.perform(method, on: id)
            let properties = try await service.properties(ofPlugin: path)
            let sample = PluginSample(properties, usage: [:])
            Output.print(json ? JSON(properties: properties).text : Self.text(sample))
            return ExitStatus.done
        }
    }

    /// `clock: running (4242)`.
    private static func text(_ sample: PluginSample) -> String {
        let reason = sample.reason.isEmpty ? "" : "  # " + sample.reason
        return "\(sample.id): \(sample.stateText)\(reason)"
    }
}
