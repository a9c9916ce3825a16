internal import DBusInterface
internal import TabInterface

/// What the daemon answers on a host's private connection: `ContentHost` on the wire, and how a host begins.
enum HostServicesInterface {
    static let name = "org.tabd.PluginHost1.Services"
    static let path: ObjectPath = "/org/tabd/PluginHost1/services"

    // MARK: How a host begins

    static let hello = Method<(String) -> [String: Variant]>(
        "Hello", "token", returns: "plugin",
        summary: "The first call of a host, with its one-time token. `Id`, `Library`, `DataDirectory` and `LogLevel`.")
    static let ready = Method<() -> Void>("Ready", summary: "The library is open, instances can be made.")
    static let failed = Method<(String) -> Void>("Failed", "reason", summary: "The library can't be used.")
    static let waking = Method<() -> Void>(
        "Waking",
        summary: "Code of the plugin is about to run that the daemon did not ask for. No reply is expected.")
    static let questionBegins = Method<(UInt64, UInt64) -> Void>(
        "QuestionBegins", "controller", "token",
        summary: """
            The plugin is about to be asked; what it wants to be done comes behind that. No reply is expected.
            """)
    static let questionIsOpen = Method<(UInt64, UInt64) -> Void>(
        "QuestionIsOpen", "controller", "token",
        summary: "The plugin was asked and has returned; it answers later. No reply is expected.")
    static let restorableStateChanged = Method<(UInt64, [[String: Variant]]) -> Void>(
        "RestorableStateChanged", "controller", "state",
        summary: "What a new instance shall get: one state, or none. No reply is expected.")

    // MARK: Content

    static let updateViews = Method<(UInt64, [ViewEntry], [UInt32]) -> Void>(
        "UpdateViews", "controller", "changed", "removed", summary: "ContentHost's.")
    static let setTitle = Method<(UInt64, String) -> Void>("SetTitle", "controller", "title", summary: "ContentHost's.")
    static let setTabBarItem = Method<(UInt64, [String: Variant]) -> Void>(
        "SetTabBarItem", "controller", "change", summary: "ContentHost's.")
    static let setNavigationItem = Method<(UInt64, [String: Variant]) -> Void>(
        "SetNavigationItem", "controller", "change", summary: "ContentHost's.")

    // MARK: Containers

    static let createViewController = Method<(String, String, [String: Variant], UInt64) -> UInt64>(
        "CreateViewController", "type", "restoration_identifier", "arguments", "creator", returns: "controller",
        summary: """
            ContentHost's. `creator` is the view controller whose `create` asks for it, 0 outside of one. The host itself \
            makes an instance of the plugin's own class after the reply, then calls InstanceMade.
            """)
    static let createNavigationController = Method<(String, UInt64, UInt64) -> UInt64>(
        "CreateNavigationController", "class_name", "root", "creator", returns: "controller",
        summary: "ContentHost's. `creator` and the instance are as for CreateViewController.")
    static let instanceMade = Method<(UInt64) -> Void>(
        "InstanceMade", "controller",
        summary: "The host has made the instance of a view controller that it has created. No reply is expected.")
    static let destroyViewController = Method<(UInt64) -> Void>(
        "DestroyViewController", "controller", summary: "ContentHost's, of what this host has created.")
    static let containers = Method<(UInt64) -> [UInt64]>(
        "Containers", "controller", returns: "containers",
        summary: "Parent, navigation controller, tab bar controller, presenting view controller; 0 for none.")
    static let isReachableNavigationController = Method<(UInt64) -> Bool>(
        "IsReachableNavigationController", "controller", returns: "result",
        summary: "ContentHost's, for the controllers of this host.")
    static let navigationStack = Method<(UInt64) -> [UInt64]>(
        "NavigationStack", "controller", returns: "stack", summary: "ContentHost's.")
    static let isToolbarHidden = Method<(UInt64) -> Bool>(
        "IsToolbarHidden", "controller", returns: "result", summary: "ContentHost's.")
    static let setNavigationStack = Method<(UInt64, [UInt64], Bool) -> Void>(
        "SetNavigationStack", "controller", "stack", "animated", summary: "ContentHost's.")
    static let push = Method<(UInt64, UInt64, Bool) -> Void>(
        "Push", "controller", "pushed", "animated", summary: "ContentHost's.")
    static let pop = Method<(UInt64, Bool) -> Void>("Pop", "controller", "animated", summary: "ContentHost's.")
    static let popTo = Method<(UInt64, UInt64, Bool) -> Void>(
        "PopTo", "controller", "target", "animated", summary: "ContentHost's; target 0 is the root.")
    static let present = Method<(UInt64, UInt64, Bool, [String: Variant]) -> Void>(
        "Present", "controller", "presented", "animated", "popover", summary: "ContentHost's.")
    static let presentAlert = Method<(UInt64, UInt64, [String: Variant]) -> Void>(
        "PresentAlert", "controller", "alert", "content", summary: "ContentHost's.")
    static let dismiss = Method<(UInt64, Bool) -> Void>("Dismiss", "controller", "animated", summary: "ContentHost's.")
    static let setProperty = Method<(UInt64, String, Variant) -> Void>(
        "SetProperty", "controller", "name", "value", summary: "ContentHost's.")
    static let restorationIdentifier = Method<(UInt64) -> String>(
        "RestorationIdentifier", "controller", returns: "identifier", summary: "ContentHost's.")
    static let select = Method<(UInt64) -> Void>("Select", "controller", summary: "ContentHost's.")
    static let setViewControllers = Method<(UInt64, [UInt64], Bool) -> Void>(
        "SetViewControllers", "controller", "list", "animated", summary: "ContentHost's.")
    static let setSelectedIndex = Method<(UInt64, Int64) -> Void>(
        "SetSelectedIndex", "controller", "index", summary: "ContentHost's.")
    static let setSelectedViewController = Method<(UInt64, UInt64) -> Void>(
        "SetSelectedViewController", "controller", "selected", summary: "ContentHost's.")
    static let tabBarController = Method<(UInt64) -> [String: Variant]>(
        "TabBarController", "controller", returns: "properties", summary: "ContentHost's.")

