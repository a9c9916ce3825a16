internal import CTabPlugin

/// The appearance of a view controller in a tab bar.
///
/// Changes take effect immediately. Properties that you do not set have the values of the manifest.
///
/// ```swift
/// final class Inbox: ViewController {
///     func received(_ count: Int) { tabBarItem.badgeValue = count == 0 ? nil : String(count) }
/// }
/// ```
///
/// An item that you create and assign replaces the previous item with all its properties. Changes of the previous item
/// no longer have an effect.
///
/// ```swift
/// let search = ViewController()
/// search.tabBarItem = TabBarItem(tabBarSystemItem: .search, tag: 1)
/// ```
@PluginActor
public final class TabBarItem {
    /// Items whose title and image come from the system.
    public enum SystemItem: String, CaseIterable, Sendable {
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads
        case mostRecent, mostViewed
    }

    /// The view controller that the item belongs to. An item can belong to only one view controller.
    private(set) weak var controller: ViewController?

    /// The title; nil shows the title of the system item, which this property does not return.
    public var title: String? {
        didSet { if title != oldValue, !isInheritingTitle { send("Title", title) } }
    }
    /// The name of an icon or of an ``Image``, or an absolute `file:` URI.
    public var image: String? { didSet { if image != oldValue { send("Image", image) } } }
    /// The image of the selected item, in the form of `image`. The default is `image`. It is nil if `image` is nil.
    public var selectedImage: String? {
        get { image == nil ? nil : ownSelectedImage ?? image }
        set { ownSelectedImage = newValue }
    }
    /// The text of the badge; nil for no badge.
    public var badgeValue: String? {
        didSet { if badgeValue != oldValue { send("BadgeValue", badgeValue) } }
    }
    /// The colour of the badge: `#RRGGBB`, `#RRGGBBAA` or the name of a system colour. With nil the front end chooses.
    public var badgeColor: String? {
        didSet { if badgeColor != oldValue { send("BadgeColor", badgeColor) } }
    }
    /// Whether the item responds to taps.
    public var isEnabled = true { didSet { if isEnabled != oldValue { send("Enabled", .bool(isEnabled)) } } }
    /// A number for your own use, which bars do not show.
    public var tag = 0 {
        didSet { if tag != oldValue { send(["Tag": .int64(Int64(tag))], isReplacement: false) } }
    }
    public let systemItem: SystemItem?
    /// Whether the tab asks for the user's attention, besides its badge. You reset it yourself.
    public var needsAttention = false {
        didSet { if needsAttention != oldValue { send("NeedsAttention", .bool(needsAttention)) } }
    }
    /// Whether the content of the tab is loading.
    public var isLoading = false { didSet { if isLoading != oldValue { send("Loading", .bool(isLoading)) } } }
    /// A longer description, which a front end shows while the pointer is over the item.
    public var toolTip: String? { didSet { if toolTip != oldValue { send("Tooltip", toolTip) } } }
    /// The text that a screen reader speaks instead of the title.
    public var accessibilityLabel: String? {
        didSet { if accessibilityLabel != oldValue { send("AccessibilityLabel", accessibilityLabel) } }
    }
    /// Whether the user may close the tab, which destroys its view controller.
    public var allowsClosing = false {
        didSet { if allowsClosing != oldValue { send("AllowsClosing", .bool(allowsClosing)) } }
    }
    /// Whether the user may move the tab to another place.
    public var allowsReordering = false {
        didSet { if allowsReordering != oldValue { send("AllowsReordering", .bool(allowsReordering)) } }
    }

    private var ownSelectedImage: String? {
        didSet { if ownSelectedImage != oldValue { send("SelectedImage", ownSelectedImage) } }
    }
    private var isInheritingTitle = false
    /// Whether the plugin assigned the item. An assigned item replaces all properties of the previous one, including
    /// those that have default values.
    private var isAssigned = false

    /// The bar of the plugin that shows the item; nil for none.
    weak var bar: TabBar?

    /// Creates the initial item of a view controller.
    init(_ controller: ViewController) {
        self.controller = controller
        systemItem = nil
    }

