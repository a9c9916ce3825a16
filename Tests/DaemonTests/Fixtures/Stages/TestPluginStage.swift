import TestSupport

/// A view controller of `Tests/TestPlugin`, with its view in a window, and a client that watches.
@EventLoop final class TestPluginStage {
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    let controller: ObjectPath

    /// - Parameters:
    ///   - window: The options of its tab bar controller.
    ///   - shown: Whether the view is in a window, and so loaded.
    init(
        _ className: String, arguments: [String: Variant] = [:],
        window: [String: Variant] = ["Size": DBusSize(width: 320, height: 480).variant], shown: Bool = true
    ) async throws {
        let bus = try PrivateBus.current
        let plugins = try DaemonProcess.stagePlugins(in: bus.directory)
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        daemon = try await DaemonProcess.start()
        client = try BusClient()
        try await client.manager.subscribe()
        tabs = try await client.manager.createTabBarController(Options(window))
        controller = try await client.manager.createViewController(
            "testplugin." + className, ["Arguments": arguments.variant])
        try await client.setTabs([controller], of: tabs)
        if shown { try await show() }
    }

    func show(_ isShown: Bool = true) async throws {
        try await client.window(tabs).set(\.alwaysVisible, to: isShown)
    }

    func tap(_ identifier: String) async throws(DBusError) {
        try await client.sendAction(
            "primaryActionTriggered", .bool(true), to: 0, of: controller, ["Identifier": .string(identifier)])
    }

    /// Reads the views, which makes the plugin update them.
    func views() async throws(DBusError) -> [ViewEntry] { try await client.getView(of: controller).views }

    func view(_ identifier: String) async throws(DBusError) -> ViewEntry? { try await views().named(identifier) }

    func text(_ identifier: String) async throws(DBusError) -> String {
        try await view(identifier)?.properties["Text"]?.get() ?? ""
    }

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
            return changed.contains { view in
                view.properties["Identifier"] == .string(identifier) && view.properties["Text"] != nil
            }
        }
        return try await text(identifier)
    }
}