    // MARK: Delegates and popovers

    static let setTabBarDelegate = Method<(UInt64, Bool) -> Void>(
        "SetTabBarDelegate", "controller", "is_delegate", summary: "ContentHost's.")
    static let setPopoverProperty = Method<(UInt64, String, Variant) -> Void>(
        "SetPopoverProperty", "controller", "name", "value", summary: "ContentHost's.")
    static let popoverProperty = Method<(UInt64, String) -> Variant>(
        "PopoverProperty", "controller", "name", returns: "value", summary: "ContentHost's.")
    static let setPopoverDelegate = Method<(UInt64, UInt64) -> Void>(
        "SetPopoverDelegate", "controller", "delegate", summary: "ContentHost's.")
    static let updateInteractiveTransition = Method<(UInt64, Double) -> Void>(
        "UpdateInteractiveTransition", "controller", "progress", summary: "ContentHost's.")
    static let endInteractiveTransition = Method<(UInt64, Bool) -> Void>(
        "EndInteractiveTransition", "controller", "is_finished", summary: "ContentHost's.")

    // MARK: Surroundings

    static let configurationValue = Method<(String) -> [Variant]>(
        "ConfigurationValue", "key", returns: "value", summary: "One value, or none.")
    static let colorScheme = Method<(UInt64) -> String>(
        "ColorScheme", "controller", returns: "scheme", summary: "ContentHost's, by its name.")

    /// What a host may say before it is known.
    static let greeting = InterfaceDescription(name, summary: "How a host begins.", [hello.description])

    static let description = InterfaceDescription(
        name, summary: "What a plugin's host asks of the daemon.",
        [
            ready.description, failed.description, waking.description, questionBegins.description,
            questionIsOpen.description,
            restorableStateChanged.description, updateViews.description, setTitle.description,
            setTabBarItem.description, setNavigationItem.description, createViewController.description,
            createNavigationController.description, instanceMade.description, destroyViewController.description,
            containers.description,
            isReachableNavigationController.description, navigationStack.description, isToolbarHidden.description,
            setNavigationStack.description, push.description, pop.description, popTo.description, present.description,
            presentAlert.description, dismiss.description, setProperty.description,
            restorationIdentifier.description, select.description, setViewControllers.description,
            setSelectedIndex.description, setSelectedViewController.description,
            tabBarController.description, setTabBarDelegate.description, setPopoverProperty.description,
            popoverProperty.description, setPopoverDelegate.description, updateInteractiveTransition.description,
            endInteractiveTransition.description, configurationValue.description, colorScheme.description,
        ])
}
