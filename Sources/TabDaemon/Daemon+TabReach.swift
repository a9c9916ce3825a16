import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// The tabs of other owners that a plugin may move.
extension Daemon {
    func isTab(_ controller: UInt64, movableBy plugin: String, owning isOwn: (UInt64) -> Bool) -> Bool {
        let id = ViewControllerID(controller)
        guard let record = records[id] else { return false }
        if record.takenOutBy == plugin, hierarchy.owner(of: id) == nil { return true }
        // While More shows it, its parent is More.
        if let tabs = hierarchy.tabBarController(of: id), hierarchy.viewControllers(of: tabs).contains(id),
            isTabBarController(tabs, reachableBy: isOwn)
        {
            return true
        }
        return records.contains { $1.pluginID == plugin && $1.arguments.values.contains { $0.names(id.path) } }
    }

    /// Whether a tab bar controller is the plugin's own or has a tab of its own.
    func isTabBarController(_ tabs: ViewControllerID, reachableBy isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(tabs.rawValue) || hierarchy.viewControllers(of: tabs).contains { hasOwn($0, isOwn) }
    }

    /// Whether a view controller is the plugin's own, or has one of its own on its stack.
    func hasOwn(_ id: ViewControllerID, _ isOwn: (UInt64) -> Bool) -> Bool {
        isOwn(id.rawValue) || hierarchy.navigationStack(id)?.contains { isOwn($0.rawValue) } == true
    }
}

extension Variant {
    /// Whether an object path is anywhere inside.
    fileprivate func names(_ path: ObjectPath) -> Bool {
        switch self {
        case .objectPath(let other): other == path.text
        case .array(_, let values), .structure(let values): values.contains { $0.names(path) }
        case .dictionary(_, _, let entries): entries.contains { $0.names(path) || $1.names(path) }
        case .variant(let value): value.names(path)
        default: false
        }
    }
}
