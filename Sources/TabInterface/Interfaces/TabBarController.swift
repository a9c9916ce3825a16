package import DBusInterface

/// A tab bar controller: its tabs, the selection, and the delegate that decides about gestures.
package enum TabBarControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.TabBarController"
    package static let summary = "The tabs, the selection, and the delegate that decides about the user's gestures."

    private static let onlyIfImplemented = "Not sent without a delegate that implements this."

    package static let viewControllers: Property<[ObjectPath]> = property(
        "ViewControllers", writable: true,
        summary: """
            The tabs, in order. Setting it calls SetViewControllers without animation, and the selection is kept if \
            possible. InvalidArgument for duplicates, More or a path that is not a view controller, \
            HierarchyInconsistency for a tab bar controller.
            """)
    package static let customizableViewControllers: Property<[ObjectPath]> = property(
        "CustomizableViewControllers", writable: true,
        summary: """
            The tabs that the user may move while customizing. Setting ViewControllers resets it to every tab. Setting \
            it fails with NotSupported in profile tv.
            """)
    package static let selectedViewController: Property<ObjectPath> = property(
        "SelectedViewController", writable: true,
        summary: """
            The selected tab or MoreNavigationController; / without tabs. Setting it does not call the delegate. \
            InvalidArgument for a view controller that is not a tab, for More if all tabs fit on the bar, and for / \
            while there are tabs.
            """)
    package static let selectedIndex: Property<Int64> = property(
        "SelectedIndex", writable: true,
        summary: """
            The index of the selected tab in ViewControllers; 9223372036854775807 while More's list is selected and \
            without tabs. Setting it does not call the delegate. OutOfRange for an index without a tab.
            """)
    package static let hasSelectedIndex: Property<Bool> = property(
        "HasSelectedIndex",
        summary: "Whether SelectedIndex is an index, and not 9223372036854775807.")
    package static let moreNavigationController: Property<ObjectPath> = property(
        "MoreNavigationController", changes: .constant,
        summary: """
            The navigation controller that lists the tabs that do not fit on the bar. It always exists, except in \
            profile tv (/).
            """)
    package static let tabBar: Property<ObjectPath> = property(
        "TabBar", changes: .constant, summary: "The object of the tab bar.")
    package static let delegate: Property<ClientObject> = property(
        "Delegate", summary: "The unique name and the object path of the delegate; empty and / for none.")
    package static let profile: Property<String> = property(
        "Profile", changes: .constant,
        summary: "The kind of device: phone, pad, padLegacy or tv. Set at creation.")
    package static let lifecycleOrder: Property<String> = property(
        "LifecycleOrder", changes: .constant,
        summary: "The order of appearance callbacks when the tab changes: modern or legacy. Set at creation.")
    package static let tabBarHidden: Property<Bool> = property(
        "TabBarHidden",
        summary: """
            The last value that SetTabBarHidden set, false by default. TabBar.Hidden shows whether the bar is drawn.
            """)
    package static let customizing: Property<Bool> = property(
        "Customizing", summary: "Whether the user is rearranging the tabs.")

    package static let transition: Property<[String: Variant]> = property(
        "Transition",
        summary: """
            The animated tab change in progress, for front ends to draw: From (o), To (o), Duration (d, seconds), \
            Curve (s), Interactive (b) and Progress (d, 0 to 1, if interactive). Empty for none.
            """)

    package static let setViewControllers: Method<([ObjectPath], Bool, Options) -> Void> = method(
        "SetViewControllers", "view_controllers", "animated", "options",
        summary: """
            Replaces the tabs. The selected tab stays selected if it is among the new tabs; otherwise the tab at the \
            old index is selected, or else the first. InvalidArgument for duplicates, More or a path that is not a \
            view controller, HierarchyInconsistency for a tab bar controller.
            """)
    private static let keepsCustomizable = "The other tabs and CustomizableViewControllers keep their members."

    package static let insertViewController: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "InsertViewController", "view_controller", "index", "options",
        summary: """
            Inserts a tab at an index of ViewControllers, at most their number, whatever other clients have changed \
            meanwhile. The new tab is customizable. \(keepsCustomizable) OutOfRange for any other index, \
            InvalidArgument for a tab of this controller, and otherwise the errors of SetViewControllers.
            """)
    package static let removeViewController: Method<(ObjectPath, Options) -> Void> = method(
        "RemoveViewController", "view_controller", "options",
        summary: """
            Removes a tab from ViewControllers. The view controller is not destroyed. \(keepsCustomizable) \
            InvalidArgument for a view controller that is not a tab of this controller.
            """)
    package static let moveViewController: Method<(ObjectPath, UInt32, Options) -> Void> = method(
        "MoveViewController", "view_controller", "index", "options",
        summary: """
            Moves a tab to an index of ViewControllers. \(keepsCustomizable) OutOfRange for an index without a tab, \
            InvalidArgument for a view controller that is not a tab of this controller.
            """)
    private static let stepNote = """
        Skips disabled tabs, and returns the selected view controller. No effect without another such tab. The \
        delegate is not asked.
        """
    package static let selectNext: Method<(Options) -> ObjectPath> = method(
        "SelectNext", "options", returns: "selected",
        summary: "Selects the next tab in ViewControllers; after the last tab the first. \(stepNote)")
    package static let selectPrevious: Method<(Options) -> ObjectPath> = method(
        "SelectPrevious", "options", returns: "selected",
        summary: "Selects the previous tab in ViewControllers; before the first tab the last. \(stepNote)")
    package static let selectLastUsed: Method<(Options) -> ObjectPath> = method(
        "SelectLastUsed", "options", returns: "selected",
        summary: "Selects the tab that was selected before the current one. \(stepNote)")

    private static let outsideTouch = """
        Returns false also if a visible popover or alert receives the gesture as a touch outside, which may dismiss it.
        """
    package static let tapTab: Method<(ObjectPath, Options) -> Bool> = method(
        "TapTab", "view_controller", "options", returns: "accepted",
        summary: """
            Taps the item of a tab or of More, as TabBar.TapItem does with its position. InvalidArgument for a view \
            controller without an item on the bar.
            """)
    package static let tapMoreRow: Method<(ObjectPath, Options) -> Bool> = method(
        "TapMoreRow", "view_controller", "options", returns: "accepted",
        summary: """
            Taps the row of a tab in the list of More, as MoreList.TapRow does with its number. InvalidArgument for a \
            view controller that is not in that list.
            """)
    package static let closeTab: Method<(ObjectPath, Options) -> Bool> = method(
        "CloseTab", "view_controller", "options", returns: "accepted",
        summary: """
            Closes a tab, as a gesture of the user: asks the delegate (ShouldClose), then destroys the view controller \
            as Manager.Destroy does. Manager.Reopen restores it. Returns false if the delegate refuses, for a tab \
            without AllowsClosing, and while the user customizes the bar. \(outsideTouch) InvalidArgument for a view \
            controller that is not a tab of this controller.
            """)
    package static let reorderTab: Method<(ObjectPath, UInt32, Options) -> Bool> = method(
        "ReorderTab", "view_controller", "index", "options", returns: "accepted",
        summary: """
            Moves a tab to an index of ViewControllers, as a gesture of the user. Returns false for a tab without \
            AllowsReordering and while the user customizes the bar. \(outsideTouch) The errors are those of \
            MoveViewController.
            """)
    package static let hideTab: Method<(ObjectPath, Bool, Options) -> Bool> = method(
        "HideTab", "view_controller", "hidden", "options", returns: "accepted",
        summary: """
            Hides a tab or shows it again, as a gesture of the user: sets ViewController.TabHidden. Returns false for \
            a tab without AllowsHiding, for the last visible tab, and while the user customizes the bar. \
            \(outsideTouch) InvalidArgument for a view controller that is not a tab of this controller.
            """)
    package static let resetHiddenTabs: Method<(Options) -> Void> = method(
        "ResetHiddenTabs", "options",
        summary: """
            Sets TabHidden of each tab to its TabHiddenByDefault, which undoes what the user has hidden and shown. The \
            order of the tabs stays.
            """)
    package static let setCustomizableViewControllers: Method<([ObjectPath], Options) -> Void> = method(
        "SetCustomizableViewControllers", "view_controllers", "options",
        summary: """
            Sets CustomizableViewControllers, for clients that cannot set an array property. NotSupported in profile \
            tv.
            """)
    package static let setTabBarHidden: Method<(Bool, Bool, Options) -> Void> = method(
        "SetTabBarHidden", "hidden", "animated", "options", summary: "Hides or shows the tab bar.")
    package static let setDelegate: Method<(ObjectPath, Options) -> Void> = method(
        "SetDelegate", "delegate", "options", options: DelegateOptions.all,
        summary: """
            Makes an object of the caller the delegate in place of the current one, until it is replaced or cleared or \
            the caller leaves the bus. The object implements org.tabd.Tabs1.TabBarControllerDelegate. InvalidArgument \
            for an unknown name in Methods or a Timeout out of bounds.
            """)
    package static let clearDelegate: Method<(Options) -> Void> = method(
        "ClearDelegate", "options",
        summary: """
            Removes the delegate, regardless of the client that set it. A pending question to it is answered with its \
            OnTimeout.
            """)

    package static let beginInteractiveTransition: Method<(ObjectPath, Options) -> Bool> = method(
        "BeginInteractiveTransition", "view_controller", "options", returns: "began",
        summary: """
            Begins a change to a tab that the caller drives, for a gesture of the user that goes on, such as a swipe. The \
            delegate is asked as for TapTab, and allows it with Gesture in its answer to \
            AnimationControllerForTransition. Then Transition is Interactive, and the caller reports the progress, and \
            finishes or cancels the change. It is cancelled if the caller leaves. Returns false, and nothing changes, \
            without that answer, for the selected tab, and whenever TapTab returns false. InvalidArgument for a view \
            controller without an item on the bar.
            """)
    package static let updateInteractiveTransition: Method<(Double, Options) -> Void> = method(
        "UpdateInteractiveTransition", "progress", "options",
        summary: """
            Sets the progress of the running interactive transition, 0 to 1, which front ends see in Transition. \
            InvalidArgument for any other value, InternalInconsistency if no transition runs, AccessDenied unless the \
            caller is the delegate or began the transition (BeginInteractiveTransition).
            """)
    package static let finishInteractiveTransition: Method<(Options) -> Void> = method(
        "FinishInteractiveTransition", "options",
        summary: """
            Completes the running interactive transition: the new tab stays selected. Without this call it completes \
            10 s after the last update. InternalInconsistency if no transition runs, AccessDenied unless the caller is \
            the delegate or began the transition.
            """)
    package static let cancelInteractiveTransition: Method<(Options) -> Void> = method(
        "CancelInteractiveTransition", "options",
        summary: """
            Cancels the running interactive transition: the old tab is selected again. The delegate is not notified, \
            and More keeps its current view controller. InternalInconsistency if no transition runs, AccessDenied \
            unless the caller is the delegate or began the transition.
            """)
    package static let getSupportedInterfaceOrientations: Method<() -> UInt32> = method(
        "GetSupportedInterfaceOrientations", returns: "orientations",
        summary: """
            Returns the sum of 2 (portrait), 4 (portraitUpsideDown), 8 (landscapeRight) and 16 (landscapeLeft), as in \
            UIInterfaceOrientationMask: the delegate's answer or, without one, 26 for a phone (all but upside down) \
            and 30 otherwise.
            """)
    package static let getPreferredInterfaceOrientation: Method<() -> String> = method(
        "GetPreferredInterfaceOrientation", returns: "orientation",
        summary: """
            Returns portrait, portraitUpsideDown, landscapeLeft or landscapeRight: the delegate's answer or, without \
            one, the window's InterfaceOrientation.
            """)

    package static let shouldSelectViewController: Signal<ObjectPath> = signal(
        "ShouldSelectViewController", "view_controller",
        summary: """
            The user tapped the enabled item of this view controller. Sent before the delegate, if any, is asked.
            """)
    package static let didSelectViewController: Signal<ObjectPath> = signal(
        "DidSelectViewController", "view_controller",
        summary: """
            The user's tap on the item was accepted, even if the item was already selected. Not sent for selections by \
            property writes.
            """)
    package static let didRefuseViewController: Signal<ObjectPath> = signal(
        "DidRefuseViewController", "view_controller", summary: "The delegate refused the user's tap on the item.")
    package static let shouldClose: Signal<ObjectPath> = signal(
        "ShouldClose", "view_controller",
        summary: "The user wants to close this tab, which allows it. Sent before the delegate, if any, is asked.")
    package static let didClose: Signal<ObjectPath> = signal(
        "DidClose", "view_controller", summary: "The user has closed this tab. Its view controller no longer exists.")
    package static let willBeginCustomizingViewControllers: Signal<[ObjectPath]> = signal(
        "WillBeginCustomizingViewControllers", "view_controllers",
        summary: "The user is about to rearrange the tabs; the argument lists the tabs that can move.")
    package static let willEndCustomizingViewControllers: Signal<[ObjectPath], Bool> = signal(
        "WillEndCustomizingViewControllers", "view_controllers", "changed",
        summary: """
            The user is about to finish rearranging the tabs, which are in the new order; changed is whether it \
            differs.
            """)
    package static let didEndCustomizingViewControllers: Signal<[ObjectPath], Bool> = signal(
        "DidEndCustomizingViewControllers", "view_controllers", "changed",
        summary: """
            The user has finished rearranging the tabs, which are in the new order; changed is whether it differs.
            """)

    package static let animationControllerForTransition: Signal<ObjectPath, ObjectPath> = signal(
        "AnimationControllerForTransition", "from_view_controller", "to_view_controller",
        summary: """
            The delegate is about to be asked for the animation of this tab change. Not sent without a delegate that \
            supplies animations.
            """)
    package static let supportedInterfaceOrientations = signal(
        "SupportedInterfaceOrientations",
        summary: "The delegate is about to be asked which orientations it supports. \(onlyIfImplemented)")
    package static let preferredInterfaceOrientation = signal(
        "PreferredInterfaceOrientation",
        summary: "The delegate is about to be asked which orientation it prefers. \(onlyIfImplemented)")
}
