import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.TabBarItem`.
@EventLoop
struct TabBarItemFacade: ItemFacade {
    let daemon: Daemon
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarItemInterface

    private var item: TabBarItem { daemon.hierarchy.tabBarItem(of: id) }

    static let interface = Interface<TabBarItemFacade>(
        Contract.description, stamp: { UInt64(bitPattern: Int64($0.item.hashValue)) }
    ) {
        Contract.title.reading({ $0.item.title ?? "" }, changing: \.title) {
            try TextRules.optionalText($0, named: "Title")
        }
        Contract.image.reading({ $0.item.image ?? "" }, changing: \.image, to: TextRules.image)
        Contract.selectedImage.reading(
            { $0.item.selectedImage ?? "" }, changing: \.selectedImage, to: TextRules.image)
        Contract.badgeValue.reading({ $0.item.badgeValue ?? "" }, changing: \.badgeValue) {
            try TextRules.optionalText($0, named: "BadgeValue")
        }
        Contract.badgeColor.reading({ $0.item.badgeColor ?? "" }, changing: \.badgeColor, to: TextRules.colour)
        Contract.tag.reading({ $0.item.tag }, changing: \.tag)
        Contract.enabled.reading({ $0.item.isEnabled }, changing: \.isEnabled)
        Contract.systemItem.reading({ $0.item.systemItem?.rawValue ?? "" }, changing: \.systemItem, to: systemItem)
        Contract.displayTitle.reading { $0.item.displayTitle ?? "" }
        Contract.displayImage.reading { $0.item.displayImage ?? "" }
    }

    /// nil for the empty text.
    nonisolated static func systemItem(_ text: String) throws(DBusError) -> SystemItem? {
        text.isEmpty ? nil : try TextRules.value(text, named: "system item")
    }

    func write(_ change: (inout TabBarItem) -> Void) throws(DBusError) {
        try perform { try $0.setTabBarItem(of: $1, change) }
    }
}
