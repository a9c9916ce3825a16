import DBusInterface
import EventLoop
import PluginHosting
import TabInterface
import TabModel

/// What plugins may call: the creation of view controllers, and what concerns their own ones and the containers around
/// them. A plugin's own view controllers are those that it supplies with content or has created.
@EventLoop
final class PluginAccess: DaemonPart {
    let core: Core

    init(core: Core) {
        self.core = core
    }

    private var nodes: Nodes { delivery.hierarchy.nodes }

    private typealias Controller = ViewControllerInterface
    private typealias Manager = ManagerInterface
    private typealias Navigation = NavigationControllerInterface
    private typealias Popover = PopoverPresentationControllerInterface
    private typealias Tabs = TabBarControllerInterface

    // MARK: Calls

    /// The allowed methods of each interface, apart from reads and writes of properties.
    private static let methods: [String: Set<String>] = [
        Controller.name: [
            Controller.announce.name, Controller.scrollToRow.name, Controller.updateView.name, Controller.select.name,
            Controller.present.name,
            Controller.presentAlert.name,
            Controller.dismiss.name, Controller.dismissViewController.name, Controller.getTraits.name,
            Controller.sizeThatFits.name,
            Controller.getPopoverPresentationController.name,
        ],
        TabBarItemInterface.name: [TabBarItemInterface.setValues.name],
        NavigationItemInterface.name: [NavigationItemInterface.setValues.name],
        Navigation.name: [
            Navigation.push.name, Navigation.pop.name, Navigation.popTo.name, Navigation.popToRoot.name,
            Navigation.setViewControllers.name, Navigation.setToolbarHidden.name,
        ],
        Tabs.name: [
            Tabs.setViewControllers.name, Tabs.setCustomizableViewControllers.name, Tabs.setTabBarHidden.name,
            Tabs.setDelegate.name, Tabs.clearDelegate.name, Tabs.updateInteractiveTransition.name,
            Tabs.finishInteractiveTransition.name, Tabs.cancelInteractiveTransition.name,
        ],
        Popover.name: [Popover.setDelegate.name, Popover.clearDelegate.name],
    ]
    /// The methods of objects that are not view controllers.
    private static let otherMethods: [String: Set<String>] = [
        Manager.name: [
            Manager.addImage.name, Manager.createViewController.name, Manager.createNavigationController.name,
            Manager.destroy.name,
        ],
        PluginInterface.name: [PluginInterface.getConfiguration.name],
    ]

    /// Checks a call of a plugin.
    ///
    /// - Parameter member: A method, or `Get`, `GetAll` or `Set` with the name of a property.
    /// - Throws: `UnknownObject` for a view controller that is out of the plugin's reach, `AccessDenied` for all other
    ///   calls.
    func authorize(_ plugin: String, _ path: ObjectPath, _ interface: String, _ member: String) throws(DBusError) {
        let isRead = member.hasPrefix("Get ") || member == "GetAll"
        // Plugins may read what every client may read, except for stacks out of their reach, which the functions for
        // navigation refuse.
        guard !isRead || interface == Navigation.name else { return }
        guard let id = TabNames.viewController(of: path) else {
            guard Self.otherMethods[interface]?.contains(member) == true,
                interface != PluginInterface.name || path == TabNames.plugin(plugin)
            else { throw refusal(interface, member) }
            return
        }
        guard isRead || member.hasPrefix("Set ") || Self.methods[interface]?.contains(member) == true else {
            throw refusal(interface, member)
        }
        guard reaches(id, interface, plugin) else {
            throw .unknownObject("view controller \(id) does not belong to plugin '\(plugin)'")
        }
    }

    private func refusal(_ interface: String, _ member: String) -> DBusError {
        .accessDenied("a plugin cannot call \(interface.prefix(80)).\(member.prefix(80)) of this object")
    }

    private func reaches(_ id: ViewControllerID, _ interface: String, _ plugin: String) -> Bool {
        switch interface {
        case Navigation.name: isNavigationController(id, within: plugin)
        case Tabs.name, FocusInterface.name: isTabBarController(id, within: plugin)
        case Popover.name: nodes.subtree(of: id).contains { owns($0, plugin) }
        case Controller.name, TabBarItemInterface.name, NavigationItemInterface.name: owns(id, plugin)
        default: false
        }
    }

