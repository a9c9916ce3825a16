internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// The operations of plugins on view controllers. Each declares its method on the private connection and its effect on
/// a `ViewControllerServices`.
enum PluginOperations {
    // MARK: Content

    static let updateViews = PluginCommand<[ViewEntry], [UInt32]>(.change, "UpdateViews", "changed", "removed") {
        target, changed, removed throws(DBusError) in
        try target.daemon.updateViews(changed: changed, removed: removed, of: target.controller)
    }
    static let setTitle = PluginCommand<String>(.setting, "SetTitle", "title") { target, title throws(DBusError) in
        try target.daemon.setTitle(title, of: target.controller, isCreating: target.isCreating)
    }
    static let setTabBarItem = PluginCommand<[String: Variant]>(.setting, "SetTabBarItem", "change") {
        target, change throws(DBusError) in
        try target.daemon.setTabBarItem(
            TabBarItemChange(wire: change), of: target.controller, isCreating: target.isCreating)
    }
    static let setNavigationItem = PluginCommand<[String: Variant]>(.setting, "SetNavigationItem", "change") {
        target, change throws(DBusError) in
        try target.daemon.setNavigationItem(
            NavigationItemChange(wire: change), of: target.controller, isCreating: target.isCreating)
    }

    /// - Parameter name: The property. `ToolbarHidden` may be set on any navigation controller within the plugin's
    ///   reach.
    static func setProperty(_ name: String) -> PluginCommand<String, Variant> {
        let kind = name == "ToolbarHidden" ? PluginCommandKind.navigation : .setting
        return PluginCommand(kind, DaemonServicesInterface.setProperty) { target, name, value throws(DBusError) in
            try target.daemon.setProperty(name, to: value, of: target.controller, isCreating: target.isCreating)
        }
    }
    static let restorationIdentifier = PluginQuery<String>("RestorationIdentifier", returns: "identifier") {
        daemon, controller throws(DBusError) in
        try daemon.restorationIdentifier(of: controller)
    }

    // MARK: Containers

    static let containers = PluginQuery<[UInt64]>(
        "Containers", returns: "containers", fallback: [0, 0, 0, 0],
        summary: "Parent, navigation controller, tab bar controller, presenting view controller; 0 for none."
    ) { daemon, controller in
        let containers = daemon.containers(of: controller)
        return [
            containers.parent, containers.navigationController, containers.tabBarController,
            containers.presentingViewController,
        ]
    }
    static let navigationStack = PluginQuery<[UInt64]>("NavigationStack", isNavigation: true, returns: "stack") {
        daemon, controller throws(DBusError) in
        try daemon.navigationStack(of: controller)
    }
    static let isToolbarHidden = PluginQuery<Bool>("IsToolbarHidden", isNavigation: true, returns: "result") {
        daemon, controller throws(DBusError) in
        try daemon.isToolbarHidden(of: controller)
    }
    static let setNavigationStack = PluginCommand<[UInt64], Bool>(
        .navigation, "SetNavigationStack", "stack", "animated", moving: { stack, _ in stack }
    ) { target, stack, animated throws(DBusError) in
        try target.daemon.setNavigationStack(stack, of: target.controller, animated: animated)
    }
    static let push = PluginCommand<UInt64, Bool>(
        .navigation, "Push", "pushed", "animated", moving: { pushed, _ in [pushed] }
    ) { target, pushed, animated throws(DBusError) in
        try target.daemon.push(pushed, from: target.controller, animated: animated)
    }
    static let pop = PluginCommand<Bool>(.navigation, "Pop", "animated") { target, animated throws(DBusError) in
        try target.daemon.pop(from: target.controller, animated: animated)
    }
    static let popTo = PluginCommand<UInt64, Bool>(.navigation, "PopTo", "target", "animated") {
        target, top, animated throws(DBusError) in
        try target.daemon.pop(to: top, from: target.controller, animated: animated)
    }
    static let select = PluginCommand(.placement, "Select") { target throws(DBusError) in
        try target.daemon.select(target.controller)
    }
    static let setViewControllers = PluginCommand<[UInt64], Bool>(
        .tabs, "SetViewControllers", "list", "animated", moving: { list, _ in list }
    ) { target, list, animated throws(DBusError) in
        try target.daemon.setViewControllers(list, of: target.controller, animated: animated)
    }
    static let setSelectedIndex = PluginCommand<Int64>(.placement, "SetSelectedIndex", "index") {
        target, index throws(DBusError) in
        try target.daemon.setSelectedIndex(index, of: target.controller)
    }
    static let setSelectedViewController = PluginCommand<UInt64>(.placement, "SetSelectedViewController", "selected") {
        target, selected throws(DBusError) in
        try target.daemon.setSelectedViewController(selected, of: target.controller)
    }
    static let tabBarController = PluginQuery<[String: Variant]>("TabBarController", returns: "properties") {
        daemon, controller throws(DBusError) in
        try daemon.tabBarController(of: controller)
    }

