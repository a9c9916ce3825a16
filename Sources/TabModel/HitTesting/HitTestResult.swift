/// The result of a hit test in a window.
package enum HitTestResult: Hashable, Sendable {
    /// The point is outside of the window.
    case nowhere
    case content(HitTestTarget)
    /// A point inside the popover of this controller.
    case popover(ViewControllerID, HitTestTarget)
    /// A target that stays reachable while a popover is open (`P51`, `P52`).
    case passthrough(HitTestTarget)
    /// A point outside of an alert, or outside of this controller's popover. A tap there is an attempt to dismiss it
    /// (`P55`).
    case outside(ViewControllerID)
}

/// The target of a tap.
package enum HitTestTarget: Hashable, Sendable {
    case tabBarItem(ViewControllerID, position: Int)
    case barButtonItem(BarButtonItemAddress)
    /// The back button of a navigation controller.
    case back(ViewControllerID)
    /// A controller's view, with the point in its coordinates.
    case view(ViewControllerID, Point)
    /// A view that a gesture names, with its superviews.
    case control(ViewControllerID, views: [UInt32])
    /// The bar of a container, outside of its items.
    case bar(ViewControllerID)
    /// The toolbar of a navigation controller, outside of its items.
    case toolbar(ViewControllerID)

    /// The controller of the target.
    package var viewController: ViewControllerID {
        switch self {
        case .tabBarItem(let id, _), .back(let id), .view(let id, _), .control(let id, _), .bar(let id),
            .toolbar(let id):
            id
        case .barButtonItem(let item): item.viewController
        }
    }
}

/// Whether a gesture reaches its target.
package enum GesturePermission: Hashable, Sendable {
    /// Nothing covers the target.
    case allowed
    /// The target stays reachable while a popover is open, and the popover stays open (`P51`, `P52`).
    case passthrough
    /// The target is outside of this alert or this controller's popover: the gesture is an attempt to dismiss it
    /// (`P55`).
    case outside(ViewControllerID)
}

/// A view of a view controller. The model does not know its content.
package struct ViewAddress: Hashable, Sendable {
    package let viewController: ViewControllerID
    /// 0 is the tab bar of a tab bar controller.
    package let view: UInt32

    package init(viewController: ViewControllerID, view: UInt32) {
        self.viewController = viewController
        self.view = view
    }
}

/// Returns the foremost view at a point of a controller's view, followed by its superviews up to the root view.
package typealias ViewHits = (ViewControllerID, Point) -> [UInt32]

/// Converts a rectangle of a view (nil for its bounds) to the coordinates of its controller's root view (V2). Returns
/// nil when the view does not exist.
package typealias ViewFrames = (ViewAddress, _ rect: Rect?) -> Rect?