    public init(title: String?, image: String?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
        systemItem = nil
    }

    public convenience init(title: String?, image: String?, selectedImage: String?) {
        self.init(title: title, image: image, tag: 0)
        ownSelectedImage = selectedImage
    }

    /// Creates an item without a title and an image.
    public convenience init() { self.init(title: nil, image: nil, tag: 0) }

    /// Creates an item with the title and image of a system item. Front ends may translate the title.
    public init(tabBarSystemItem: SystemItem, tag: Int) {
        systemItem = tabBarSystemItem
        self.tag = tag
    }

    /// Takes over the title of the view controller. The host does the same, so that nothing is sent.
    func inheritTitle(_ title: String?) {
        isInheritingTitle = true
        self.title = title
        isInheritingTitle = false
    }

    func attach(to controller: ViewController) {
        self.controller = controller
        isAssigned = true
        sendAll()
    }

    func detach() { controller = nil }

    /// Sends the properties that were set before the host knew the view controller.
    func sendAll() {
        let values = values
        if isAssigned || !values.isEmpty { send(values, isReplacement: isAssigned) }
    }

    /// The properties that differ from their defaults, in the form that they have on the bus.
    private var values: [String: Value] {
        var values: [String: Value] = [:]
        values["Title"] = title.map(Value.string)
        values["Image"] = image.map(Value.string)
        values["SelectedImage"] = ownSelectedImage.map(Value.string)
        values["BadgeValue"] = badgeValue.map(Value.string)
        values["BadgeColor"] = badgeColor.map(Value.string)
        values["Tag"] = tag == 0 ? nil : .int64(Int64(tag))
        values["Enabled"] = isEnabled ? nil : .bool(false)
        values["SystemItem"] = systemItem.map { .string($0.rawValue) }
        values["NeedsAttention"] = needsAttention ? .bool(true) : nil
        values["Loading"] = isLoading ? .bool(true) : nil
        values["Tooltip"] = toolTip.map(Value.string)
        values["AccessibilityLabel"] = accessibilityLabel.map(Value.string)
        values["AllowsClosing"] = allowsClosing ? .bool(true) : nil
        values["AllowsReordering"] = allowsReordering ? .bool(true) : nil
        return values
    }

    /// Sends a text. On the bus an empty text stands for nil.
    private func send(_ name: String, _ text: String?) { send(name, .string(text ?? "")) }

    private func send(_ name: String, _ value: Value) {
        bar?.changed()
        send([name: value], isReplacement: false)
    }

    /// Sends properties of the item.
    ///
    /// - Parameter isReplacement: Whether properties that are missing in `values` are reset to their defaults.
    private func send(_ values: [String: Value], isReplacement: Bool) {
        guard let controller, controller.number != 0 else { return }
        controller.request("change its tab bar item") { table, host, arena in
            let list = values.map { tab_property(name: arena.string($0), value: arena.value($1)) }
            return table.set_tab_bar_item_values?(
                host, controller.number, arena.list(list), list.count, isReplacement)
        }
    }
}

/// The titles and images that an unmanaged bar shows for system items. The host has the same for managed bars.
extension TabBarItem.SystemItem {
    /// The English title.
    var title: String { appearance.title }

    /// The name of the icon in the freedesktop icon naming specification.
    var image: String { appearance.image }

    private var appearance: (title: String, image: String) {
        switch self {
        case .more: ("More", "applications-other")
        case .favorites: ("Favorites", "emblem-favorite")
        case .featured: ("Featured", "emblem-important")
        case .topRated: ("Top Rated", "go-top")
        case .recents: ("Recents", "document-open-recent")
        case .contacts: ("Contacts", "x-office-address-book")
        case .history: ("History", "appointment-soon")
        case .bookmarks: ("Bookmarks", "user-bookmarks")
        case .search: ("Search", "system-search")
        case .downloads: ("Downloads", "emblem-downloads")
        case .mostRecent: ("Most Recent", "emblem-new")
        case .mostViewed: ("Most Viewed", "document-print-preview")
        }
    }
}
