/// What the navigation bar (`N13` to `N15`) and the toolbar show for a view controller.
package struct NavigationItem: Hashable, Sendable {
    /// Set together with the controller's title (`H-3`).
    @Text package var title: String? = nil
    package var leftBarButtonItems: [BarButtonItem] = []
    package var rightBarButtonItems: [BarButtonItem] = []
    package var hidesBackButton = false
    /// In UIKit these belong to the view controller. They share the ids of the other buttons.
    package var toolbarItems: [BarButtonItem] = []

    package init() {}

    /// The buttons of both bars.
    package var barButtonItems: [BarButtonItem] { leftBarButtonItems + rightBarButtonItems + toolbarItems }

    var hasBarButtonItems: Bool {
        !leftBarButtonItems.isEmpty || !rightBarButtonItems.isEmpty || !toolbarItems.isEmpty
    }

    mutating func removeBarButtonItem(_ id: UInt32) {
        leftBarButtonItems.removeAll { $0.id == id }
        rightBarButtonItems.removeAll { $0.id == id }
        toolbarItems.removeAll { $0.id == id }
    }

    /// The error of invalid buttons; nil for valid ones.
    package var validationError: ModelError? {
        var seen: Set<UInt32> = []
        for item in barButtonItems {
            guard item.id != 0, seen.insert(item.id).inserted else {
                return .invalidArgument(
                    "bar button item id \(item.id) is not allowed; ids are above 0 and unique in both bars")
            }
        }
        return nil
    }
}

/// A button in a navigation bar or a toolbar.
package struct BarButtonItem: Hashable, Sendable {
    package var id: UInt32
    @Text package var title: String
    @Text package var image: String
    package var isEnabled: Bool

    package init(id: UInt32, title: String, image: String, isEnabled: Bool) {
        self.id = id
        self.title = title
        self.image = image
        self.isEnabled = isEnabled
    }
}

/// A bar button of a view controller.
package struct BarButtonItemAddress: Hashable, Sendable {
    package let viewController: ViewControllerID
    package let item: UInt32

    package init(viewController: ViewControllerID, item: UInt32) {
        self.viewController = viewController
        self.item = item
    }
}
