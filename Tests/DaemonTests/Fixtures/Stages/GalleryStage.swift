import TestSupport

/// All tabs of the Gallery in one tab bar controller, loaded, and a client that watches.
@EventLoop final class GalleryStage {
    /// A view with its controller.
    struct Place {
        let controller: ObjectPath
        let view: ViewEntry

        var identifier: String { view.properties["Identifier"]?.get() ?? "" }
    }

    let daemon: DaemonProcess
    let client: BusClient
    let tabs: ObjectPath
    let controllers: [ObjectPath]

    init() async throws {
        daemon = try await DaemonProcess.start()
        client = try BusClient()
        try await client.manager.subscribe()
        let types = try await client.manager.viewControllerTypes
        tabs = try await client.manager.createTabBarController([
            "Types": types.filter { $0.hasPrefix("gallery.") }.variant, "Profile": .string("pad"),
        ])
        controllers = try await client.tabBarController(tabs).viewControllers
        for controller in controllers { try await client.viewController(controller).loadViewIfNeeded() }
    }

    func controller(_ name: String) async throws -> ObjectPath {
        for controller in controllers
        where try await client.viewController(controller).type == "gallery.\(name)" {
            return controller
        }
        throw DBusError.invalidArgument("the Gallery has no tab '\(name)'")
    }

    /// The views of all tabs.
    func places() async throws(DBusError) -> [Place] {
        var places: [Place] = []
        for controller in controllers {
            for view in try await client.getView(of: controller).views {
                places.append(Place(controller: controller, view: view))
            }
        }
        return places
    }

    func views(of controller: ObjectPath) async throws(DBusError) -> [ViewEntry] {
        try await client.getView(of: controller).views
    }

    func log(of controller: ObjectPath) async throws(DBusError) -> String {
        try await views(of: controller).named("Log")?.properties["Text"]?.get() ?? ""
    }

    func send(_ action: String, _ value: Variant, to identifier: String, of controller: ObjectPath)
        async throws(DBusError)
    {
        try await client.sendAction(action, value, to: 0, of: controller, ["Identifier": .string(identifier)])
    }
}

extension [ViewEntry] {
    func view(_ id: UInt32) -> ViewEntry? { first { $0.id == id } }

    func named(_ identifier: String) -> ViewEntry? {
        first { $0.properties["Identifier"] == .string(identifier) }
    }

    /// Whether a view and all its ancestors are visible and enabled.
    func isReachable(_ id: UInt32) -> Bool {
        var next = view(id)
        while let view = next {
            guard view.properties["Hidden"] != .bool(true), view.properties["Enabled"] != .bool(false) else {
                return false
            }
            next = self.view(view.parent)
        }
        return true
    }
}
