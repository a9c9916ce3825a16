import DBusInterface
import EventLoop
import TabInterface
import TabModel

/// The implementation of `org.tabd.Tabs1.TabBar`. The tab bar controller manages the bar, so only Translucent is
/// writable (L-4).
@EventLoop
struct TabBarFacade: ControllerFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarInterface

    static let interface = Interface<TabBarFacade>(Contract.self) {
        Contract.items.managed { $0.model.nodes.barItems(of: $0.id).map(\.path) }
        Contract.selectedItem.managed { $0.model.nodes.barSelectedItem(of: $0.id).path }
        Contract.frame.managed { DBusRect($0.model.geometry.barFrame(of: $0.id)) }
        Contract.hidden.managed { $0.model.nodes.isBarDrawnHidden($0.id) }
        Contract.itemFrames.managed { $0.model.geometry.itemFrames(of: $0.id).map { DBusRect($0) } }
        Contract.side.managed { ($0.model.nodes.window(of: $0.id)?.barSide ?? .bottom).rawValue }
        Contract.slots.managed { UInt32(clamping: $0.model.nodes.barSlots(of: $0.id) ?? 0) }
        Contract.translucent.reading(
            { $0.model.nodes.isBarTranslucent(of: $0.id) }, setting: { try $0.setBarTranslucent($2, of: $1) })
        Contract.tapItem.handledLater { (facade, promise, position, options) throws(DBusError) in
            let (id, expected) = (facade.id, options[Contract.TapItemOption.expected])
            try facade.tabGestures.tapItem(of: id, for: facade.caller, promise) { nodes in
                guard let expected else { return Int(position) }
                return nodes.barItems(of: id).dropFirst(Int(position)).first?.path == expected ? Int(position) : nil
            }
        }
        Contract.itemTapped
        Contract.itemsChanged
    }
}

extension Property {
    /// Implements a property of a managed bar, which rejects every write.
    @EventLoop
    fileprivate func managed(_ get: @escaping (TabBarFacade) -> Content) -> Member<TabBarFacade> {
        let name = name
        return reading(
            get,
            refusing: {
                .internalInconsistency(
                    "Directly modifying a tab bar managed by a tab bar controller is not allowed (\(name)); "
                        + "use \($0.id.path) instead")
            })
    }
}

/// The implementation of `org.tabd.Tabs1.TabBarItem`.
@EventLoop
struct TabBarItemFacade: ItemFacade {
    let context: Context
    let id: ViewControllerID
    let caller: String

    typealias Contract = TabBarItemInterface

    private var item: TabBarItem { delivery.hierarchy.nodes.tabBarItem(of: id) }

    /// A hash of the announced properties.
    private var stamp: UInt64 {
        var hasher = Hasher()
        let item = item
        hasher.combine(item)
        // Its title depends on the language of the window.
        if item.systemItem != nil { hasher.combine(delivery.hierarchy.nodes.language(around: id)) }
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }

    static let interface = Interface<TabBarItemFacade>(Contract.self, stamp: \.stamp) {
        Contract.title.reading({ $0.item.title ?? "" }, changing: \.title) {
            try TextRules.optionalText($0, named: "Title")
        }
        Contract.image.reading(
            { $0.item.image ?? "" },
            storing: { facade, text in
                let image = try facade.properties.image(text, of: facade.id, for: facade.caller)
                try facade.write { $0.image = image }
            })
        Contract.selectedImage.reading(
            { $0.item.selectedImage ?? "" },
            storing: { facade, text in
                let image = try facade.properties.image(text, of: facade.id, for: facade.caller)
                try facade.write { $0.selectedImage = image }
            })
        Contract.badgeValue.reading({ $0.item.badgeValue ?? "" }, changing: \.badgeValue) {
            try TextRules.optionalText($0, named: "BadgeValue")
        }
        Contract.badgeColor.reading({ $0.item.badgeColor ?? "" }, changing: \.badgeColor, to: TextRules.colour)
        Contract.tag.reading({ $0.item.tag }, changing: \.tag)
        Contract.enabled.reading({ $0.item.isEnabled }, changing: \.isEnabled)
        Contract.systemItem.reading({ $0.item.systemItem?.rawValue ?? "" }, changing: \.systemItem, to: systemItem)
        Contract.needsAttention.reading({ $0.item.needsAttention }, changing: \.needsAttention)
        Contract.loading.reading({ $0.item.isLoading }, changing: \.isLoading)
        Contract.tooltip.reading({ $0.item.tooltip ?? "" }, changing: \.tooltip) {
            try TextRules.optionalText($0, named: "Tooltip")
        }
        Contract.accessibilityLabel.reading({ $0.item.accessibilityLabel ?? "" }, changing: \.accessibilityLabel) {
            try TextRules.optionalText($0, named: "AccessibilityLabel")
        }
        Contract.allowsClosing.reading({ $0.item.allowsClosing }, changing: \.allowsClosing)
        Contract.allowsReordering.reading({ $0.item.allowsReordering }, changing: \.allowsReordering)
        Contract.setValues.handled { (facade, values, options) throws(DBusError) in
            try values.requireProperties(
                of: Contract.name,
                [
                    Contract.title.description, Contract.image.description, Contract.selectedImage.description,
                    Contract.badgeValue.description, Contract.badgeColor.description, Contract.tag.description,
                    Contract.enabled.description, Contract.systemItem.description,
                    Contract.needsAttention.description, Contract.loading.description, Contract.tooltip.description,
                    Contract.accessibilityLabel.description, Contract.allowsClosing.description,
                    Contract.allowsReordering.description,
                ])
            var change = TabBarItemChange(values)
            change.isReplacement = options[Contract.SetValuesOption.replace] ?? false
            try facade.properties.setTabBarItem(change, of: facade.id, for: facade.caller)
        }
        Contract.displayTitle.reading { $0.model.nodes.displayTitle(of: $0.id) ?? "" }
        Contract.displayImage.reading { $0.item.displayImage ?? "" }
    }

    /// Returns the system item; nil for the empty string.
    nonisolated static func systemItem(_ text: String) throws(DBusError) -> SystemItem? {
        text.isEmpty ? nil : try TextRules.value(text, named: "system item")
    }

    func write(_ change: (inout TabBarItem) -> Void) throws(DBusError) {
        try perform { try $0.setTabBarItem(of: $1, change) }
    }
}
