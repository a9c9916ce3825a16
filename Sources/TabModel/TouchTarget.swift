/// What is where a user touches.
package enum TouchTarget: Hashable, Sendable {
    case tabBarItem(ViewControllerID, position: Int)
    case barButtonItem(BarButtonItemAddress)
    /// The way back of a navigation controller.
    case back(ViewControllerID)
    /// A controller's view, at this point of it.
    case view(ViewControllerID, Point)
    /// A view of a controller that a gesture names: itself and those that it is in.
    case control(ViewControllerID, views: [UInt32])
    /// The bar of a container, where no item is.
    case bar(ViewControllerID)
    /// The toolbar of a navigation controller, where no item is.
    case toolbar(ViewControllerID)

    /// The controller that has it.
    package var viewController: ViewControllerID {
        switch self {
        case .tabBarItem(let id, _), .back(let id), .view(let id, _), .control(let id, _), .bar(let id),
            .toolbar(let id):
            id
        case .barButtonItem(let item): item.viewController
        }
    }
}
