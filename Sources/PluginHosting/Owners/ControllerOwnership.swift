internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The view controllers that a plugin may move: those that it supplies with content or has created.
///
/// The daemon checks this. A plugin process leaves the check to the daemon, because it does not know the view
/// controllers of an earlier process.
@EventLoop
protocol ControllerOwnership {
    var pluginID: String { get }
    func isOwn(_ controller: ViewControllerID) -> Bool
}

extension ControllerOwnership {
    /// Refuses foreign view controllers, unless they already are where the command puts them. A navigation controller
    /// around a root of the plugin counts as the plugin's own, no matter which client created it.
    ///
    /// - Parameters:
    ///   - kind: The kind of the command. Tabs of other owners within the plugin's reach may stay tabs.
    ///   - controller: The view controller of the command.
    /// - Throws: `InvalidArgument`, as for a number that no view controller has.
    func requireOwn(
        _ controllers: [ViewControllerID], in services: any PluginServices, for kind: PluginCommandKind = .placement,
        of controller: ViewControllerID? = nil
    ) throws(DBusError) {
        // 0 is never a valid number. The daemon reports that error.
        var others = Set(controllers.filter { $0.rawValue != 0 && !isOwn($0) })
        // A plugin process leaves this check to the daemon, which makes it for every such call.
        guard !others.isEmpty, !(services is RemoteServices) else { return }
        guard let daemon = services as? any OwnerServices else {
            throw .failed("the owners of view controllers are unknown in a plugin process")
        }
        if let controller, kind == .navigation {
            others.subtract(try daemon.services(of: controller).navigationStack())
        } else if let controller, kind == .tabs {
            others.subtract(try daemon.services(of: controller).viewControllers())
        }
        for other in others.sorted() {
            if kind == .tabs, daemon.services(of: other).isTab(movableBy: pluginID, owning: { isOwn($0) }) { continue }
            guard daemon.isNavigationController(other, reachableBy: { isOwn($0) }),
                let root = try daemon.services(of: other).navigationStack().first, isOwn(root)
            else { throw .invalidArgument("view controller \(other) does not belong to plugin '\(pluginID)'") }
        }
    }

    /// Whether the plugin may change the stack of a navigation controller, or the stack that a view controller is in.
    func mayNavigate(_ controller: ViewControllerID, in services: any PluginServices) -> Bool {
        isOwn(controller) || services.isNavigationController(controller, reachableBy: { isOwn($0) })
    }
}
