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
