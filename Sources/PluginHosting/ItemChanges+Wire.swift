internal import DBusInterface
internal import TabInterface

/// The changes of items as they cross to the daemon: keys for what is set, and nothing for the rest.
extension TabBarItemChange {
    var wire: [String: Variant] {
        var values: [String: Variant] = [:]
        values["Title"] = title?.variant
        values["Image"] = image?.variant
        values["SelectedImage"] = selectedImage?.variant
        values["BadgeValue"] = badgeValue?.variant
        values["BadgeColor"] = badgeColor?.variant
        values["Enabled"] = isEnabled?.variant
        return values
    }

    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), image: wire["Image"]?.get(), selectedImage: wire["SelectedImage"]?.get(),
            badgeValue: wire["BadgeValue"]?.get(), badgeColor: wire["BadgeColor"]?.get(),
            isEnabled: wire["Enabled"]?.get())
    }
}

extension NavigationItemChange {
    var wire: [String: Variant] {
        var values: [String: Variant] = [:]
        values["Title"] = title?.variant
        values["LeftItems"] = leftItems?.variant
        values["RightItems"] = rightItems?.variant
        values["HidesBackButton"] = hidesBackButton?.variant
        return values
    }

    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), leftItems: wire["LeftItems"]?.get(), rightItems: wire["RightItems"]?.get(),
            hidesBackButton: wire["HidesBackButton"]?.get())
    }
}
