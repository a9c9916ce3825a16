/// A button that a view controller has in a bar.
package struct BarButtonItemAddress: Hashable, Sendable {
    package let viewController: ViewControllerID
    package let item: UInt32

    package init(viewController: ViewControllerID, item: UInt32) {
        self.viewController = viewController
        self.item = item
    }
}
