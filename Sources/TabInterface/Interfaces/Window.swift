package import DBusInterface

/// What stands for window and screen around a tab bar or navigation controller, and who looks at it.
package enum WindowInterface {
    package static let name = "org.tabd.Tabs1.Window"

    package enum AttachOption {
        package static let size = OptionKey<DBusSize>(
            "Size", "the room that the front end has in points, finite, above 0 and at most 16384")
        package static let readOnly = OptionKey<Bool>(
            "ReadOnly", "refuse the caller's own commands and writes in this tree with AccessDenied, false by default")
        package static let visible = OptionKey<Bool>(
            "Visible", "whether the view is in a window for this client, true by default; false for a watcher")
        package static let colorScheme = OptionKey<String>(
            "ColorScheme", "what the front end's user prefers: noPreference, dark or light")
        package static let tree = OptionKey<Bool>(
            "Tree",
            "whether the reply tells objects and views, true by default; false leaves both empty, for a client that is "
                + "attached, knows the tree by its signals and gives other options")
        package static let all: [any DeclaredOption] = [size, readOnly, visible, colorScheme, tree]
    }

    package static let size = Property<DBusSize>(
        "Size", writable: true,
        summary: """
            The size of the window in points: the smallest width and height that attached clients gave, else what \
            was written, else the profile's. InvalidArgument unless finite, above 0 and at most 16384; \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let setSize = Method<(Double, Double, Options) -> Void>(
        "SetSize", "width", "height", "options",
        summary: "Writes Size, with its errors, for clients that can't send structures.")
    package static let statusBarHeight = Property<Double>(
        "StatusBarHeight", writable: true,
        summary: """
            The height of the status bar in points, 20 by default, 0 in profile tv. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let keyboardHeight = Property<Double>(
        "KeyboardHeight", writable: true,
        summary: """
            How far the keyboard reaches up from the bottom in points, 0 by default. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let bottomSafeAreaInset = Property<Double>(
        "BottomSafeAreaInset", writable: true,
        summary: """
            What the screen itself takes at the bottom in points, 0 by default. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let interfaceOrientation = Property<String>(
        "InterfaceOrientation", writable: true,
        summary: """
            How the content is turned: portrait (default), portraitUpsideDown, landscapeLeft or landscapeRight. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let deviceOrientation = Property<String>(
        "DeviceOrientation", writable: true,
        summary: """
            How the device is held: portrait (default), portraitUpsideDown, landscapeLeft or landscapeRight. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let horizontalSizeClass = Property<String>(
        "HorizontalSizeClass", summary: "compact or regular, by profile and Size.")
    package static let verticalSizeClass = Property<String>(
        "VerticalSizeClass", summary: "compact or regular, by profile and Size.")
    package static let colorScheme = Property<String>(
        "ColorScheme", writable: true,
        summary: """
            What the user prefers, as the desktop's color-scheme setting: noPreference (default), dark or light; what \
            the client that attached last of those that gave one prefers, else what was written. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let alwaysVisible = Property<Bool>(
        "AlwaysVisible", writable: true,
        summary: """
            Whether the view is in a window even while no front end is attached, false by default. \
            HierarchyInconsistency to write on a controller that has a parent or presenter.
            """)
    package static let visible = Property<Bool>("Visible", summary: "Whether the view is in a window.")
    package static let attachedClients = Property<[String]>(
        "AttachedClients", summary: "The unique names of the attached clients, watchers included.")

    package static let attach = Method<
        (Options) -> ([ObjectPath: [String: [String: Variant]]], [ObjectPath: ViewSnapshot])
    >(
        "Attach", "options", returns: "objects", "views", options: AttachOption.all,
        summary: """
            Makes the caller a front end of this tree, until it detaches or leaves the bus, and returns every object \
            of the tree with its properties and the loaded views of what is visible at that moment; ViewChanged \
            tells what comes after. Attaching again replaces the options. HierarchyInconsistency on a controller \
            that has a parent or presenter, InvalidArgument for a Size out of bounds.
            """)
    package static let detach = Method<(Options) -> Void>(
        "Detach", "options", summary: "Ends what Attach began. InvalidArgument when the caller is not attached.")
    package static let tapAt = Method<(Double, Double, Options) -> String>(
        "TapAt", "x", "y", "options", returns: "consumed_by",
        summary: """
            Taps a point of the window, as a user does, in points from the top left: an item of the bar, a button, \
            a switch. Returns what took the tap. handled: the daemon acted on a tab, a bar button item, the back \
            button, a Button, a Switch, a SegmentedControl, an enabled item of a TabBar, or an enabled row of a \
            TableView that shows all its rows. content: the front end must act; the point is on another view, such as \
            a text field, a slider or a longer table, or on a bar's background. popover: the point is in a popover. \
            passthrough: it is on something that a popover lets touches through to. In both cases the daemon acts on \
            the same targets as for handled. dismissed: the touch dismissed a popover or an action sheet. refused: a \
            delegate, ModalInPresentation or an alert did not allow it, or the tab or bar button item is disabled. \
            none: the point is outside of the window. The reply does not wait for the owner of a control.
            """)

    package static let description = InterfaceDescription(
        name, summary: "What stands for window and screen, and who looks at it.",
        [
            size, setSize, statusBarHeight, keyboardHeight, bottomSafeAreaInset, interfaceOrientation,
            deviceOrientation, horizontalSizeClass, verticalSizeClass, colorScheme, alwaysVisible, visible,
            attachedClients, attach, detach, tapAt,
        ])
}
