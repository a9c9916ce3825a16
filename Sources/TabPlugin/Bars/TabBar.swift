/// A row of items to choose from: a bar of your own (A.3), or that of a tab bar controller.
///
/// ```swift
/// final class Mailboxes: ViewController, TabBarDelegate {
///     private let bar = TabBar()
///     private let inbox = TabBarItem(title: "Inbox", image: "mail-unread-symbolic", tag: 0)
///     private let sent = TabBarItem(title: "Sent", image: "document-send-symbolic", tag: 1)
///
///     override func viewDidLoad() {
///         super.viewDidLoad()
///         bar.items = [inbox, sent]
///         bar.selectedItem = inbox
///         bar.delegate = self
///         view.addSubview(bar)
///     }
///
///     func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem) { log(.info, item.title ?? "") }
/// }
/// ```
///
/// A bar of your own is a view like others: give it a frame. The items share its width equally. A popover may point at
/// either kind (`PopoverPresentationController.sourceView`).
@PluginActor
public final class TabBar: View {
    /// Whose bar it is; nil for one of your own. A tab bar controller sets the items of its bar itself: changes of them
    /// here are logged and change nothing (L-4, L-5).
    public let tabBarController: TabBarController?
    /// Told about the user's taps. Not retained.
    public weak var delegate: (any TabBarDelegate)?

    private var ownItems: [TabBarItem] = []
    private var ownSelectedItem: TabBarItem?

    /// A bar of your own.
    public override init(frame: Rect = .zero) {
        tabBarController = nil
        super.init(frame: frame)
    }

    init(_ tabBarController: TabBarController) {
        self.tabBarController = tabBarController
        super.init(frame: .zero)
    }

    /// From left to right; empty for the bar of a tab bar controller.
    public var items: [TabBarItem] {
        get { ownItems }
        set { setItems(newValue, animated: false) }
    }

    /// Replaces the items. When the selected one is not among them, none is selected (S-55). Front ends decide whether
    /// they animate it.
    public func setItems(_ items: [TabBarItem], animated: Bool) {
        guard isOwn("its items") else { return }
        for item in ownItems where item.bar === self { item.bar = nil }
        ownItems = items
        for item in items { item.bar = self }
        if !items.contains(where: { $0 === ownSelectedItem }) { ownSelectedItem = nil }
        changed()
    }

    /// nil = none. An item that is not in `items` is ignored, and the delegate is not told.
    public var selectedItem: TabBarItem? {
        get { ownSelectedItem }
        set {
            guard isOwn("its selected item"), newValue == nil || ownItems.contains(where: { $0 === newValue }) else {
                return
            }
            ownSelectedItem = newValue
            changed()
        }
    }

    private func isOwn(_ what: String) -> Bool {
        guard let tabBarController else { return true }
        log(.error, "the bar of tab bar controller \(tabBarController.number) is managed by it: \(what) can't be set")
        return false
    }

    override var isFocusableByDefault: Bool { tabBarController == nil }

    override var className: String { tabBarController == nil ? "TabBar" : "View" }

    override var address: ViewAddress? {
        guard let tabBarController else { return super.address }
        return tabBarController.number == 0 ? nil : ViewAddress(controller: tabBarController.number, view: 0)
    }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        let values = ownItems.map { item in
            Value.structure([
                .string(item.title ?? item.systemItem?.title ?? ""),
                .string(item.image ?? item.systemItem?.image ?? ""), .string(item.badgeValue ?? ""),
                .bool(item.isEnabled),
            ])
        }
        properties.add("Items", .array(of: "(sssb)", values), unless: values.isEmpty)
        let index = ownItems.firstIndex { $0 === ownSelectedItem }
        properties.add("SelectedItem", .int32(Int32(clamping: index ?? -1)), unless: index == nil)
    }

    /// A user's tap selects an enabled item and is told, also when that was selected before.
    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "selectItem" else { throw .notSupported }
        guard case .uint32(let index) = value else { throw .invalidArgs }
        guard index < ownItems.count else { throw .outOfRange }
        let item = ownItems[Int(index)]
        guard item.isEnabled else { throw .invalidArgument }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }
}

/// Receives the user's taps on a `TabBar` that is a view of its own.
@PluginActor
public protocol TabBarDelegate: AnyObject {
    /// A user tapped an enabled item, which is selected by then; also for the item that was selected before.
    func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem)
}

extension TabBarDelegate {
    public func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem) {}
}
