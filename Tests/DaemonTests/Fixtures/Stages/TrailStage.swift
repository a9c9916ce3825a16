import TestSupport
import Testing

/// A `Trail` as the root of a navigation controller in the stage's tab bar controller.
@EventLoop final class TrailStage {
    let plugin: TestPluginStage
    let navigation: ObjectPath
    var client: BusClient { plugin.client }
    var trail: ObjectPath { plugin.controller }

    init() async throws {
        plugin = try await TestPluginStage("Trail")
        navigation = try await plugin.client.manager.createNavigationController(plugin.controller)
        try await plugin.client.setTabs([navigation], of: plugin.tabs)
    }

    func stack() async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(navigation).viewControllers
    }

    func notes(by controller: ObjectPath) async throws(DBusError) -> String? {
        try await client.getView(of: controller).views.named("Output")?.properties["Text"]?.get()
    }

    /// Pushes with a button of the trail. Returns the new top.
    func push(_ button: String) async throws -> ObjectPath {
        try await plugin.tap(button)
        return try #require(try await stack().last)
    }

    func left(_ controller: ObjectPath) async throws {
        try await client.waitForSignal("\(controller) leaving the bus") { signal in
            signal.member == "InterfacesRemoved" && signal.arguments.first == .objectPath(controller)
        }
        #expect(await failure { _ = try await self.client.viewController(controller).title } == "UnknownObject")
    }
}
