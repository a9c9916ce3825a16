internal import DBusConnection
internal import DBusInterface
internal import EventLoop
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
    /// Refuses view controllers that are not the plugin's own, unless they already are where the command puts them. A
    /// navigation controller around a root of the plugin's own counts as its own, no matter which client created it.
    ///
    /// - Parameters:
    ///   - kind: Of the command that moves them. Tabs of other owners within the plugin's reach may stay tabs.
    ///   - controller: The view controller that the command is for.
    /// - Throws: `InvalidArgument`, as for a number that no view controller has.
    func requireOwn(
        _ controllers: [UInt64], in services: any PluginServices, for kind: PluginCommandKind = .placement,
        of controller: UInt64 = 0
    ) throws(DBusError) {
        // 0 is never a valid number; the daemon reports that error.
        var others = Set(controllers.filter { $0 != 0 && !isOwn($0) })
        // A plugin process leaves this check to the daemon, which makes it for every such call.
        guard !others.isEmpty, !(services is RemoteServices) else { return }
        guard let daemon = services as? any ContentHost else {
            throw .failed("the owners of view controllers are not known here")
        }
        switch kind {
        case .navigation: others.subtract(try daemon.navigationStack(of: controller))
        case .tabs:
            let tabs: [UInt64]? = try daemon.tabBarController(of: controller)["ViewControllers"]?.get()
            others.subtract(tabs ?? [])
        case .change, .setting, .placement: break
        }
        for other in others.sorted() {
            if kind == .tabs, daemon.isTab(other, movableBy: pluginID, owning: { isOwn($0) }) { continue }
            guard daemon.isNavigationController(other, reachableBy: { isOwn($0) }),
                let root = try daemon.navigationStack(of: other).first, isOwn(root)
            else { throw .invalidArgument("view controller \(other) does not belong to plugin '\(pluginID)'") }
        }
    }

    /// Whether the plugin may change the stack of a navigation controller, or the stack that a view controller is in.
    func mayNavigate(_ controller: UInt64, in services: any PluginServices) -> Bool {
        isOwn(controller) || services.isNavigationController(controller, reachableBy: { isOwn($0) })
    }
}
