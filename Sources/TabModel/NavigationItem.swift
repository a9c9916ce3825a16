/// How a view controller is shown in the navigation bar (`N13` to `N15`) and the toolbar around it.
package struct NavigationItem: Hashable, Sendable {
    /// Follows the controller's title (`H-3`).
    @Text package var title: String? = nil
    package var leftBarButtonItems: [BarButtonItem] = []
    package var rightBarButtonItems: [BarButtonItem] = []
    package var hidesBackButton = false
    /// UIKit has them in the view controller; they share the ids of the other buttons.
    package var toolbarItems: [BarButtonItem] = []

    package init() {}

    /// The buttons of both bars.
    package var barButtonItems: [BarButtonItem] { leftBarButtonItems + rightBarButtonItems + toolbarItems }

    /// What is wrong with the buttons, or nil.
    package var fault: ModelError? {
        var seen: Set<UInt32> = []
        for item in barButtonItems {
            guard item.id != 0, seen.insert(item.id).inserted else {
                return .invalidArgument(
                    "bar button item id \(item.id) is not allowed: ids are above 0 and unique in both bars")
            }
        }
        return nil
    }
}
