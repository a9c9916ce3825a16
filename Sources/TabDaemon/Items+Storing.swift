import DBusInterface
import TabInterface
import TabModel

extension TabBarItem {
    /// As in the store: what differs from a new one.
    var properties: [String: Variant] {
        var values: [String: Variant] = [:]
        if let title { values["Title"] = .string(title) }
        if let image { values["Image"] = .string(image) }
        if let ownSelectedImage { values["SelectedImage"] = .string(ownSelectedImage) }
        if let badgeValue { values["BadgeValue"] = .string(badgeValue) }
        if let badgeColor { values["BadgeColor"] = .string(badgeColor) }
        if tag != 0 { values["Tag"] = .int64(tag) }
        if !isEnabled { values["Enabled"] = .bool(false) }
        if let systemItem { values["SystemItem"] = .string(systemItem.rawValue) }
        return values
    }

    init(properties values: [String: Variant]) {
        self.init(
            title: values.text("Title"), image: values.text("Image").flatMap { (try? TextRules.image($0)) ?? nil },
            systemItem: values.text("SystemItem").flatMap(SystemItem.init(rawValue:)))
        selectedImage = values.text("SelectedImage").flatMap { (try? TextRules.image($0)) ?? nil }
        badgeValue = values.text("BadgeValue")
        badgeColor = values.text("BadgeColor").flatMap { (try? TextRules.colour($0)) ?? nil }
        tag = values["Tag"]?.get() ?? 0
        isEnabled = values["Enabled"]?.get() ?? true
    }
}

extension NavigationItem {
    /// As in the store: what differs from a new one.
    var properties: [String: Variant] {
        var values: [String: Variant] = [:]
        if let title { values["Title"] = .string(title) }
        if !leftBarButtonItems.isEmpty {
            values["LeftBarButtonItems"] = leftBarButtonItems.map { BarButtonItemEntry($0) }.variant
        }
        if !rightBarButtonItems.isEmpty {
            values["RightBarButtonItems"] = rightBarButtonItems.map { BarButtonItemEntry($0) }.variant
        }
        if hidesBackButton { values["HidesBackButton"] = .bool(true) }
        if !toolbarItems.isEmpty { values["ToolbarItems"] = toolbarItems.map { BarButtonItemEntry($0) }.variant }
        return values
    }

    init(properties values: [String: Variant]) {
        self.init()
        title = values.text("Title")
        var item = self
        item.leftBarButtonItems = Self.buttons("LeftBarButtonItems", in: values)
        item.rightBarButtonItems = Self.buttons("RightBarButtonItems", in: values)
        item.toolbarItems = Self.buttons("ToolbarItems", in: values)
        if item.fault == nil { self = item }
        hidesBackButton = values["HidesBackButton"]?.get() ?? false
    }

    private static func buttons(_ key: String, in values: [String: Variant]) -> [BarButtonItem] {
        let entries: [BarButtonItemEntry] = values[key]?.get() ?? []
        return (try? entries.checked(named: key)) ?? []
    }
}
