/// What a controller is in; 0 for none.
package struct Containers: Hashable, Sendable {
    package var parent: UInt64
    package var navigationController: UInt64
    package var tabBarController: UInt64
    package var presentingViewController: UInt64

    package init(
        parent: UInt64, navigationController: UInt64, tabBarController: UInt64, presentingViewController: UInt64
    ) {
        self.parent = parent
        self.navigationController = navigationController
        self.tabBarController = tabBarController
        self.presentingViewController = presentingViewController
    }
}
