/// What a point of a window hits.
package enum Touch: Hashable, Sendable {
    /// Nothing: it is outside of the window.
    case nowhere
    case content(TouchTarget)
    /// The popover of this controller.
    case popover(ViewControllerID, TouchTarget)
    /// What lets touches pass while there is a popover (`P51`, `P52`).
    case passthrough(TouchTarget)
    /// Beside an alert, or beside the popover of this controller, which the user thereby tries to dismiss (`P55`).
    case outside(ViewControllerID)
}

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

/// Whether a user's touch reaches what it is meant for.
package enum TouchPermission: Hashable, Sendable {
    /// Nothing covers the target.
    case allowed
    /// The target takes touches while a popover is up, which stays (`P51`, `P52`).
    case passthrough
    /// The target is outside of this alert or this controller's popover: the touch tries to dismiss it (`P55`).
    case outside(ViewControllerID)
}

/// A view of a view controller; what it is like is known outside of the model.
package struct ViewAddress: Hashable, Sendable {
    package let viewController: ViewControllerID
    /// 0 is the tab bar of a tab bar controller.
    package let view: UInt32

    package init(viewController: ViewControllerID, view: UInt32) {
        self.viewController = viewController
        self.view = view
    }
}

/// Tells the foremost view at a point of a controller's view, and those that it is in, up to the root view.
package typealias ViewHits = (ViewControllerID, Point) -> [UInt32]

/// Converts a rectangle in the coordinates of a view, nil for the whole view, to those of its controller's root view
/// (V2); nil when there is no such view.
package typealias ViewFrames = (ViewAddress, _ rect: Rect?) -> Rect?
