package import DBusInterface

/// The bar of a tab bar controller, which alone manages it.
package enum TabBarInterface {
    package static let name = "org.tabd.Tabs1.TabBar"

    package static let items = Property<[ObjectPath]>(
        "Items",
        summary: """
            The view controllers whose items the bar shows, in order, More's last when there is one. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let selectedItem = Property<ObjectPath>(
        "SelectedItem",
        summary: """
            The view controller whose item is selected, / for none. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let frame = Property<DBusRect>(
        "Frame",
        summary: """
            The frame in the tab bar controller's view, in points. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let hidden = Property<Bool>(
        "Hidden",
        summary: """
            Whether the bar is not drawn, for whatever reason. A write is InternalInconsistency: \
            use TabBarController.SetTabBarHidden.
            """)
    package static let itemFrames = Property<[DBusRect]>(
        "ItemFrames",
        summary: """
            The frames of the items in the bar, in points and in the order of Items. \
            A write is InternalInconsistency: the tab bar controller manages its bar.
            """)
    package static let translucent = Property<Bool>(
        "Translucent", writable: true, summary: "Whether content may reach under the bar, true by default.")

    package static let tapItem = Method<(UInt32, Options) -> Bool>(
        "TapItem", "position", "options", returns: "accepted",
        summary: """
            Taps the item at a position from 0, as a user does: the delegate is asked and told. Returns false for a \
            refused tap, a disabled item, a hidden bar and during customizing; OutOfRange outside of the items. \
            Returns false also when a visible popover or alert takes the tap as a touch outside of it, which may dismiss it. \
            The call names its item: what is presented in another style does not take it, as it does a Window.TapAt.
            """)

    package static let itemTapped = Signal<UInt32>(
        "ItemTapped", "position", summary: "A user tapped an enabled item; sent before the delegate is asked.")
    package static let itemsChanged = Signal<[ObjectPath], Bool>(
        "ItemsChanged", "items", "animated", summary: "The bar shows other items, or the same in another order.")

    package static let description = InterfaceDescription(
        name, summary: "The bar of a tab bar controller.",
        [
            items, selectedItem, frame, hidden, itemFrames, translucent, tapItem, itemTapped, itemsChanged,
        ])
}

/// What a bar shows for a view controller, on the view controller's own object.
package enum TabBarItemInterface {
    package static let name = "org.tabd.Tabs1.TabBarItem"

    package static let title = Property<String>(
        "Title", writable: true,
        summary: """
            The title of the item, empty to show the system item's. Writing it leaves ViewController.Title alone; \
            InvalidArgument for More's item.
            """)
    package static let image = Property<String>(
        "Image", writable: true,
        summary: """
            An icon name or an absolute file: URI, empty to show the system item's. InvalidArgument for More's item.
            """)
    package static let selectedImage = Property<String>(
        "SelectedImage", writable: true,
        summary: "The image while the item is selected, empty to use Image. InvalidArgument for More's item.")
    package static let badgeValue = Property<String>(
        "BadgeValue", writable: true,
        summary: "The text of the badge, empty for no badge. InvalidArgument for More's item.")
    package static let badgeColor = Property<String>(
        "BadgeColor", writable: true,
        summary: """
            #RRGGBB, #RRGGBBAA or a system name such as systemBlue; empty (default) for the bar's own. \
            InvalidArgument for another text and for More's item.
            """)
    package static let tag = Property<Int64>(
        "Tag", writable: true, summary: "A number for the caller's use, 0 by default. InvalidArgument for More's item.")
    package static let enabled = Property<Bool>(
        "Enabled", writable: true,
        summary: "Whether a user can select the item, true by default. InvalidArgument for More's item.")
    package static let systemItem = Property<String>(
        "SystemItem", writable: true,
        summary: """
            Empty (default), more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, \
            downloads, mostRecent or mostViewed; leaves Title, Image and Tag alone. InvalidArgument for another text \
            and for More's item.
            """)
    package static let displayTitle = Property<String>(
        "DisplayTitle", summary: "The title that a bar draws: Title, else the system item's, else empty.")
    package static let displayImage = Property<String>(
        "DisplayImage", summary: "The image that a bar draws: Image, else the system item's, else empty.")

    package static let description = InterfaceDescription(
        name, summary: "What a tab bar shows for the view controller.",
        [
            title, image, selectedImage, badgeValue, badgeColor, tag, enabled, systemItem, displayTitle, displayImage,
        ])
}
