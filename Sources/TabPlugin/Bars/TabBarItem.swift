/// How a view controller is shown in a tab bar. A change is sent at once; what was never set is as in the manifest.
///
/// ```swift
/// final class Inbox: ViewController {
///     func received(_ count: Int) { tabBarItem.badgeValue = count == 0 ? nil : String(count) }
/// }
/// ```
///
/// An item that you make and assign replaces the one before with all its properties. That one changes nothing any more.
///
/// ```swift
/// let search = ViewController()
/// search.tabBarItem = TabBarItem(tabBarSystemItem: .search, tag: 1)
/// ```
@PluginActor
public final class TabBarItem {
    /// The items that the system names and draws itself.
    public enum SystemItem: String, CaseIterable, Sendable {
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search, downloads
        case mostRecent, mostViewed
    }

    /// The view controller that it belongs to. One item can't belong to two (H-6).
    private(set) weak var controller: ViewController?

    /// nil shows that of the system item. A system item's own title and image are not here (H-21).
    public var title: String? {
        didSet { if title != oldValue, !isFollowing { send("Title", title) } }
    }
    /// An icon's name or an absolute `file:` URI; so is `selectedImage`.
    public var image: String? { didSet { if image != oldValue { send("Image", image) } } }
    /// `image` as long as it is not set; nil without an image (H-12).
    public var selectedImage: String? {
        get { image == nil ? nil : ownSelectedImage ?? image }
        set { ownSelectedImage = newValue }
    }
    /// nil = no badge.
    public var badgeValue: String? {
        didSet { if badgeValue != oldValue { send("BadgeValue", badgeValue) } }
    }
    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; nil leaves it to the front end.
    public var badgeColor: String? {
        didSet { if badgeColor != oldValue { send("BadgeColor", badgeColor) } }
    }
    /// A disabled item takes no tap.
    public var isEnabled = true { didSet { if isEnabled != oldValue { send("Enabled", .bool(isEnabled)) } } }
    /// A number for your use. A bar does not draw it.
    public var tag = 0 {
        didSet { if tag != oldValue { send(["Tag": .int64(Int64(tag))], isReplacement: false) } }
    }
    public let systemItem: SystemItem?

    private var ownSelectedImage: String? {
        didSet { if ownSelectedImage != oldValue { send("SelectedImage", ownSelectedImage) } }
    }
    private var isFollowing = false
    /// Whether it was assigned to its view controller. Then it is the whole item, also where it has default values.
    private var isAssigned = false

    /// The bar of the plugin's own that shows it; nil for none.
    weak var bar: TabBar?

    /// The item that a view controller has when none is assigned.
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

    /// Without title and image.
    public convenience init() { self.init(title: nil, image: nil, tag: 0) }

    /// The system's title and image, in the user's language where the front end knows it.
    public init(tabBarSystemItem: SystemItem, tag: Int) {
        systemItem = tabBarSystemItem
        self.tag = tag
    }

    /// The controller's title is the item's as well (H-3); the host knows that.
    func follow(_ title: String?) {
        isFollowing = true
        self.title = title
        isFollowing = false
    }

    func attach(to controller: ViewController) {
        self.controller = controller
        isAssigned = true
        sendAll()
    }

    func detach() { controller = nil }

    /// Tells a host that has just learnt of the controller what was set before.
    func sendAll() {
        let values = values
        if isAssigned || !values.isEmpty { send(values, isReplacement: isAssigned) }
    }

    /// What differs from the default values, as on the bus.
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
        return values
    }

    /// Sends a text; nil is an empty one on the bus.
    private func send(_ name: String, _ text: String?) { send(name, .string(text ?? "")) }

    private func send(_ name: String, _ value: Value) {
        bar?.changed()
        send([name: value], isReplacement: false)
    }

    private func send(_ values: [String: Value], isReplacement: Bool) {
        guard let controller, controller.number != 0 else { return }
        controller.using("change its tab bar item") { () throws(PluginError) in
            try Host.setTabBarItem(values, isReplacement: isReplacement, of: controller.number)
        }
    }
}

/// What a bar of the plugin's own draws for the items of the system. The host has the same for managed bars.
extension TabBarItem.SystemItem {
    /// The visible English title (H-20).
    var title: String { look.title }

    /// The name of the icon in the freedesktop icon naming specification.
    var image: String { look.image }

    private var look: (title: String, image: String) {
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
