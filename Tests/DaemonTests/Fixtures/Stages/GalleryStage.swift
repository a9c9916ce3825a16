import TestSupport

/// All tabs of the Gallery in one tab bar controller, loaded, and a client that watches.
@EventLoop final class GalleryStage: PluginStage {
    /// A view with its controller.
    struct Place {
        let controller: ObjectPath
        let view: ViewEntry

        var identifier: String { view.identifier }
    }

    private(set) var controllers: [ObjectPath] = []

    init() async throws {
        try await super.init()
        let types = try await client.manager.viewControllerTypes.filter { $0.hasPrefix("gallery.") }
        try await createTabs(["Types": types.variant, "Profile": .string("pad")])
        controllers = try await viewControllers()
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
            places += try await views(of: controller).map { Place(controller: controller, view: $0) }
        }
        return places
    }

    func log(of controller: ObjectPath) async throws(DBusError) -> String {
        try await text(of: "Log", in: controller)
    }
}

extension [ViewEntry] {
    func view(_ id: UInt32) -> ViewEntry? { first { $0.id == id } }

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
