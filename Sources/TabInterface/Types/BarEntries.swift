package import DBusInterface

/// One item of a `TabBar` view, under its key `Items`.
package struct TabBarEntry: DBusStructure, Hashable {
    package var title: String
    /// An icon name, a `file:` URI or the name of an added image; empty for none.
    package var image: String
    /// Empty for none.
    package var badgeValue: String
    package var enabled: Bool

    package init(title: String, image: String = "", badgeValue: String = "", enabled: Bool = true) {
        self.title = title
        self.image = image
        self.badgeValue = badgeValue
        self.enabled = enabled
    }

    package static let layout = FieldLayout(
        "TabBarEntry", Self.init, "title", "image", "badge_value", "enabled", values: \.title, \.image, \.badgeValue,
        \.enabled)
}

/// One button of a navigation bar or a toolbar, `(ussb)`.
package struct BarButtonItemEntry: DBusStructure, Hashable {
    /// Above 0 and unique among the buttons of the view controller.
    package var id: UInt32
    package var title: String
    /// An icon name, a `file:` URI or the name of an added image; empty for none.
    package var image: String
    package var enabled: Bool

    package init(id: UInt32, title: String = "", image: String = "", enabled: Bool = true) {
        self.id = id
        self.title = title
        self.image = image
        self.enabled = enabled
    }

    package static let layout = FieldLayout(
        "BarButtonItem", Self.init, "id", "title", "image", "enabled", values: \.id, \.title, \.image, \.enabled)

    /// The maximum number of buttons on a toolbar or one side of a navigation bar.
    package static let maximumCount = 64
}
