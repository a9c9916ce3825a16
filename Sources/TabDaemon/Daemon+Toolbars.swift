import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The toolbars of navigation controllers, as clients and plugins write them.
extension Daemon {
    func toolbarItems(of id: ViewControllerID) -> [BarButtonItemEntry] {
        hierarchy.navigationItem(of: id).toolbarItems.map { BarButtonItemEntry($0) }
    }

    func setToolbarItems(_ entries: [BarButtonItemEntry], of id: ViewControllerID) throws(DBusError) {
        let items = try entries.checked(named: "ToolbarItems")
        try perform { model in try model.setNavigationItem(of: id) { $0.toolbarItems = items } }
    }

    func removeToolbarItem(_ item: UInt32, of id: ViewControllerID) throws(DBusError) {
        let entries = toolbarItems(of: id)
        let others = entries.filter { $0.id != item }
        guard others != entries else {
            let ids = entries.map { String($0.id) }.joined(separator: ", ")
            throw .invalidArgument("\(id.path) has no toolbar item \(item)\(ids.isEmpty ? "" : ": it has \(ids)")")
        }
        try setToolbarItems(others, of: id)
    }

    // MARK: Plugins

    /// Whether a toolbar is hidden; a plugin reads what it has set in the same callback.
    func isToolbarHidden(of controller: UInt64) throws(DBusError) -> Bool {
        expectedHierarchy.isToolbarHidden(try navigationController(around: controller))
    }

    func setToolbarHidden(_ isHidden: Bool, of controller: UInt64) throws(DBusError) {
        let navigation = try navigationController(around: controller)
        try command { try $0.setToolbarHidden(isHidden, of: navigation) }
    }
}
