package import DBusInterface

/// One item of a `TabBar` view, under its key `Items`.
package struct TabBarEntry: DBusStructure, Hashable {
    package var title: String
    /// An icon name or a `file:` URI; empty for none.
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

    package static let layout = Layout<TabBarEntry>(
        { TabBarEntry(title: $0, image: $1, badgeValue: $2, enabled: $3) },
        \.title, \.image, \.badgeValue, \.enabled)
}
