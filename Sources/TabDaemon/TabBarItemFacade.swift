import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// `org.tabd.Tabs1.TabBarItem`.
@EventLoop
struct TabBarItemFacade {
    let daemon: Daemon
    let id: ViewControllerID

    typealias Contract = TabBarItemInterface

    private var item: TabBarItem { daemon.hierarchy.tabBarItem(of: id) }

    static let interface = Interface<TabBarItemFacade, LibDBus>(
        Contract.description, stamp: { UInt64(bitPattern: Int64($0.item.hashValue)) }
    ) {
        Contract.title.reading {
            $0.item.title ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let title = try TextRules.text(text, named: "Title")
            try facade.write { $0.title = title.isEmpty ? nil : title }
        }
        Contract.image.reading {
            $0.item.image ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let image = try TextRules.image(text)
            try facade.write { $0.image = image }
        }
        Contract.selectedImage.reading {
            $0.item.selectedImage ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let image = try TextRules.image(text)
            try facade.write { $0.selectedImage = image }
        }
        Contract.badgeValue.reading {
            $0.item.badgeValue ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let badge = try TextRules.text(text, named: "BadgeValue")
            try facade.write { $0.badgeValue = badge.isEmpty ? nil : badge }
        }
        Contract.badgeColor.reading {
            $0.item.badgeColor ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let colour = try TextRules.colour(text)
            try facade.write { $0.badgeColor = colour }
        }
        Contract.tag.reading {
            $0.item.tag
        } writing: { (facade, tag) throws(DBusError) in
            try facade.write { $0.tag = tag }
        }
        Contract.enabled.reading {
            $0.item.isEnabled
        } writing: { (facade, isEnabled) throws(DBusError) in
            try facade.write { $0.isEnabled = isEnabled }
        }
        Contract.systemItem.reading {
            $0.item.systemItem?.rawValue ?? ""
        } writing: { (facade, text) throws(DBusError) in
            let systemItem = try systemItem(text)
            try facade.write { $0.systemItem = systemItem }
        }
        Contract.displayTitle.reading { $0.item.displayTitle ?? "" }
        Contract.displayImage.reading { $0.item.displayImage ?? "" }
    }

    /// nil for the empty text.
    static func systemItem(_ text: String) throws(DBusError) -> SystemItem? {
        guard !text.isEmpty else { return nil }
        return try TextRules.value(text, of: SystemItem.self, named: "system item", allowed: SystemItem.allCases)
    }

    private func write(_ change: (inout TabBarItem) -> Void) throws(DBusError) {
        try daemon.perform { try $0.setTabBarItem(of: id, change) }
    }
}
