/// A view or a button as the host knows it: `(tu)` on the other side.
struct ViewAddress: Hashable {
    static let none = ViewAddress(controller: 0, view: 0)

    let controller: UInt64
    /// 0 is the bar of a tab bar controller.
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

    /// The view itself when it is one of this plugin's, else what stands for it; nil for none.
    @PluginActor
    var foundView: View? {
        guard controller != 0 else { return nil }
        guard let viewController = Registration.instances[controller]?.viewController else { return ForeignView(self) }
        if view == 0, let tabs = viewController as? TabBarController { return tabs.tabBar }
        return viewController.viewIfLoaded?.find(view) ?? ForeignView(self)
    }

    /// The button of a view controller of this plugin that has this id.
    @PluginActor
    var foundBarButtonItem: BarButtonItem? {
        Registration.instances[controller]?.viewController?.navigationItem.item(view)
    }
}

/// Stands for a view of somebody else.
@PluginActor
private final class ForeignView: View {
    private let ownAddress: ViewAddress

    init(_ address: ViewAddress) {
        ownAddress = address
        super.init(frame: .zero)
    }

    override var address: ViewAddress? { ownAddress }
}
