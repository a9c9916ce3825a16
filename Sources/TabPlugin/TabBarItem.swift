internal import CTabPlugin

/// How a view controller is shown in a tab bar. A change is sent at once; what was never set is as in the manifest.
@PluginActor
public final class TabBarItem {
    private let controller: UInt64

    public var title: String? { didSet { if title != oldValue { send(Change(title: title ?? "")) } } }
    public var image: String? { didSet { if image != oldValue { send(Change(image: image ?? "")) } } }
    public var selectedImage: String? {
        didSet { if selectedImage != oldValue { send(Change(selectedImage: selectedImage ?? "")) } }
    }
    /// nil = no badge.
    public var badgeValue: String? {
        didSet { if badgeValue != oldValue { send(Change(badgeValue: badgeValue ?? "")) } }
    }
    public var badgeColor: String? {
        didSet { if badgeColor != oldValue { send(Change(badgeColor: badgeColor ?? "")) } }
    }
    public var isEnabled = true { didSet { if isEnabled != oldValue { send(Change(isEnabled: isEnabled)) } } }

    init(controller: UInt64) { self.controller = controller }

    private func send(_ change: Change) {
        do throws(PluginError) {
            try Host.setTabBarItem(change, of: controller)
        } catch {
            log(.error, "view controller \(controller): the host refused a change of its tab bar item: \(error)")
        }
    }
}

extension TabBarItem {
    /// The fields to set; nil leaves one as it is.
    struct Change {
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
