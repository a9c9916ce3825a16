/// How a view controller is shown in a navigation bar (`N13` to `N15`).
package struct NavigationItem: Hashable, Sendable {
    /// Follows the controller's title (`H-3`).
    @Text package var title: String? = nil
    package var leftBarButtonItems: [BarButtonItem] = []
    package var rightBarButtonItems: [BarButtonItem] = []
    package var hidesBackButton = false

    package init() {}

    /// The buttons of both sides.
    package var barButtonItems: [BarButtonItem] { leftBarButtonItems + rightBarButtonItems }

    /// What is wrong with the buttons, or nil.
    package var fault: ModelError? {
        var seen: Set<UInt32> = []
        for item in barButtonItems {
            guard item.id != 0, seen.insert(item.id).inserted else {
                return .invalidArgument(
                    "bar button item id \(item.id) is not allowed: ids are above 0 and unique in a navigation item")
            }
        }
        return nil
    }
}
