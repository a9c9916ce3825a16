import DBusInterface
import TabInterface

/// The fields of a tab bar item to set. nil leaves a field unchanged, and `""` is UIKit's nil.
struct TabBarItemChange {
    var title: String?
    var image: String?
    var selectedImage: String?
    var badgeValue: String?
    var badgeColor: String?
    var isEnabled: Bool?
    var tag: Int64?
    var systemItem: String?
    /// Whether it replaces the item. Then nil is the default value.
    var isReplacement = false
}

/// The fields of a navigation item and its toolbar to set. nil leaves a field unchanged, and an empty title is UIKit's
/// nil.
struct NavigationItemChange {
    var title: String?
    var leftItems: [BarButtonItemEntry]?
    var rightItems: [BarButtonItemEntry]?
    var hidesBackButton: Bool?
    var toolbarItems: [BarButtonItemEntry]?
}

/// Item changes of plugins: a key for each field that is set.
extension TabBarItemChange {
    init(_ values: [String: Variant]) {
        self.init(
            title: values["Title"]?.get(), image: values["Image"]?.get(), selectedImage: values["SelectedImage"]?.get(),
            badgeValue: values["BadgeValue"]?.get(), badgeColor: values["BadgeColor"]?.get(),
            isEnabled: values["Enabled"]?.get(), tag: values["Tag"]?.get(), systemItem: values["SystemItem"]?.get(),
            isReplacement: values["Replacement"]?.get() ?? false)
    }
}

extension NavigationItemChange {
    init(_ values: [String: Variant]) {
        self.init(
            title: values["Title"]?.get(), leftItems: values["LeftItems"]?.get(),
            rightItems: values["RightItems"]?.get(), hidesBackButton: values["HidesBackButton"]?.get(),
            toolbarItems: values["ToolbarItems"]?.get())
    }
}
