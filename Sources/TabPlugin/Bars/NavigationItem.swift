internal import CTabPlugin

/// The appearance of a view controller in the bar of its navigation controller. Changes take effect immediately.
///
/// ```swift
/// final class Cities: ViewController {
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         navigationItem.rightBarButtonItems = [
///             BarButtonItem(image: "list-add-symbolic") { _ in log(.info, "add") }
///         ]
///     }
/// }
/// ```
@PluginActor
public final class NavigationItem {
    private(set) weak var controller: ViewController?
    private var lastId: UInt32 = 0

    /// The title in the bar; nil shows the title of the view controller.
    public var title: String? { didSet { if title != oldValue, !isInheritingTitle { send(TAB_NAVIGATION_TITLE) } } }
    public var leftBarButtonItems: [BarButtonItem] = [] {
        didSet {
            exchange(oldValue, for: leftBarButtonItems)
            send(TAB_NAVIGATION_LEFT_ITEMS)
        }
    }
    public var rightBarButtonItems: [BarButtonItem] = [] {
        didSet {
            exchange(oldValue, for: rightBarButtonItems)
            send(TAB_NAVIGATION_RIGHT_ITEMS)
        }
    }
    /// The toolbar items of the view controller.
    var toolbarItems: [BarButtonItem] = [] {
        didSet {
            exchange(oldValue, for: toolbarItems)
            sendToolbarItems()
        }
    }
    public var hidesBackButton = false {
        didSet { if hidesBackButton != oldValue { send(TAB_NAVIGATION_HIDES_BACK_BUTTON) } }
    }

    public var leftBarButtonItem: BarButtonItem? {
        get { leftBarButtonItems.first }
        set { leftBarButtonItems = newValue.map { [$0] } ?? [] }
    }
    public var rightBarButtonItem: BarButtonItem? {
        get { rightBarButtonItems.first }
        set { rightBarButtonItems = newValue.map { [$0] } ?? [] }
    }

    private var isInheritingTitle = false

    init(_ controller: ViewController) { self.controller = controller }

    /// Takes over the title of the view controller. The host does the same, so that nothing is sent.
    func inheritTitle(_ title: String?) {
        isInheritingTitle = true
        self.title = title
        isInheritingTitle = false
    }

    func itemChanged(_ item: BarButtonItem) {
        guard !toolbarItems.contains(where: { $0 === item }) else { return sendToolbarItems() }
        send(tab_navigation_item_fields(TAB_NAVIGATION_LEFT_ITEMS.rawValue | TAB_NAVIGATION_RIGHT_ITEMS.rawValue))
    }

    /// Performs the action of a button. Does nothing if the button does not exist.
    func activate(_ id: UInt32) {
        guard let item = item(id) else { return }
        item.primaryAction?(item)
    }

    func item(_ id: UInt32) -> BarButtonItem? {
        (leftBarButtonItems + rightBarButtonItems + toolbarItems).first { $0.id == id }
    }

    /// Sends the properties that were set before the host registered the view controller.
    func sendAll() {
        var mask: UInt32 = 0
        if title != nil { mask |= TAB_NAVIGATION_TITLE.rawValue }
        if !leftBarButtonItems.isEmpty { mask |= TAB_NAVIGATION_LEFT_ITEMS.rawValue }
        if !rightBarButtonItems.isEmpty { mask |= TAB_NAVIGATION_RIGHT_ITEMS.rawValue }
        if hidesBackButton { mask |= TAB_NAVIGATION_HIDES_BACK_BUTTON.rawValue }
        if mask != 0 { send(tab_navigation_item_fields(mask)) }
        if !toolbarItems.isEmpty { sendToolbarItems() }
    }

    private func exchange(_ old: [BarButtonItem], for new: [BarButtonItem]) {
        for item in old where !new.contains(where: { $0 === item }) {
            item.navigationItem = nil
            item.id = 0
        }
        for item in new where item.id == 0 || item.navigationItem !== self {
            lastId += 1
            item.id = lastId
            item.navigationItem = self
        }
    }

    private func sendToolbarItems() {
        guard let controller, controller.number != 0 else { return }
        controller.request("set its toolbar items") { table, host, arena in
            let items = toolbarItems.map { $0.item(in: arena) }
            return table.set_toolbar_items?(host, controller.number, arena.list(items), items.count)
        }
    }

    private func send(_ fields: tab_navigation_item_fields) {
        guard let controller, controller.number != 0 else { return }
        controller.request("set its navigation item") { table, host, arena in
            let left = leftBarButtonItems.map { $0.item(in: arena) }
            let right = rightBarButtonItems.map { $0.item(in: arena) }
            var item = tab_navigation_item(
                mask: fields.rawValue, title: arena.string(title ?? controller.title ?? ""),
                left_items: arena.list(left), left_item_count: left.count, right_items: arena.list(right),
                right_item_count: right.count, hides_back_button: hidesBackButton)
            return table.set_navigation_item?(host, controller.number, &item)
        }
    }
}

extension BarButtonItem {
    fileprivate func item(in arena: Arena) -> tab_bar_button_item {
        tab_bar_button_item(id: id, title: arena.string(title), image: arena.string(image), is_enabled: isEnabled)
    }
}

/// A button in a navigation bar or a toolbar.
///
/// ```swift
/// let item = BarButtonItem(title: "Pause") { item in item.isEnabled = false }
/// ```
@PluginActor
public final class BarButtonItem {
    public var title: String { didSet { if title != oldValue { navigationItem?.itemChanged(self) } } }
    /// The name of an icon or of an ``Image``, or an absolute `file:` URI.
    public var image: String { didSet { if image != oldValue { navigationItem?.itemChanged(self) } } }
    /// Whether the item responds to taps.
    public var isEnabled = true { didSet { if isEnabled != oldValue { navigationItem?.itemChanged(self) } } }
    /// The code to run when the user taps the item. Its argument is the item, which can be the anchor of a popover.
    /// Capture `self` weakly.
    public var primaryAction: (@PluginActor (BarButtonItem) -> Void)?

    /// The number of the item in its view controller; 0 while no view controller has it.
    package internal(set) var id: UInt32 = 0
    weak var navigationItem: NavigationItem?

    /// The address of the item; nil as long as the host does not know its view controller.
    var address: ViewAddress? {
        guard let controller = navigationItem?.controller, controller.number != 0 else { return nil }
        return ViewAddress(controller: controller.number, view: id)
    }

    public init(
        title: String = "", image: String = "", primaryAction: (@PluginActor (BarButtonItem) -> Void)? = nil
    ) {
        self.title = title
        self.image = image
        self.primaryAction = primaryAction
    }

    /// An item with a title or an icon that users know. The titles are English; to translate them, set `title`.
    public enum SystemItem: Sendable {
        case action, add, cancel, close, compose, done, edit, refresh, save, search, trash

        fileprivate var title: String {
            switch self {
            case .action: "Share"
            case .add: "Add"
            case .cancel: "Cancel"
            case .close: "Close"
            case .compose: "Compose"
            case .done: "Done"
            case .edit: "Edit"
            case .refresh: "Refresh"
            case .save: "Save"
            case .search: "Search"
            case .trash: "Delete"
            }
        }

        /// The name of the icon; empty for an item that is only a title.
        fileprivate var image: String {
            switch self {
            case .action: "emblem-shared-symbolic"
            case .add: "list-add-symbolic"
            case .close: "window-close-symbolic"
            case .compose: "document-edit-symbolic"
            case .refresh: "view-refresh-symbolic"
            case .search: "system-search-symbolic"
            case .trash: "user-trash-symbolic"
            case .cancel, .done, .edit, .save: ""
            }
        }
    }

    /// Creates an item that users know from other programs.
    public convenience init(
        barButtonSystemItem systemItem: SystemItem, primaryAction: (@PluginActor (BarButtonItem) -> Void)? = nil
    ) {
        self.init(title: systemItem.title, image: systemItem.image, primaryAction: primaryAction)
    }
}
