internal import CTabPlugin
internal import DBusInterface
internal import TabInterface

extension ViewEntry {
    /// Copies a view of the interface; nil when a text or value is malformed or a property stands twice.
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
    /// Copies named values; nil when a text or value is malformed or a name stands twice.
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

extension TabBarItemChange {
    /// Copies the fields that the mask names; nil when a text is malformed.
    init?(_ item: tab_tab_bar_item) {
        self.init()
        var isValid = true
        func text(_ bit: tab_tab_bar_item_fields, _ text: tab_string) -> String? {
            guard item.mask & bit.rawValue != 0 else { return nil }
            guard let text = String(text) else {
                isValid = false
                return nil
            }
            return text
        }
        title = text(TAB_ITEM_TITLE, item.title)
        image = text(TAB_ITEM_IMAGE, item.image)
        selectedImage = text(TAB_ITEM_SELECTED_IMAGE, item.selected_image)
        badgeValue = text(TAB_ITEM_BADGE_VALUE, item.badge_value)
        badgeColor = text(TAB_ITEM_BADGE_COLOR, item.badge_color)
        if item.mask & TAB_ITEM_ENABLED.rawValue != 0 { isEnabled = item.is_enabled }
        guard isValid else { return nil }
    }
}

extension NavigationItemChange {
    /// Copies the fields that the mask names; nil when a text is malformed.
    init?(_ item: tab_navigation_item) {
        self.init()
        func has(_ bit: tab_navigation_item_fields) -> Bool { item.mask & bit.rawValue != 0 }
        if has(TAB_NAVIGATION_TITLE) {
            guard let title = String(item.title) else { return nil }
            self.title = title
        }
        if has(TAB_NAVIGATION_LEFT_ITEMS) {
            guard let items = Self.items(item.left_items, item.left_item_count) else { return nil }
            leftItems = items
        }
        if has(TAB_NAVIGATION_RIGHT_ITEMS) {
            guard let items = Self.items(item.right_items, item.right_item_count) else { return nil }
            rightItems = items
        }
        if has(TAB_NAVIGATION_HIDES_BACK_BUTTON) { hidesBackButton = item.hides_back_button }
    }

    /// Copies toolbar items; nil when a text is malformed.
    init?(toolbarItems start: UnsafePointer<tab_bar_button_item>?, _ count: Int) {
        guard let items = Self.items(start, count) else { return nil }
        self.init(toolbarItems: items)
    }

    private static func items(_ start: UnsafePointer<tab_bar_button_item>?, _ count: Int) -> [BarButtonItemEntry]? {
        guard let list = UnsafeBufferPointer(list: start, count: count) else { return nil }
        var items: [BarButtonItemEntry] = []
        for item in list {
            guard let title = String(item.title), let image = String(item.image) else { return nil }
            items.append(BarButtonItemEntry(id: item.id, title: title, image: image, enabled: item.is_enabled))
        }
        return items
    }
}
