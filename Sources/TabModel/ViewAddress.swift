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
