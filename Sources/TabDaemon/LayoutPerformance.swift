import DBusConnection
import DBusInterface
import TabModel

/// The daemon as a plan is carried out on it.
struct LayoutPerformance: LayoutStage {
    let daemon: Daemon
    /// Who is charged for what is made; nil: nobody.
    let holder: String?

    var model: Hierarchy { daemon.hierarchy }

    func make(_ entry: LayoutEntry) throws(DBusError) -> ViewControllerID {
        let id: ViewControllerID
        if entry.kind == .view {
            id = try daemon.makeViewController(
                entry.type, title: entry.title, arguments: entry.arguments ?? [:], for: holder)
        } else {
            id = daemon.hierarchy.createTabBarController(
                profile: entry.profile.flatMap(Profile.init(rawValue:)) ?? .phone, lifecycleOrder: .modern,
                maximumVisibleItems: 7)
            daemon.adopt(id, ControllerRecord(type: "TabBarController", holder: holder))
        }
        noteUnclaimed(id)
        return id
    }

    func makeNavigationController(root: ViewControllerID) throws(DBusError) -> ViewControllerID {
        let id = try translatingErrors { try daemon.hierarchy.createNavigationController(root: root) }
        daemon.adopt(id, ControllerRecord(type: "NavigationController", holder: holder))
        noteUnclaimed(id)
        return id
    }

    /// Who creates one with its identifier shall have it, as if it had been restored.
    private func noteUnclaimed(_ id: ViewControllerID) { daemon.records[id]?.isUnclaimed = true }

    func drop(_ id: ViewControllerID) { try? daemon.destroy(id) }

    func destroy(_ id: ViewControllerID) throws(DBusError) { try daemon.destroyForNow(id) }

    func change(_ command: (inout Hierarchy) throws -> Void) throws(DBusError) {
        try daemon.perform(command)
    }

    func resize(_ id: ViewControllerID, to size: Size) throws(DBusError) {
        try daemon.updateAttachments(of: id) { $0.writtenSize = size }
    }
}
