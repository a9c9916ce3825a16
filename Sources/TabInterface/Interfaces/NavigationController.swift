package import DBusInterface

/// A stack of view controllers; the top one is shown.
package enum NavigationControllerInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.NavigationController"
    package static let summary = "A stack of view controllers; the top one is shown."

    private static let notWhileLent = "InternalInconsistency while More shows the stack."

    package static let viewControllers: Property<[ObjectPath]> = property(
        "ViewControllers", writable: true,
        summary: """
            The stack, root first. Setting it calls SetViewControllers without animation. Empty while More shows the \
            stack.
            """)
    package static let topViewController: Property<ObjectPath> = property(
        "TopViewController", summary: "The last view controller of the stack; / if the stack is empty.")
    package static let visibleViewController: Property<ObjectPath> = property(
        "VisibleViewController", summary: "The view controller that is presented over the stack, or the top one.")
    package static let navigationBarHidden: Property<Bool> = property(
        "NavigationBarHidden", writable: true,
        summary: """
            Whether the navigation bar is hidden, false by default. Without it, the content begins below the status \
            bar.
            """)
    package static let toolbarHidden: Property<Bool> = property(
        "ToolbarHidden", writable: true,
        summary: """
            Whether the toolbar at the bottom is hidden, true by default. The toolbar shows the ToolbarItems of the \
            top view controller, even if there are none; a non-zero ToolbarFrame shows that it is drawn. While More \
            shows the stack, ToolbarHidden of More applies.
            """)
    package static let toolbarFrame: Property<DBusRect> = property(
        "ToolbarFrame",
        summary: """
            The frame of the toolbar in the view, above the tab bar or the bottom safe area inset. Zero if \
            ToolbarHidden is set, if a view controller on the stack hides the bottom bars \
            (ViewController.HidesBottomBarWhenPushed), and in profile tv.
            """)

    package static let setToolbarHidden: Method<(Bool, Bool, Options) -> Void> = method(
        "SetToolbarHidden", "hidden", "animated", "options",
        summary: "Sets ToolbarHidden. The result is the same with and without animation.")
    package static let push: Method<(ObjectPath, Bool, Options) -> Void> = method(
        "Push", "view_controller", "animated", "options",
        summary: """
            Pushes a view controller onto the stack; it leaves its old container. InvalidArgument if it is already on \
            the stack and for a navigation controller, HierarchyInconsistency for a tab bar controller, \
            \(notWhileLent)
            """)
    package static let pop: Method<(Bool, Options) -> ObjectPath> = method(
        "Pop", "animated", "options", returns: "popped",
        summary: """
            Pops the top view controller and returns it. At the root it returns / and has no effect. \(notWhileLent)
            """)
    package static let popTo: Method<(ObjectPath, Bool, Options) -> [ObjectPath]> = method(
        "PopTo", "view_controller", "animated", "options", returns: "popped",
        summary: """
            Pops until the given view controller is on top. Returns the popped view controllers in the order of the \
            stack. InternalInconsistency if the view controller is not on the stack, and while More shows the stack.
            """)
    package static let popToRoot: Method<(Bool, Options) -> [ObjectPath]> = method(
        "PopToRoot", "animated", "options", returns: "popped",
        summary: "Pops all view controllers except the root. Returns them in the order of the stack. \(notWhileLent)")
    package static let setViewControllers: Method<([ObjectPath], Bool, Options) -> Void> = method(
        "SetViewControllers", "view_controllers", "animated", "options",
        summary: """
            Replaces the stack in one transition. InvalidArgument for duplicates and navigation controllers, \
            HierarchyInconsistency for a tab bar controller, NotSupported for More, \(notWhileLent)
            """)
    package static let tapBack: Method<(Options) -> Void> = method(
        "TapBack", "options",
        summary: """
            Taps the back button, as a gesture of the user: the top view controller is popped. No effect without a \
            back button, and in More while the user customizes the tab bar. InternalInconsistency if a visible popover \
            or alert receives the tap as a touch outside, which may dismiss it.
            """)

    package static let willShow: Signal<ObjectPath, Bool> = signal(
        "WillShow", "view_controller", "animated", summary: "This view controller of the stack is about to be shown.")
    package static let didShow: Signal<ObjectPath, Bool> = signal(
        "DidShow", "view_controller", "animated", summary: "This view controller of the stack is now shown.")
}

