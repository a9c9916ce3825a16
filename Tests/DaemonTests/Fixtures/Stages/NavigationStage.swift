import TestSupport

/// A navigation controller in a visible tab bar controller, and a client that owns everything and watches.
@EventLoop final class NavigationStage {
    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    let navigation: ObjectPath
    let root: ObjectPath

    init(shown: Bool = true) async throws {
        daemon = try await DaemonProcess.start()
        client = try BusClient()
        try await client.manager.subscribe()
        tabs = try await client.manager.createTabBarController()
        root = try await client.register(["Title": .string("Root")])
        navigation = try await client.manager.createNavigationController(root)
        try await client.setTabs([navigation], of: tabs)
        if shown { try await client.window(tabs).set(\.alwaysVisible, to: true) }
        client.clearSignals()
    }

    /// Pushes a new controller with this title.
    func push(_ title: String = "") async throws(DBusError) -> ObjectPath {
        let pushed = try await client.register(title.isEmpty ? [:] : ["Title": .string(title)])
        try await client.push(pushed, onto: navigation)
        return pushed
    }

    func get<Content: DBusType>(_ property: Property<Content>) async throws(DBusError) -> Content {
        try await client.get(property, at: navigation)
    }

    /// The changed properties of an interface in each PropertiesChanged signal since the last call.
    func announced(_ interface: String, of path: ObjectPath) async throws(DBusError) -> [[String: Variant]] {
        try await client.barrier()
        defer { client.clearSignals() }
        return client.signals.compactMap { signal in
            guard signal.path == path, signal.member == "PropertiesChanged",
                signal.arguments.first == .string(interface)
            else { return nil }
            return [String: Variant](variant: signal.arguments[1])
        }
    }
}
