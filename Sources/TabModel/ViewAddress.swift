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

/// Tells the frame of a view in the coordinates of its controller's root view; nil when there is no such view.
package typealias ViewFrames = (ViewAddress) -> Rect?
