import TestSupport

/// A view controller of `Tests/TestPlugin`, with its view in a window, and a client that watches.
@EventLoop class TestPluginStage: PluginStage {
    private(set) var controller = ObjectPath.none

    /// - Parameters:
    ///   - window: The options of its tab bar controller.
    ///   - shown: Whether the view is in a window, and so loaded.
    init(
        _ className: String, arguments: [String: Variant] = [:],
        window: [String: Variant] = ["Size": DBusSize(width: 320, height: 480).variant], shown: Bool = true
    ) async throws {
        let plugins = try DaemonProcess.stagePlugins(in: PrivateBus.current.directory)
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        try await super.init(DaemonOptions())
        try await createTabs(Options(window))
        controller = try await client.createViewController("testplugin." + className, arguments)
        try await client.setTabs([controller], of: tabs)
        if shown { try await show() }
    }

    func tap(_ identifier: String) async throws(DBusError) {
        try await press(identifier, of: controller)
    }

    /// Reads the views, which makes the plugin update them.
    func views() async throws(DBusError) -> [ViewEntry] { try await views(of: controller) }

    func view(_ identifier: String) async throws(DBusError) -> ViewEntry? { try await views().named(identifier) }

    func text(_ identifier: String) async throws(DBusError) -> String { try await text(of: identifier, in: controller) }

    /// The changes of the ViewChanged signals since the last `clearSignals`.
    func changes() async throws(DBusError) -> [(changed: [ViewEntry], removed: [UInt32])] {
        try await client.barrier()
        return client.signals.filter { $0.path == controller && $0.member == "ViewChanged" }.map { signal in
            (signal.arguments[1].get() ?? [], signal.arguments[2].get() ?? [])
        }
    }

    /// Waits until a label has a text that is not empty.
    func waitForText(of identifier: String) async throws -> String {
        try await client.waitForSignal("the text of \(identifier)") { [controller] signal in
            guard signal.path == controller, signal.member == "ViewChanged",
                let changed: [ViewEntry] = signal.arguments[1].get()
            else { return false }
            return changed.named(identifier)?.properties["Text"] != nil
        }
        return try await text(identifier)
    }
}

/// A `Trail` as the root of a navigation controller in the stage's tab bar controller.
@EventLoop final class TrailStage: TestPluginStage {
    private(set) var navigation = ObjectPath.none
    var trail: ObjectPath { controller }

    init() async throws {
        try await super.init("Trail")
        navigation = try await client.manager.createNavigationController(trail)
        try await client.setTabs([navigation], of: tabs)
    }

    func stack() async throws(DBusError) -> [ObjectPath] {
        try await client.navigationController(navigation).viewControllers
    }

    func notes(by controller: ObjectPath) async throws(DBusError) -> String? {
        try await views(of: controller).named("Output")?.text
    }

    /// Pushes with a button of the trail. Returns the new top.
    func push(_ button: String) async throws -> ObjectPath {
        try await tap(button)
        return try #require(try await stack().last)
    }
}
