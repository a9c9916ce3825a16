package import DBusInterface

/// The bar of a tab bar controller. Only the controller changes it.
package enum TabBarInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.TabBar"
    package static let summary = "The bar of a tab bar controller."

    private static let readOnly =
        "Read-only: the tab bar controller manages its bar, and a write fails with InternalInconsistency."

    package static let items: Property<[ObjectPath]> = property(
        "Items",
        summary: "The view controllers whose items the bar shows, in order; More comes last if present. \(readOnly)")
    package static let selectedItem: Property<ObjectPath> = property(
        "SelectedItem",
        summary: "The view controller whose item is selected; / for none. \(readOnly)")
    package static let frame: Property<DBusRect> = property(
        "Frame",
        summary: "The frame in the tab bar controller's view, in points. \(readOnly)")
    package static let hidden: Property<Bool> = property(
        "Hidden",
        summary: """
            Whether the bar is hidden, for any reason. A write fails with InternalInconsistency: use \
            TabBarController.SetTabBarHidden.
            """)
    package static let itemFrames: Property<[DBusRect]> = property(
        "ItemFrames",
        summary: "The frames of the items in the bar, in points, in the order of Items. \(readOnly)")
    package static let side: Property<String> = property(
        "Side",
        summary: """
            The side of the window where the bar is: bottom (default), top, leading or trailing. It comes from BarSide \
            of Window.Attach, or of the creation. \(readOnly)
            """)
    package static let slots: Property<UInt32> = property(
        "Slots",
        summary: """
            The number of items that the bar fits. If there are more tabs, More takes the last slot; in profile tv the \
            other tabs have no item. 0 for any number, as on a wide pad. It comes from BarSlots of Window.Attach, or \
            of the creation, or from the profile. \(readOnly)
            """)
    package static let translucent: Property<Bool> = property(
        "Translucent", writable: true, summary: "Whether content may extend under the bar, true by default.")

    package enum TapItemOption {
        package static let expected = OptionKey<ObjectPath>(
            "Expected", "refuse the tap unless this view controller has its item at the position")
    }

    package static let tapItem: Method<(UInt32, Options) -> Bool> = method(
        "TapItem", "position", "options", returns: "accepted", options: [TapItemOption.expected],
        summary: """
            Taps the item at a position, counted from 0, as a gesture of the user. The delegate can refuse the tap and \
            is notified of it. Returns false for a refused tap, a disabled item, a hidden bar, and while the user \
            customizes the bar. Returns false also if a visible popover or alert receives the tap as a touch outside, \
            which may dismiss it. Presentations of other styles do not block the tap, as they would with Window.TapAt, \
            because the call names its item. OutOfRange for a position without an item, unless Expected is given.
            """)

    package static let itemTapped: Signal<UInt32> = signal(
        "ItemTapped", "position", summary: "The user tapped an enabled item. Sent before the delegate is asked.")
    package static let itemsChanged: Signal<[ObjectPath], Bool> = signal(
        "ItemsChanged", "items", "animated",
        summary: "The bar shows different items, or the same items in another order.")
}

/// The contents of the tab bar item for a view controller, on the view controller's own object.
package enum TabBarItemInterface: ContractInterface {
    package static let name = "org.tabd.Tabs1.TabBarItem"
    package static let summary = "The contents of the tab bar item for the view controller."

    package static let title: Property<String> = property(
        "Title", writable: true,
        summary: """
            The title of the item; empty to show the title of the system item. Setting it leaves ViewController.Title \
            unchanged.
            """)
    package static let image: Property<String> = property(
        "Image", writable: true,
        summary: """
            An icon name, an absolute file: URI or the name of an added image (Manager.AddImage); empty to show the \
            image of the system item.
            """)
    package static let selectedImage: Property<String> = property(
        "SelectedImage", writable: true,
        summary: "The image while the item is selected; empty to use Image.")
    package static let badgeValue: Property<String> = property(
        "BadgeValue", writable: true,
        summary: "The text of the badge; empty for no badge.")
    package static let badgeColor: Property<String> = property(
        "BadgeColor", writable: true,
        summary: """
            The colour of the badge: #RRGGBB, #RRGGBBAA or a system name such as systemBlue; empty (default) for the \
            bar's own. InvalidArgument for any other text.
            """)
    package static let tag: Property<Int64> = property(
        "Tag", writable: true, summary: "A number for use by clients, 0 by default.")
    package static let enabled: Property<Bool> = property(
        "Enabled", writable: true,
        summary: "Whether the user can select the item, true by default.")
    package static let systemItem: Property<String> = property(
        "SystemItem", writable: true,
        summary: """
            The system item: empty (default), more, favorites, featured, topRated, recents, contacts, history, \
            bookmarks, search, downloads, mostRecent or mostViewed. Title, Image and Tag stay unchanged. \
            InvalidArgument for any other text.
            """)
    package static let needsAttention: Property<Bool> = property(
        "NeedsAttention", writable: true,
        summary: """
            Whether the tab asks for the user's attention, false by default. A front end marks the item; selecting the \
            tab leaves the property unchanged.
            """)
    package static let loading: Property<Bool> = property(
        "Loading", writable: true,
        summary: """
            Whether the content of the tab is loading, false by default and after a restart of the daemon.
            """)
    package static let tooltip: Property<String> = property(
        "Tooltip", writable: true,
        summary: "A longer description of the tab; empty for none.")
    package static let accessibilityLabel: Property<String> = property(
        "AccessibilityLabel", writable: true,
        summary: """
            The text that a screen reader speaks for the item; empty to speak DisplayTitle.
            """)
    package static let allowsClosing: Property<Bool> = property(
        "AllowsClosing", writable: true,
        summary: """
            Whether the user may close the tab (TabBarController.CloseTab), false by default. InvalidArgument for \
            More's item.
            """)
    package static let allowsReordering: Property<Bool> = property(
        "AllowsReordering", writable: true,
        summary: """
            Whether the user may move the tab (TabBarController.ReorderTab), false by default. Customizing (MoreList) \
            depends on CustomizableViewControllers instead. InvalidArgument for More's item.
            """)
    package enum SetValuesOption {
        package static let replace = OptionKey<Bool>(
            "Replace", "reset all other properties to their defaults, false by default")
    }

    package static let setValues: Method<([String: Variant], Options) -> Void> = method(
        "SetValues", "values", "options", options: [SetValuesOption.replace],
        summary: """
            Sets writable properties of the item, by their names, all or none. InvalidArgument for an unknown name, \
            InvalidArgs for a wrong type.
            """)
    package static let displayTitle: Property<String> = property(
        "DisplayTitle", summary: "The title to draw: Title, or the title of the system item, or empty.")
    package static let displayImage: Property<String> = property(
        "DisplayImage", summary: "The image to draw: Image, or the image of the system item, or empty.")
}
