package import DBusInterface

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
