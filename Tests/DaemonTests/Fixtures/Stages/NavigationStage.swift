import TestSupport

/// A navigation controller in a visible tab bar controller, and a client that owns everything and watches.
@EventLoop final class NavigationStage: Stage {
    private(set) var navigation = ObjectPath.none
    private(set) var root = ObjectPath.none

    init(shown: Bool = true) async throws {
        try await super.init(isSubscribed: true)
        try await createTabs()
        root = try await client.register(["Title": .string("Root")])
        navigation = try await client.manager.createNavigationController(root)
        try await client.setTabs([navigation], of: tabs)
        if shown { try await show() }
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
        return client.signals.filter { $0.path == path && $0.arguments.first == .string(interface) }
            .map(\.changes).filter { !$0.isEmpty }
    }
}