    // MARK: Ownership

    /// Whether a plugin supplies a view controller with content.
    func owns(_ id: ViewControllerID, _ plugin: String) -> Bool { records[id]?.isOwned(by: plugin) == true }

    func hasCreated(_ id: ViewControllerID, _ plugin: String) -> Bool { records[id]?.creator == plugin }

    private func isOwn(_ id: ViewControllerID, _ plugin: String) -> Bool { owns(id, plugin) || hasCreated(id, plugin) }

    /// Whether a plugin owns a view controller or a member of its navigation stack.
    private func hasOwn(_ id: ViewControllerID, _ plugin: String) -> Bool {
        isOwn(id, plugin) || nodes.navigationStack(id)?.contains { isOwn($0, plugin) } == true
    }

    /// Whether a plugin owns a navigation controller or a member of its stack, or this is More of a tab bar controller
    /// within its reach.
    private func isNavigationController(_ id: ViewControllerID, within plugin: String) -> Bool {
        guard nodes.navigationStack(id) != nil else { return false }
        if hasOwn(id, plugin) { return true }
        guard let tabs = nodes.tabBarController(of: id), nodes.moreNavigationController(of: tabs) == id else {
            return false
        }
        return isTabBarController(tabs, within: plugin)
    }

    /// Whether a plugin owns a tab bar controller or one of its tabs.
    private func isTabBarController(_ tabs: ViewControllerID, within plugin: String) -> Bool {
        isOwn(tabs, plugin) || nodes.viewControllers(of: tabs).contains { hasOwn($0, plugin) }
    }

    // MARK: Moved view controllers

    /// The container that a command moves view controllers to.
    enum Destination {
        case other
        case navigationController(ViewControllerID)
        case tabBarController(ViewControllerID)
    }

    /// Refuses foreign view controllers, unless they already are where the command puts them. A navigation controller
    /// around a root of the plugin counts as the plugin's own, no matter which client created it.
    ///
    /// - Throws: `InvalidArgument`, as for a number that no view controller has.
    func requireOwn(
        _ ids: [ViewControllerID], _ plugin: String, movingTo destination: Destination
    ) throws(DBusError) {
        var others = Set(ids.filter { !isOwn($0, plugin) })
        var isTabs = false
        switch destination {
        case .other: break
        case .navigationController(let id): others.subtract(nodes.navigationStack(id) ?? [])
        case .tabBarController(let id):
            others.subtract(nodes.viewControllers(of: id))
            isTabs = true
        }
        for other in others.sorted() where !(isTabs && isTab(other, movableBy: plugin)) {
            guard isNavigationController(other, within: plugin), let root = nodes.navigationStack(other)?.first,
                isOwn(root, plugin)
            else { throw .invalidArgument("view controller \(other) does not belong to plugin '\(plugin)'") }
        }
    }

    /// Whether a plugin may put a view controller of another owner into a list of tabs: a tab of a tab bar controller
    /// within its reach, one that it removed from such a list and that is nowhere else, or one that was handed to it.
    private func isTab(_ id: ViewControllerID, movableBy plugin: String) -> Bool {
        guard let record = records[id] else { return false }
        if record.removedBy == plugin, nodes.owner(of: id) == nil { return true }
        // A tab that More displays has More as its parent.
        if let tabs = nodes.tabBarController(of: id), nodes.viewControllers(of: tabs).contains(id),
            isTabBarController(tabs, within: plugin)
        {
            return true
        }
        return records.all.values.contains { record in
            record.isOwned(by: plugin) && record.arguments.values.contains { $0.contains(id.path) }
        }
    }
}

extension Variant {
    /// Whether the value contains an object path.
    fileprivate func contains(_ path: ObjectPath) -> Bool {
        switch self {
        case .objectPath(let other): other == path.text
        case .array(_, let values), .structure(let values): values.contains { $0.contains(path) }
        case .dictionary(_, _, let entries): entries.contains { $0.contains(path) || $1.contains(path) }
        case .variant(let value): value.contains(path)
        default: false
        }
    }
}
