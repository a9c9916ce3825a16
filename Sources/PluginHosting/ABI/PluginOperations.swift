internal import DBusInterface
internal import TabInterface

/// The operations of plugins on view controllers. Each declares its method on the private connection and its effect on
/// a `ViewControllerServices`.
enum PluginOperations {
    // MARK: Content

    static let updateViews = PluginCommand<[ViewEntry], [UInt32]>(.change, "UpdateViews", "changed", "removed") {
        $0.updateViews
    }
    static let setTitle = PluginCommand<String>(.setting, "SetTitle", "title") { $0.setTitle }
    static let setTabBarItem = PluginCommand<[String: Variant]>(.setting, "SetTabBarItem", "change") {
        $0.setTabBarItem
    }
    static let setNavigationItem = PluginCommand<[String: Variant]>(.setting, "SetNavigationItem", "change") {
        $0.setNavigationItem
    }
    static let setProperty = PluginCommand<String, Variant>(.setting, "SetProperty", "name", "value") { $0.setProperty }
    private static let setToolbarHidden = PluginCommand<String, Variant>(
        .navigation, "SetProperty", "name", "value"
    ) { $0.setProperty }
    /// - Parameter name: The property. `ToolbarHidden` may be set on any navigation controller within the plugin's
    ///   reach.
    static func property(_ name: String) -> PluginCommand<String, Variant> {
        name == "ToolbarHidden" ? setToolbarHidden : setProperty
    }
    static let restorationIdentifier = PluginQuery<String>("RestorationIdentifier", returns: "identifier") {
        $0.restorationIdentifier
    }

    // MARK: Containers

    static let containers = PluginQuery<[ViewControllerID?]>(
        "Containers", returns: "containers", fallback: [nil, nil, nil, nil],
        summary: "Parent, navigation controller, tab bar controller, presenting view controller; 0 for none."
    ) { $0.containers }
    static let navigationStack = PluginQuery<[ViewControllerID]>(
        "NavigationStack", isNavigation: true, returns: "stack"
    ) { $0.navigationStack }
    static let isToolbarHidden = PluginQuery<Bool>("IsToolbarHidden", isNavigation: true, returns: "result") {
        $0.isToolbarHidden
    }
    static let setNavigationStack = PluginCommand<[ViewControllerID], Bool>(
        .navigation, "SetNavigationStack", "stack", "animated", moving: { stack, _ in stack }
    ) { $0.setNavigationStack }
    static let push = PluginCommand<ViewControllerID, Bool>(
        .navigation, "Push", "pushed", "animated", moving: { pushed, _ in [pushed] }
    ) { $0.push }
    static let pop = PluginCommand<Bool>(.navigation, "Pop", "animated") { $0.pop }
    static let popTo = PluginCommand<ViewControllerID?, Bool>(.navigation, "PopTo", "target", "animated") { $0.pop }
    static let select = PluginCommand(.placement, "Select") { $0.select }
    static let setViewControllers = PluginCommand<[ViewControllerID], Bool>(
        .tabs, "SetViewControllers", "list", "animated", moving: { list, _ in list }
    ) { $0.setViewControllers }
    static let setSelectedIndex = PluginCommand<Int64>(.placement, "SetSelectedIndex", "index") { $0.setSelectedIndex }
    static let setSelectedViewController = PluginCommand<ViewControllerID?>(
        .placement, "SetSelectedViewController", "selected"
    ) { $0.setSelectedViewController }
    static let tabBarProperties = PluginQuery<[String: Variant]>("TabBarController", returns: "properties") {
        $0.tabBarProperties
    }

    // MARK: Presentations and delegates

    static let present = PluginCommand<ViewControllerID, Bool, [String: Variant]>(
        .placement, "Present", "presented", "animated", "popover", moving: { presented, _, _ in [presented] }
    ) { $0.present }
    static let presentAlert = PluginCommand<UInt64, [String: Variant]>(.placement, "PresentAlert", "alert", "content") {
        $0.presentAlert
    }
    static let dismiss = PluginCommand<Bool>(.placement, "Dismiss", "animated") { $0.dismiss }
    static let setTabBarDelegate = PluginCommand<Bool>(.change, "SetTabBarDelegate", "is_delegate") {
        $0.setTabBarDelegate
    }
    static let setPopoverProperty = PluginCommand<String, Variant>(.change, "SetPopoverProperty", "name", "value") {
        $0.setPopoverProperty
    }
    static let popoverProperty = PluginQuery<Variant, String>("PopoverProperty", "name", returns: "value") {
        $0.popoverProperty
    }
    static let setPopoverDelegate = PluginCommand<ViewControllerID?>(.change, "SetPopoverDelegate", "delegate") {
        $0.setPopoverDelegate
    }
    static let updateInteractiveTransition = PluginCommand<Double>(
        .change, "UpdateInteractiveTransition", "progress"
    ) { $0.updateInteractiveTransition }
    static let endInteractiveTransition = PluginCommand<Bool>(.change, "EndInteractiveTransition", "is_finished") {
        $0.endInteractiveTransition
    }
    static let colorScheme = PluginQuery<String>(
        "ColorScheme", returns: "scheme", fallback: ColorScheme.noPreference.rawValue
    ) { controller in { controller.colorScheme.rawValue } }

    /// The operations that the daemon's side dispatches without further steps.
    static let plain: [any PluginOperation] = [
        updateViews, setTitle, setTabBarItem, setNavigationItem, restorationIdentifier, containers, navigationStack,
        isToolbarHidden, setNavigationStack, push, pop, popTo, select, setViewControllers, setSelectedIndex,
        setSelectedViewController, tabBarProperties, dismiss, setTabBarDelegate, setPopoverProperty, popoverProperty,
        updateInteractiveTransition, endInteractiveTransition, colorScheme,
    ]
}
