package import DBusInterface

/// A stack of view controllers of which the top one is shown.
package enum NavigationControllerInterface {
    package static let name = "org.tabd.Tabs1.NavigationController"

    package static let viewControllers = Property<[ObjectPath]>(
        "ViewControllers", writable: true,
        summary: """
            The stack, root first. Writing it is SetViewControllers without animation; empty while the stack is lent \
            to More.
            """)
    package static let topViewController = Property<ObjectPath>(
        "TopViewController", summary: "The last of the stack, / when it is empty.")
    package static let visibleViewController = Property<ObjectPath>(
        "VisibleViewController", summary: "What is presented over the stack, else the top.")
    package static let navigationBarHidden = Property<Bool>(
        "NavigationBarHidden", writable: true,
        summary: "Whether there is no bar, false by default; the content then begins below the status bar.")
    package static let toolbarHidden = Property<Bool>(
        "ToolbarHidden", writable: true,
        summary: """
            Whether there is no toolbar at the bottom, true by default. It shows the ToolbarItems of the top view \
            controller, also when there are none; ToolbarFrame tells whether it is drawn. While a stack is lent to \
            More, ToolbarHidden of More counts.
            """)
    package static let toolbarFrame = Property<DBusRect>(
        "ToolbarFrame",
        summary: """
            The frame of the toolbar in the view, above the tab bar or the bottom safe area inset. Zero while \
            ToolbarHidden is set, while a view controller on the stack hides the bottom bars \
            (ViewController.HidesBottomBarWhenPushed), and in profile tv.
            """)

    package static let setToolbarHidden = Method<(Bool, Bool, Options) -> Void>(
        "SetToolbarHidden", "hidden", "animated", "options",
        summary: "Writes ToolbarHidden. The result is the same with and without animation.")
    package static let push = Method<(ObjectPath, Bool, Options) -> Void>(
        "Push", "view_controller", "animated", "options",
        summary: """
            Puts a view controller on the stack; it leaves its old container. InvalidArgument for one that is on the \
            stack already and for a navigation controller, HierarchyInconsistency for a tab bar controller, \
            InternalInconsistency while the stack is lent to More.
            """)
    package static let pop = Method<(Bool, Options) -> ObjectPath>(
        "Pop", "animated", "options", returns: "popped",
        summary: """
            Takes the top off and returns it; / and no effect at the root. InternalInconsistency while the stack is \
            lent to More.
            """)
    package static let popTo = Method<(ObjectPath, Bool, Options) -> [ObjectPath]>(
        "PopTo", "view_controller", "animated", "options", returns: "popped",
        summary: """
            Pops until a controller of the stack is on top; returns what was popped, in the stack's order. \
            InternalInconsistency for a controller that is not on the stack, and while the stack is lent to More.
            """)
    package static let popToRoot = Method<(Bool, Options) -> [ObjectPath]>(
        "PopToRoot", "animated", "options", returns: "popped",
        summary: """
            Pops everything but the root; returns what was popped, in the stack's order. InternalInconsistency while \
            the stack is lent to More.
            """)
    package static let setViewControllers = Method<([ObjectPath], Bool, Options) -> Void>(
        "SetViewControllers", "view_controllers", "animated", "options",
        summary: """
            Replaces the stack in one transition. InvalidArgument for duplicates and navigation controllers, \
            HierarchyInconsistency for a tab bar controller, NotSupported for More, InternalInconsistency while the \
            stack is lent to More.
            """)
    package static let tapBack = Method<(Options) -> Void>(
        "TapBack", "options",
        summary: """
            A user taps the back button: the top is popped. Nothing happens without a back button, nor in More while \
            the user customizes the tab bar. InternalInconsistency when a visible popover or alert takes the tap as a touch \
            outside of it, which may dismiss it.
            """)

    package static let willShow = Signal<ObjectPath, Bool>(
        "WillShow", "view_controller", "animated", summary: "This controller of the stack is about to be shown.")
    package static let didShow = Signal<ObjectPath, Bool>(
        "DidShow", "view_controller", "animated", summary: "This controller of the stack is shown.")

    package static let description = InterfaceDescription(
        name, summary: "A stack of view controllers, of which the top one is shown.",
        [
            viewControllers, topViewController, visibleViewController, navigationBarHidden, toolbarHidden, toolbarFrame,
            setToolbarHidden, push, pop, popTo, popToRoot, setViewControllers, tapBack, willShow, didShow,
        ])
}