/// The contents of the navigation bar for a view controller, on the view controller's own object.
package enum NavigationItemInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.NavigationItem"
    package static let summary = "The contents of the navigation bar for the view controller."

    package static let title: Property<String> = property(
        "Title", writable: true,
        summary: """
            The title in the navigation bar. Setting ViewController.Title sets it too; setting it leaves \
            ViewController.Title unchanged.
            """)
    package static let leftBarButtonItems: Property<[BarButtonItemEntry]> = property(
        "LeftBarButtonItems", writable: true,
        summary: """
            The buttons on the left, at most 64, each with id, title, image and enabled. An id is above 0 and unique \
            among the buttons of both sides and ViewController.ToolbarItems. InvalidArgument for an id or an image \
            that is not allowed.
            """)
    package static let rightBarButtonItems: Property<[BarButtonItemEntry]> = property(
        "RightBarButtonItems", writable: true,
        summary: """
            The buttons on the right, in the form of LeftBarButtonItems. More's list has button 1 (Edit) while \
            EditAvailable is true, and 2 (Done) during customizing; setting them fails with InternalInconsistency.
            """)
    package static let hidesBackButton: Property<Bool> = property(
        "HidesBackButton", writable: true, summary: "Whether the back button is hidden, false by default.")
    package static let backButtonTitle: Property<String> = property(
        "BackButtonTitle",
        summary: """
            The title of the back button: the title of the view controller below, or Back if it has none. Empty \
            without a back button, if HidesBackButton is set, or if buttons on the left replace it.
            """)

    package static let setValues: Method<([String: Variant], Options) -> Void> = method(
        "SetValues", "values", "options",
        summary: """
            Sets writable properties of the item, by their names, all or none. InvalidArgument for an unknown name, \
            InvalidArgs for a wrong type.
            """)
    package static let getBarButtonItemFrames: Method<() -> [UInt32: DBusRect]> = method(
        "GetBarButtonItemFrames", returns: "frames",
        summary: """
            Returns the frames of the buttons on the navigation bar and the toolbar by their ids, in window \
            coordinates. Buttons that no bar shows are left out. Each button is 44 points wide. The first button of \
            each side of a navigation bar is the outermost; the first button of a toolbar is the leftmost.
            """)

    package static let addLeftBarButtonItem: Method<(UInt32, String, String, Bool, Options) -> Void> = method(
        "AddLeftBarButtonItem", "id", "title", "image", "enabled", "options",
        summary: """
            Appends a button to LeftBarButtonItems, for clients that cannot send structures. InvalidArgument for an id \
            or an image that is not allowed, LimitsExceeded for more than 64 buttons.
            """)
    package static let addRightBarButtonItem: Method<(UInt32, String, String, Bool, Options) -> Void> = method(
        "AddRightBarButtonItem", "id", "title", "image", "enabled", "options",
        summary: "Appends a button to RightBarButtonItems, as AddLeftBarButtonItem does.")
    package static let removeBarButtonItem: Method<(UInt32, Options) -> Void> = method(
        "RemoveBarButtonItem", "id", "options",
        summary: "Removes a button from its bar. InvalidArgument for an unknown id.")

    package static let tapBarButtonItem: Method<(UInt32, Options) -> Void> = method(
        "TapBarButtonItem", "id", "options",
        summary: """
            Taps a button of the navigation bar or the toolbar, as a gesture of the user. If a visible popover points \
            at the button, the tap dismisses the popover, if its delegate allows that, and does not activate the \
            button. InvalidArgument for an unknown id and for a disabled button. InternalInconsistency if a visible \
            popover or alert receives the tap as a touch outside, which may dismiss it.
            """)
    package static let barButtonItemActivated: Signal<UInt32> = signal(
        "BarButtonItemActivated", "id", summary: "The user tapped this button.")
}
