internal import CTabPlugin

extension TabBarItem {
    /// The fields to set; nil leaves one as it is.
    struct Change: Hashable {
        var title: String?
        var image: String?
        var selectedImage: String?
        var badgeValue: String?
        var badgeColor: String?
        var isEnabled: Bool?

        func item(in arena: Arena) -> tab_tab_bar_item {
            var mask: UInt32 = 0
            func field(_ text: String?, _ bit: tab_tab_bar_item_fields) -> tab_string {
                if text != nil { mask |= bit.rawValue }
                return arena.string(text ?? "")
            }
            if isEnabled != nil { mask |= TAB_ITEM_ENABLED.rawValue }
            let title = field(title, TAB_ITEM_TITLE)
            let image = field(image, TAB_ITEM_IMAGE)
            let selectedImage = field(selectedImage, TAB_ITEM_SELECTED_IMAGE)
            let badgeValue = field(badgeValue, TAB_ITEM_BADGE_VALUE)
            let badgeColor = field(badgeColor, TAB_ITEM_BADGE_COLOR)
            return tab_tab_bar_item(
                mask: mask, title: title, image: image, selected_image: selectedImage, badge_value: badgeValue,
                badge_color: badgeColor, is_enabled: isEnabled ?? true)
        }
    }
}