    // MARK: Presentations and delegates

    static let present = PluginCommand<UInt64, Bool, [String: Variant]>(
        .placement, DaemonServicesInterface.present, moving: { presented, _, _ in [presented] }
    ) { target, presented, animated, popover throws(DBusError) in
        try target.daemon.present(presented, from: target.controller, animated: animated, popover: popover)
    }
    static let presentAlert = PluginCommand<UInt64, [String: Variant]>(.placement, DaemonServicesInterface.presentAlert)
    {
        target, alert, content throws(DBusError) in
        try target.daemon.presentAlert(alert, from: target.controller, content: content)
    }
    static let dismiss = PluginCommand<Bool>(.placement, "Dismiss", "animated") { target, animated throws(DBusError) in
        try target.daemon.dismiss(from: target.controller, animated: animated)
    }
    static let setTabBarDelegate = PluginCommand<Bool>(.change, "SetTabBarDelegate", "is_delegate") {
        target, isDelegate throws(DBusError) in
        try target.daemon.setTabBarDelegate(target.controller, isDelegate)
    }
    static let setPopoverProperty = PluginCommand<String, Variant>(.change, "SetPopoverProperty", "name", "value") {
        target, name, value throws(DBusError) in
        try target.daemon.setPopoverProperty(name, to: value, of: target.controller)
    }
    static let popoverProperty = PluginQuery<Variant, String>("PopoverProperty", "name", returns: "value") {
        daemon, controller, name throws(DBusError) in
        try daemon.popoverProperty(name, of: controller)
    }
    static let setPopoverDelegate = PluginCommand<UInt64>(.change, DaemonServicesInterface.setPopoverDelegate) {
        target, delegate throws(DBusError) in
        try target.daemon.setPopoverDelegate(delegate, of: target.controller)
    }
    static let updateInteractiveTransition = PluginCommand<Double>(
        .change, "UpdateInteractiveTransition", "progress"
    ) { target, progress throws(DBusError) in
        try target.daemon.updateInteractiveTransition(progress, of: target.controller)
    }
    static let endInteractiveTransition = PluginCommand<Bool>(.change, "EndInteractiveTransition", "is_finished") {
        target, isFinished throws(DBusError) in
        try target.daemon.endInteractiveTransition(of: target.controller, isFinished: isFinished)
    }
    static let colorScheme = PluginQuery<String>(
        "ColorScheme", returns: "scheme", fallback: ColorScheme.noPreference.rawValue
    ) { daemon, controller in
        daemon.colorScheme(of: controller).rawValue
    }

    /// The operations that the daemon's side dispatches without further steps.
    static let plain: [any PluginOperation] = [
        updateViews, setTitle, setTabBarItem, setNavigationItem, restorationIdentifier, containers, navigationStack,
        isToolbarHidden, setNavigationStack, push, pop, popTo, select, setViewControllers, setSelectedIndex,
        setSelectedViewController, tabBarController, dismiss, setTabBarDelegate, setPopoverProperty, popoverProperty,
        updateInteractiveTransition, endInteractiveTransition, colorScheme,
    ]
}
