package import DBusInterface

/// A tab bar controller: its tabs, the selection, and the delegate that is asked about gestures.
package enum TabBarControllerInterface {
    package static let name = "org.tabd.Tabs1.TabBarController"

    package static let viewControllers = Property<[ObjectPath]>(
        "ViewControllers", writable: true,
        summary: """
            The tabs, in order. Writing it is SetViewControllers without animation: the selection stays where it can; \
            InvalidArgument for duplicates, More or a path that is no view controller, HierarchyInconsistency for a \
            tab bar controller.
            """)
    package static let customizableViewControllers = Property<[ObjectPath]>(
        "CustomizableViewControllers", writable: true,
        summary: """
            The tabs that a user may move while customizing, every tab after ViewControllers was set. \
            NotSupported to write in profile tv.
            """)
    package static let selectedViewController = Property<ObjectPath>(
        "SelectedViewController", writable: true,
        summary: """
            The selected tab or MoreNavigationController, / while there are no tabs. Writing it asks and tells no \
            delegate; InvalidArgument for a controller that is no tab, for More without overflow, and for / while \
            there are tabs.
            """)
    package static let selectedIndex = Property<Int64>(
        "SelectedIndex", writable: true,
        summary: """
            The index of the selected tab in ViewControllers, 9223372036854775807 while More's list is selected or \
            there are no tabs. Writing it asks and tells no delegate; OutOfRange outside of the tabs.
            """)
    package static let moreNavigationController = Property<ObjectPath>(
        "MoreNavigationController", changes: .constant,
        summary: "What lists the tabs that the bar has no room for; there from the start, / in profile tv.")
    package static let tabBar = Property<ObjectPath>(
        "TabBar", changes: .constant, summary: "The object of the bar.")
    package static let delegate = Property<ClientObject>(
        "Delegate", summary: "The unique name and the object of the delegate, empty and / for none.")
    package static let profile = Property<String>(
        "Profile", changes: .constant,
        summary: "The device that is modelled: phone, pad, padLegacy or tv; chosen at creation.")
    package static let lifecycleOrder = Property<String>(
        "LifecycleOrder", changes: .constant,
        summary: "The order of appearance callbacks when the tab changes, modern or legacy; chosen at creation.")
    package static let tabBarHidden = Property<Bool>(
        "TabBarHidden", summary: "What SetTabBarHidden set last, false at first; TabBar.Hidden tells what is drawn.")
    package static let customizing = Property<Bool>(
        "Customizing", summary: "Whether a user is arranging the tabs at the moment.")

    package static let transition = Property<[String: Variant]>(
        "Transition",
        summary: """
            The animated change of tabs that runs at the moment, for front ends to draw: From (o), To (o), Duration \
            (d, seconds), Curve (s), Interactive (b) and Progress (d, 0 to 1, of an interactive one). Empty when none \
            runs.
            """)

    package static let setViewControllers = Method<([ObjectPath], Bool, Options) -> Void>(
        "SetViewControllers", "view_controllers", "animated", "options",
        summary: """
            Replaces the tabs; the selected tab stays selected when it is among them, else the old index counts, \
            else the first. InvalidArgument for duplicates, More or a path that is no view controller, \
            HierarchyInconsistency for a tab bar controller.
            """)
    package static let setCustomizableViewControllers = Method<([ObjectPath], Options) -> Void>(
        "SetCustomizableViewControllers", "view_controllers", "options",
        summary: """
            Sets CustomizableViewControllers, for clients that can't write an array property. \
            NotSupported in profile tv.
            """)
    package static let setTabBarHidden = Method<(Bool, Bool, Options) -> Void>(
        "SetTabBarHidden", "hidden", "animated", "options", summary: "Hides or shows the bar.")
    package static let setDelegate = Method<(ObjectPath, Options) -> Void>(
        "SetDelegate", "delegate", "options", options: DelegateOptions.all,
        summary: """
            Makes an object of the caller, which has org.tabd.Tabs1.TabBarControllerDelegate, the delegate in place \
            of the present one, until it is replaced or cleared or the caller leaves the bus. InvalidArgument for an \
            unknown name in Methods or a Timeout out of bounds.
            """)
    package static let clearDelegate = Method<(Options) -> Void>(
        "ClearDelegate", "options",
        summary: "Removes the delegate, whoever set it; an open question is answered with its OnTimeout.")

    package static let updateInteractiveTransition = Method<(Double, Options) -> Void>(
        "UpdateInteractiveTransition", "progress", "options",
        summary: """
            Says how far the running interactive transition is, 0 to 1; Transition tells the front ends. \
            InvalidArgument for another value, InternalInconsistency while none runs, AccessDenied for others than \
            the delegate.
            """)
    package static let finishInteractiveTransition = Method<(Options) -> Void>(
        "FinishInteractiveTransition", "options",
        summary: """
            Ends the running interactive transition with the new tab. It is finished without this call when 10 s pass \
            without an update. InternalInconsistency while none runs, AccessDenied for others than the delegate.
            """)
    package static let cancelInteractiveTransition = Method<(Options) -> Void>(
        "CancelInteractiveTransition", "options",
        summary: """
            Ends the running interactive transition with the old tab selected; no delegate is told, and More keeps what \
            it shows. \
            InternalInconsistency while none runs, AccessDenied for others than the delegate.
            """)
    package static let getSupportedInterfaceOrientations = Method<() -> UInt32>(
        "GetSupportedInterfaceOrientations", returns: "orientations",
        summary: """
            A sum of 2 (portrait), 4 (portraitUpsideDown), 8 (landscapeRight) and 16 (landscapeLeft), as in \
            UIInterfaceOrientationMask: the delegate's answer, else 26 for a phone (all but upside down) and 30.
            """)
    package static let getPreferredInterfaceOrientation = Method<() -> String>(
        "GetPreferredInterfaceOrientation", returns: "orientation",
        summary: """
            portrait, portraitUpsideDown, landscapeLeft or landscapeRight: the delegate's answer, else the window's \
            InterfaceOrientation.
            """)

    package static let shouldSelectViewController = Signal<ObjectPath>(
        "ShouldSelectViewController", "view_controller",
        summary: "A user tapped the enabled item of this view controller; sent before the delegate, if any, is asked.")
    package static let didSelectViewController = Signal<ObjectPath>(
        "DidSelectViewController", "view_controller",
        summary: "A user's tap on the item was accepted, also when it was selected before. Writes don't send this.")
    package static let didRefuseViewController = Signal<ObjectPath>(
        "DidRefuseViewController", "view_controller", summary: "The delegate refused a user's tap on the item.")
    package static let willBeginCustomizingViewControllers = Signal<[ObjectPath]>(
        "WillBeginCustomizingViewControllers", "view_controllers",
        summary: "A user is about to arrange the tabs; the argument are those that can be moved.")
    package static let willEndCustomizingViewControllers = Signal<[ObjectPath], Bool>(
        "WillEndCustomizingViewControllers", "view_controllers", "changed",
        summary: "A user is about to end arranging, with these tabs in order; changed tells whether it differs.")
    package static let didEndCustomizingViewControllers = Signal<[ObjectPath], Bool>(
        "DidEndCustomizingViewControllers", "view_controllers", "changed",
        summary: "A user has ended arranging, with these tabs in order; changed tells whether it differs.")

    package static let animationControllerForTransition = Signal<ObjectPath, ObjectPath>(
        "AnimationControllerForTransition", "from", "to",
        summary: """
            A delegate is about to be asked how this change of the tab is animated. Not sent without a delegate that \
            is asked for animations.
            """)
    package static let supportedInterfaceOrientations = Signal(
        "SupportedInterfaceOrientations",
        summary: "A delegate is about to be asked which orientations it supports. Not sent without one that is asked.")
    package static let preferredInterfaceOrientation = Signal(
        "PreferredInterfaceOrientation",
        summary: "A delegate is about to be asked which orientation it prefers. Not sent without one that is asked.")

    package static let description = InterfaceDescription(
        name, summary: "The tabs, the selection, and the delegate that is asked about a user's gestures.",
        [
            viewControllers, customizableViewControllers, selectedViewController, selectedIndex,
            moreNavigationController, tabBar, delegate, profile, lifecycleOrder, tabBarHidden, customizing,
            setViewControllers, setCustomizableViewControllers, setTabBarHidden, transition, setDelegate, clearDelegate,
            updateInteractiveTransition, finishInteractiveTransition, cancelInteractiveTransition,
            getSupportedInterfaceOrientations, getPreferredInterfaceOrientation, shouldSelectViewController,
            didSelectViewController, didRefuseViewController, willBeginCustomizingViewControllers,
            willEndCustomizingViewControllers, didEndCustomizingViewControllers, animationControllerForTransition,
            supportedInterfaceOrientations, preferredInterfaceOrientation,
        ])
}
