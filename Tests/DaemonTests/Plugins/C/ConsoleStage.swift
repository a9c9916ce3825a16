import TestSupport

/// A view controller of a C plugin in a window, and another one outside of it that runs experiments. Nothing that the
/// first one presents covers the second one.
@EventLoop final class ConsoleStage {
    let plugin: PluginStage
    let tabs: ObjectPath
    let presenter: ObjectPath
    private let console: ObjectPath
    var client: BusClient { plugin.client }

    init(_ id: String, profile: String, settings: String) async throws {
        try PrivateBus.current.configure(settings)
        plugin = try await PluginStage { try CPlugin.build(id, in: $0) }
        presenter = try await plugin.create("\(id).Main")
        console = try await plugin.create("\(id).Main")
        tabs = try await plugin.client.manager.createTabBarController(["Profile": .string(profile)])
        try await client.setTabs([presenter], of: tabs)
        try await client.window(tabs).set(\.alwaysVisible, to: true)
        try await plugin.run("here", of: presenter)
    }

    @discardableResult
    func run(_ experiment: String) async throws -> String {
        try await plugin.run(experiment, of: console)
        try await client.barrier()
        return try await plugin.texts(of: console)["Result"] ?? ""
    }

    func presented() async throws -> ObjectPath {
        try await client.viewController(presenter).presentedViewController
    }
}
