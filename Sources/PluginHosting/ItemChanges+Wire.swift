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
        values["Tag"] = tag?.variant
        values["SystemItem"] = systemItem?.variant
        if isReplacement { values["Replacement"] = .bool(true) }
        return values
    }

    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), image: wire["Image"]?.get(), selectedImage: wire["SelectedImage"]?.get(),
            badgeValue: wire["BadgeValue"]?.get(), badgeColor: wire["BadgeColor"]?.get(),
            isEnabled: wire["Enabled"]?.get(), tag: wire["Tag"]?.get(), systemItem: wire["SystemItem"]?.get(),
            isReplacement: wire["Replacement"]?.get() ?? false)
    }

    private static let keys: Set = [
        "Title", "Image", "SelectedImage", "BadgeValue", "BadgeColor", "Enabled", "Tag", "SystemItem",
    ]

    /// Takes properties of `org.tabd.Tabs1.TabBarItem` as a plugin names them.
    ///
    /// - Throws: `InvalidArgument` for an unknown name, `InvalidArgs` for a value of another type.
    init(properties: [String: Variant], isReplacement: Bool) throws(DBusError) {
        for name in properties.keys.sorted() where !Self.keys.contains(name) {
            throw .invalidArgument(
                "'\(name.prefix(80))' is not a property of a tab bar item; expected "
                    + Self.keys.sorted().joined(separator: ", "))
        }
        self.init(wire: properties)
        self.isReplacement = isReplacement
        for name in properties.keys.sorted() where wire[name] == nil {
            let signature = properties[name].map { "\($0.signature)" } ?? ""
            throw .invalidArgs("\(name) has type '\(signature)', which is not its type in org.tabd.Tabs1.TabBarItem")
        }
    }
}

extension NavigationItemChange {
    var wire: [String: Variant] {
        var values: [String: Variant] = [:]
        values["Title"] = title?.variant
        values["LeftItems"] = leftItems?.variant
        values["RightItems"] = rightItems?.variant
        values["HidesBackButton"] = hidesBackButton?.variant
        values["ToolbarItems"] = toolbarItems?.variant
        return values
    }

    init(wire: [String: Variant]) {
        self.init(
            title: wire["Title"]?.get(), leftItems: wire["LeftItems"]?.get(), rightItems: wire["RightItems"]?.get(),
            hidesBackButton: wire["HidesBackButton"]?.get(), toolbarItems: wire["ToolbarItems"]?.get())
    }
}
