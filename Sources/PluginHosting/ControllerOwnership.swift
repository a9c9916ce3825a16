internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// The view controllers that a plugin may move: its own, which it supplies with content or has created.
///
/// The daemon checks this. A plugin process leaves the check to the daemon: it does not know the view controllers that
/// an earlier process of the plugin created.
@EventLoop
protocol ControllerOwnership {
    var pluginID: String { get }
    func isOwn(_ controller: UInt64) -> Bool
}

extension ControllerOwnership {
    /// Refuses view controllers that are not the plugin's own, unless they already are where it puts them. A navigation
    /// controller around a root of the plugin's own counts as its own, no matter which client created it.
    ///
    /// - Parameter asTabs: Whether they become tabs. Then tabs of other owners within the plugin's reach are allowed too.
    /// - Throws: `InvalidArgument`, as for a number that no view controller has.
    func requireOwn(
        _ controllers: [UInt64], in daemon: any ContentHost, asTabs: Bool = false,
        unlessIn present: () throws(DBusError) -> [UInt64] = { () throws(DBusError) in [] }
    ) throws(DBusError) {
        // In a plugin process: the daemon makes this check for every call that moves view controllers.
        guard !(daemon is RemoteContentHost) else { return }
        // 0 is never a valid number; the daemon reports that error.
        let others = Set(controllers.filter { $0 != 0 && !isOwn($0) })
        guard !others.isEmpty else { return }
        for other in others.subtracting(try present()).sorted() {
            if asTabs, daemon.isTab(other, movableBy: pluginID, owning: { isOwn($0) }) { continue }
            guard daemon.isNavigationController(other, reachableBy: { isOwn($0) }),
                let root = try daemon.navigationStack(of: other).first, isOwn(root)
            else { throw .invalidArgument("view controller \(other) does not belong to plugin '\(pluginID)'") }
        }
    }

    /// Whether the plugin may change the stack of a navigation controller, or the stack that a view controller is in.
    func mayNavigate(_ controller: UInt64, in daemon: any ContentHost) -> Bool {
        isOwn(controller) || daemon.isNavigationController(controller, reachableBy: { isOwn($0) })
    }
}

extension ContentHost {
    /// The tabs of a tab bar controller, or of the one that a view controller is in.
    func viewControllers(around controller: UInt64) throws(DBusError) -> [UInt64] {
        try tabBarController(of: controller)["ViewControllers"]?.get() ?? []
    }
}
