internal import CTabPlugin
internal import DBusInterface
internal import TabInterface

extension ViewEntry {
    /// Copies a view of the interface; nil when a text or value is malformed or a property appears twice.
    init?(_ view: tab_view) {
        guard let className = String(view.class_name),
            let properties = [String: Variant](view.properties, count: view.property_count)
        else { return nil }
        let frame = DBusRect(x: view.frame.x, y: view.frame.y, width: view.frame.width, height: view.frame.height)
        self.init(
            id: view.id, parent: view.parent, className: className, frame: frame, autoresizing: view.autoresizing,
            properties: properties)
    }
}

extension [String: Variant] {
    /// Copies named values; nil when a text or value is malformed or a name appears twice.
    init?(_ start: UnsafePointer<tab_property>?, count: Int) {
        guard let list = UnsafeBufferPointer(list: start, count: count) else { return nil }
        self.init()
        for property in list {
            guard let name = String(property.name), let value = Variant(property.value),
                updateValue(value, forKey: name) == nil
            else { return nil }
        }
    }
}

/// Changes of items: a key for each field that is set.
extension [String: Variant] {
    /// Copies the fields that the mask names; nil when a text is malformed.
    init?(_ item: tab_tab_bar_item) {
        let texts: [(tab_tab_bar_item_fields, String, tab_string)] = [
            (TAB_ITEM_TITLE, "Title", item.title), (TAB_ITEM_IMAGE, "Image", item.image),
            (TAB_ITEM_SELECTED_IMAGE, "SelectedImage", item.selected_image),
            (TAB_ITEM_BADGE_VALUE, "BadgeValue", item.badge_value),
            (TAB_ITEM_BADGE_COLOR, "BadgeColor", item.badge_color),
        ]
        self.init()
        for (bit, name, text) in texts where item.mask & bit.rawValue != 0 {
            guard let text = String(text) else { return nil }
            self[name] = .string(text)
        }
        if item.mask & TAB_ITEM_ENABLED.rawValue != 0 { self["Enabled"] = .bool(item.is_enabled) }
    }

    /// Copies the fields that the mask names; nil when a text is malformed.
    init?(_ item: tab_navigation_item) {
        func has(_ bit: tab_navigation_item_fields) -> Bool { item.mask & bit.rawValue != 0 }
        self.init()
        if has(TAB_NAVIGATION_TITLE) {
            guard let title = String(item.title) else { return nil }
            self["Title"] = .string(title)
        }
        if has(TAB_NAVIGATION_LEFT_ITEMS) {
            guard let items = [BarButtonItemEntry](item.left_items, item.left_item_count) else { return nil }
            self["LeftBarButtonItems"] = items.variant
        }
        if has(TAB_NAVIGATION_RIGHT_ITEMS) {
            guard let items = [BarButtonItemEntry](item.right_items, item.right_item_count) else { return nil }
            self["RightBarButtonItems"] = items.variant
        }
        if has(TAB_NAVIGATION_HIDES_BACK_BUTTON) { self["HidesBackButton"] = .bool(item.hides_back_button) }
    }
}

extension [BarButtonItemEntry] {
    /// Copies buttons; nil when a text is malformed.
    init?(_ start: UnsafePointer<tab_bar_button_item>?, _ count: Int) {
        guard let list = UnsafeBufferPointer(list: start, count: count) else { return nil }
        self.init()
        for item in list {
            guard let title = String(item.title), let image = String(item.image) else { return nil }
            append(BarButtonItemEntry(id: item.id, title: title, image: image, enabled: item.is_enabled))
        }
    }
}
