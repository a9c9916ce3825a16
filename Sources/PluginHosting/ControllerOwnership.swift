internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// Which view controllers a plugin may put somewhere: its own, which it fills or had made.
///
/// The process that has the library checks this, and the daemon again for a process that it does not trust.
@EventLoop
protocol ControllerOwnership {
    var pluginID: String { get }
    func isOwn(_ controller: UInt64) -> Bool
}

extension ControllerOwnership {
    /// Refuses view controllers that are not the plugin's own, unless they already are where it puts them. A navigation
    /// controller around a root of its own counts as its own, whatever made it.
    ///
    /// - Throws: `InvalidArgument`, as for a number that no view controller has.
    func requireOwn(
        _ controllers: [UInt64], in daemon: any ContentHost,
        unlessIn present: () throws(DBusError) -> [UInt64] = { () throws(DBusError) in [] }
    ) throws(DBusError) {
        // 0 is no view controller's number, which the daemon says.
        let others = Set(controllers.filter { $0 != 0 && !isOwn($0) })
        guard !others.isEmpty else { return }
        for other in others.subtracting(try present()).sorted() {
            guard daemon.isNavigationController(other, reachableBy: { isOwn($0) }),
                let root = try daemon.navigationStack(of: other).first, isOwn(root)
            else { throw .invalidArgument("view controller \(other) does not belong to plugin '\(pluginID)'") }
        }
    }

    /// Whether the plugin may change the stack that a view controller is in, or is.
    func mayNavigate(_ controller: UInt64, in daemon: any ContentHost) -> Bool {
        isOwn(controller) || daemon.isNavigationController(controller, reachableBy: { isOwn($0) })
    }
}

extension ContentHost {
    /// The tabs of the tab bar controller that a view controller is or is in.
    func viewControllers(around controller: UInt64) throws(DBusError) -> [UInt64] {
        try tabBarController(of: controller)["ViewControllers"]?.get() ?? []
    }
}
