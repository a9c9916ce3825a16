/// How a view controller is shown in a tab bar. A change is sent at once; what was never set is as in the manifest.
///
/// ```swift
/// final class Inbox: ViewController {
///     func received(_ count: Int) { tabBarItem.badgeValue = count == 0 ? nil : String(count) }
/// }
/// ```
@PluginActor
public final class TabBarItem {
    private weak var controller: ViewController?

    public var title: String? {
        didSet { if title != oldValue, !isFollowing { send(Change(title: title ?? "")) } }
    }
    /// An icon's name or an absolute `file:` URI; so is `selectedImage`.
    public var image: String? { didSet { if image != oldValue { send(Change(image: image ?? "")) } } }
    public var selectedImage: String? {
        didSet { if selectedImage != oldValue { send(Change(selectedImage: selectedImage ?? "")) } }
    }
    /// nil = no badge.
    public var badgeValue: String? {
        didSet { if badgeValue != oldValue { send(Change(badgeValue: badgeValue ?? "")) } }
    }
    /// `#RRGGBB`, `#RRGGBBAA` or a system colour's name; nil leaves it to the front end.
    public var badgeColor: String? {
        didSet { if badgeColor != oldValue { send(Change(badgeColor: badgeColor ?? "")) } }
    }
    /// A disabled item takes no tap.
    public var isEnabled = true { didSet { if isEnabled != oldValue { send(Change(isEnabled: isEnabled)) } } }
    /// A number for your use.
    public var tag = 0

    private var isFollowing = false

    /// The bar of the plugin's own that shows it; nil for none.
    weak var bar: TabBar?

    /// The item that a view controller has when none is assigned.
    init(_ controller: ViewController) { self.controller = controller }

    public init(title: String?, image: String?, tag: Int) {
        self.title = title
        self.image = image
        self.tag = tag
    }

    /// The controller's title is the item's as well (H-3); the host knows that.
    func follow(_ title: String?) {
        isFollowing = true
        self.title = title
        isFollowing = false
    }

    /// Tells a host that has just learnt of the controller what was set before.
    func sendAll() {
        let change = Change(
            title: title, image: image, selectedImage: selectedImage, badgeValue: badgeValue, badgeColor: badgeColor,
            isEnabled: isEnabled ? nil : false)
        if change != Change() { send(change) }
    }

    private func send(_ change: Change) {
        bar?.changed()
        guard let controller, controller.number != 0 else { return }
        controller.using("change its tab bar item") { () throws(PluginError) in
            try Host.setTabBarItem(change, of: controller.number)
        }
    }
}
