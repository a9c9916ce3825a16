package import DBusInterface

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
