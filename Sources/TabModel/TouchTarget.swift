/// What is where a user touches.
package enum TouchTarget: Hashable, Sendable {
    case tabBarItem(ViewControllerID, position: Int)
    case barButtonItem(BarButtonItemAddress)
    /// The way back of a navigation controller.
    case back(ViewControllerID)
    /// A controller's view, at this point of it.
    case view(ViewControllerID, Point)
    /// The bar of a container, where no item is.
    case bar(ViewControllerID)
}
