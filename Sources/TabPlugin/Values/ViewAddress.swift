/// The host's reference to a view or a bar button item: `(tu)` in the C interface.
struct ViewAddress: Hashable {
    static let none = ViewAddress(controller: 0, view: 0)

    let controller: UInt64
    /// The number of the view; 0 stands for the bar of a tab bar controller.
    let view: UInt32

    var value: Value { .structure([.uint64(controller), .uint32(view)]) }
}

extension ViewAddress {
    init?(value: Value?) {
        guard case .structure(let fields)? = value, fields.count == 2, case .uint64(let controller) = fields[0],
            case .uint32(let view) = fields[1]
        else { return nil }
        self.init(controller: controller, view: view)
    }

    /// The view if it belongs to this plugin, otherwise a proxy; nil for no view.
    @PluginActor
    var foundView: View? {
        guard controller != 0 else { return nil }
        guard let viewController = Registration.instances[controller]?.viewController else { return ForeignView(self) }
        if view == 0, let tabs = viewController as? TabBarController { return tabs.tabBar }
        return viewController.viewIfLoaded?.find(view) ?? ForeignView(self)
    }

    /// The bar button item of a view controller of this plugin; nil if it does not exist.
    @PluginActor
    var foundBarButtonItem: BarButtonItem? {
        Registration.instances[controller]?.viewController?.navigationItem.item(view)
    }
}

/// A proxy of another owner's view.
@PluginActor
private final class ForeignView: View {
    private let ownAddress: ViewAddress

    init(_ address: ViewAddress) {
        ownAddress = address
        super.init(frame: .zero)
    }

    override var address: ViewAddress? { ownAddress }
}
