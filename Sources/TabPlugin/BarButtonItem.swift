/// A button in a navigation bar or a toolbar.
///
/// ```swift
/// let item = BarButtonItem(title: "Pause") { item in item.isEnabled = false }
/// ```
@PluginActor
public final class BarButtonItem {
    public var title: String { didSet { if title != oldValue { navigationItem?.itemChanged(self) } } }
    /// An icon's name or an absolute `file:` URI.
    public var image: String { didSet { if image != oldValue { navigationItem?.itemChanged(self) } } }
    /// A disabled item takes no tap.
    public var isEnabled = true { didSet { if isEnabled != oldValue { navigationItem?.itemChanged(self) } } }
    /// Called at a tap, with the item, for example as the source of a popover. Capture `self` weakly.
    public var primaryAction: (@PluginActor (BarButtonItem) -> Void)?

    /// The number in its view controller; 0 while it is in none.
    var id: UInt32 = 0
    weak var navigationItem: NavigationItem?

    /// nil as long as no view controller that the host knows has it.
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
}
