/// A bar with a row of items, of which the user chooses one. It is a view of your own or the bar of a tab bar
/// controller.
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
/// Add a bar of your own to a view and give it a frame. Its items share the width equally. Both kinds of bar can be the
/// anchor of a popover (`PopoverPresentationController.sourceView`).
@PluginActor
public final class TabBar: View {
    /// The tab bar controller that manages the bar; nil for a bar of your own.
    ///
    /// A tab bar controller sets the items of its bar itself. Setting the items or the selection of such a bar logs an
    /// error and has no effect.
    public let tabBarController: TabBarController?
    /// The object that is notified of the user's taps. The bar does not retain it.
    public weak var delegate: (any TabBarDelegate)?

    private var ownItems: [TabBarItem] = []
    private var ownSelectedItem: TabBarItem?

    /// Creates a bar that no tab bar controller manages.
    public override init(frame: Rect = .zero) {
        tabBarController = nil
        super.init(frame: frame)
    }

    init(_ tabBarController: TabBarController) {
        self.tabBarController = tabBarController
        super.init(frame: .zero)
    }

    /// The items from left to right; empty for the bar of a tab bar controller.
    public var items: [TabBarItem] {
        get { ownItems }
        set { setItems(newValue, animated: false) }
    }

    /// Replaces the items. If the selected item is not among the new ones, the selection becomes nil. Front ends decide
    /// whether to animate the change.
    public func setItems(_ items: [TabBarItem], animated: Bool) {
        guard isOwn("its items") else { return }
        for item in ownItems where item.bar === self { item.bar = nil }
        ownItems = items
        for item in items { item.bar = self }
        if !items.contains(where: { $0 === ownSelectedItem }) { ownSelectedItem = nil }
        changed()
    }

    /// The selected item, or nil. Setting an item that is not in `items` has no effect. Setting it does not notify the
    /// delegate.
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
        log(.error, "tab bar controller \(tabBarController.number) manages its bar: \(what) can't be set")
        return false
    }

    override var isFocusableByDefault: Bool { tabBarController == nil }

    override var className: String { tabBarController == nil ? "TabBar" : "View" }

    override var address: ViewAddress? {
        guard let tabBarController else { return super.address }
        return tabBarController.number == 0 ? nil : ViewAddress(controller: tabBarController.number, view: 0)
    }

    override func encode(into properties: inout Properties) {
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

    /// Selects the enabled item that the user tapped and notifies the delegate, even if the item was selected before.
    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "selectItem" else { throw .notSupported }
        guard case .uint32(let index) = value else { throw .invalidArgs }
        guard index < ownItems.count else { throw .outOfRange }
        let item = ownItems[Int(index)]
        guard item.isEnabled else { throw .invalidArgument }
        selectedItem = item
        delegate?.tabBar(self, didSelect: item)
    }
}

/// Receives the user's taps on a `TabBar` that no tab bar controller manages.
@PluginActor
public protocol TabBarDelegate: AnyObject {
    /// The user tapped an enabled item, which is now selected. Also called if the item was selected before.
    func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem)
}

extension TabBarDelegate {
    public func tabBar(_ tabBar: TabBar, didSelect item: TabBarItem) {}
}