/// What a navigation bar shows for a view controller, on the view controller's own object.
package enum NavigationItemInterface {
    package static let name = "org.tabd.Tabs1.NavigationItem"

    package static let title = Property<String>(
        "Title", writable: true,
        summary: "The title in the bar. Writing ViewController.Title sets it as well; writing it leaves that alone.")
    package static let leftBarButtonItems = Property<[BarButtonItemEntry]>(
        "LeftBarButtonItems", writable: true,
        summary: """
            The buttons at the left, each with id (above 0, unique among the buttons of both sides and \
            ViewController.ToolbarItems), title, image and whether it is enabled; at most 64. InvalidArgument for an \
            id that is not allowed or a text that is not an image.
            """)
    package static let rightBarButtonItems = Property<[BarButtonItemEntry]>(
        "RightBarButtonItems", writable: true,
        summary: """
            The buttons at the right, as LeftBarButtonItems. Those of More's list are 1 (Edit), while EditAvailable, or 2 \
            (Done) during customizing. InternalInconsistency to write them.
            """)
    package static let hidesBackButton = Property<Bool>(
        "HidesBackButton", writable: true, summary: "Whether the bar shows no way back, false by default.")
    package static let backButtonTitle = Property<String>(
        "BackButtonTitle",
        summary: """
            The title of the way back: that of the controller below on the stack, Back when it has none; empty when \
            there is no way back, HidesBackButton is set, or there are buttons at the left in its place.
            """)

    package static let getBarButtonItemFrames = Method<() -> [UInt32: DBusRect]>(
        "GetBarButtonItemFrames", returns: "frames",
        summary: """
            Where the buttons of the navigation bar and of the toolbar are in the window, by their ids; without those \
            that no bar shows. Each is 44 wide. The first of each side of a navigation bar is the outermost, the first \
            of a toolbar is the leftmost.
            """)

    package static let addLeftBarButtonItem = Method<(UInt32, String, String, Bool, Options) -> Void>(
        "AddLeftBarButtonItem", "id", "title", "image", "enabled", "options",
        summary: """
            Adds a button to the end of LeftBarButtonItems, for clients that can't send structures. InvalidArgument for \
            an id that is not allowed or a text that is not an image, LimitsExceeded for more than 64 buttons.
            """)
    package static let addRightBarButtonItem = Method<(UInt32, String, String, Bool, Options) -> Void>(
        "AddRightBarButtonItem", "id", "title", "image", "enabled", "options",
        summary: "Adds a button to the end of RightBarButtonItems, as AddLeftBarButtonItem.")
    package static let removeBarButtonItem = Method<(UInt32, Options) -> Void>(
        "RemoveBarButtonItem", "id", "options",
        summary: "Removes a button from the bar that has it. InvalidArgument for an id that no button has.")

    package static let tapBarButtonItem = Method<(UInt32, Options) -> Void>(
        "TapBarButtonItem", "id", "options",
        summary: """
            A user taps a button of the navigation bar or of the toolbar. One that a visible popover points at \
            dismisses that, if its delegate allows it, in place of being activated. InvalidArgument for an \
            id that no button has and for a disabled button; \
            InternalInconsistency when a visible popover or alert takes the tap as a touch outside of it, which \
            may dismiss it.
            """)
    package static let barButtonItemActivated = Signal<UInt32>(
        "BarButtonItemActivated", "id", summary: "A user tapped this button.")

    package static let description = InterfaceDescription(
        name, summary: "What a navigation bar shows for the view controller.",
        [
            title, leftBarButtonItems, rightBarButtonItems, hidesBackButton, backButtonTitle, getBarButtonItemFrames,
            addLeftBarButtonItem, addRightBarButtonItem, removeBarButtonItem, tapBarButtonItem, barButtonItemActivated,
        ])
}
