internal import DBusInterface
internal import TabInterface

/// The changes of items as they cross to the daemon: keys for what is set, and nothing for the rest.
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

    /// Why properties as a plugin names them can't be set: `InvalidArgument` for an unknown name, `InvalidArgs` for a value
    /// of another type.
    static func fault(of properties: [String: Variant]) -> DBusError? {
        let names = properties.keys.sorted()
        if let name = names.first(where: { signatures[$0] == nil }) {
            return .invalidArgument(
                "'\(name.prefix(80))' is not a property of a tab bar item; expected "
                    + signatures.keys.sorted().joined(separator: ", "))
        }
        for name in names {
            guard let signature = properties[name]?.signature, signature != signatures[name] else { continue }
            return .invalidArgs(
                "\(name) has type '\(signature)', which is not its type in org.tabd.Tabs1.TabBarItem")
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
