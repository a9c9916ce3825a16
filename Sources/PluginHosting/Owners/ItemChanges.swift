internal import DBusInterface
package import TabInterface

/// The fields of a tab bar item to set. nil leaves a field unchanged, and `""` is UIKit's nil.
package struct TabBarItemChange: Hashable, Sendable {
    package var title: String?
    package var image: String?
    package var selectedImage: String?
    package var badgeValue: String?
    package var badgeColor: String?
    package var isEnabled: Bool?
    package var tag: Int64?
    package var systemItem: String?
    /// Whether it replaces the item. Then nil is the default value.
    package var isReplacement: Bool

    package init(
        title: String? = nil, image: String? = nil, selectedImage: String? = nil, badgeValue: String? = nil,
        badgeColor: String? = nil, isEnabled: Bool? = nil, tag: Int64? = nil, systemItem: String? = nil,
        isReplacement: Bool = false
    ) {
        self.title = title
        self.image = image
        self.selectedImage = selectedImage
        self.badgeValue = badgeValue
        self.badgeColor = badgeColor
        self.isEnabled = isEnabled
        self.tag = tag
        self.systemItem = systemItem
        self.isReplacement = isReplacement
    }
}

/// The fields of a navigation item and its toolbar to set. nil leaves a field unchanged, and an empty title is UIKit's
/// nil.
package struct NavigationItemChange: Hashable, Sendable {
    package var title: String?
    package var leftItems: [BarButtonItemEntry]?
    package var rightItems: [BarButtonItemEntry]?
    package var hidesBackButton: Bool?
    package var toolbarItems: [BarButtonItemEntry]?

    package init(
        title: String? = nil, leftItems: [BarButtonItemEntry]? = nil, rightItems: [BarButtonItemEntry]? = nil,
        hidesBackButton: Bool? = nil, toolbarItems: [BarButtonItemEntry]? = nil
    ) {
        self.title = title
        self.leftItems = leftItems
        self.rightItems = rightItems
        self.hidesBackButton = hidesBackButton
        self.toolbarItems = toolbarItems
    }
}

/// Item changes on the private connection: a key for each field that is set.
extension TabBarItemChange {
    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), image: wire["Image"]?.get(), selectedImage: wire["SelectedImage"]?.get(),
            badgeValue: wire["BadgeValue"]?.get(), badgeColor: wire["BadgeColor"]?.get(),
            isEnabled: wire["Enabled"]?.get(), tag: wire["Tag"]?.get(), systemItem: wire["SystemItem"]?.get(),
            isReplacement: wire["Replacement"]?.get() ?? false)
    }

    /// The properties of `org.tabd.Tabs1.TabBarItem`, with their types.
    private static let signatures = [
        "Title": "s", "Image": "s", "SelectedImage": "s", "BadgeValue": "s", "BadgeColor": "s", "Enabled": "b",
        "Tag": "x", "SystemItem": "s",
    ]

    /// Returns the error of invalid properties: `InvalidArgument` for an unknown name, `InvalidArgs` for another type.
    static func validationError(in properties: [String: Variant]) -> DBusError? {
        let names = properties.keys.sorted()
        if let name = names.first(where: { signatures[$0] == nil }) {
            return .invalidArgument(
                "'\(name.prefix(80))' is not a property of a tab bar item; expected "
                    + signatures.keys.sorted().joined(separator: ", "))
        }
        for name in names {
            guard let signature = properties[name]?.signature, signature != signatures[name] else { continue }
            return .invalidArgs(
                "\(name) has type '\(signature)'; expected the type in org.tabd.Tabs1.TabBarItem")
        }
        return nil
    }
}

extension NavigationItemChange {
    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), leftItems: wire["LeftItems"]?.get(), rightItems: wire["RightItems"]?.get(),
            hidesBackButton: wire["HidesBackButton"]?.get(), toolbarItems: wire["ToolbarItems"]?.get())
    }
}
