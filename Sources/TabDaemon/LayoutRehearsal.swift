import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// A copy of the model on which a plan is tried: what the rules forbid is found before anything has changed.
struct LayoutRehearsal: LayoutStage {
    private(set) var model: Hierarchy

    init(_ model: Hierarchy) { self.model = model }

    mutating func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        guard entry.kind == .tabBar else { return model.createViewController() }
        return model.createTabBarController(
            profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
            maximumVisibleItems: 7)
    }

    mutating func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        try translatingErrors { try model.createNavigationController(root: root) }
    }

    mutating func drop(_ id: ViewControllerID) {}

    mutating func destroy(_ id: ViewControllerID) throws(DBusError) {
        try change { try $0.destroy(id) }
    }

    mutating func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try translatingErrors { try command(&model) }
    }

    mutating func resize(_ id: ViewControllerID, to size: Size) throws(DBusError) {
        guard model.window(of: id) != nil else {
            throw .invalidArgument("\(id.path) has no window that could be resized")
        }
    }
}
