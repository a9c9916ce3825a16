/// A view of the content that can have the focus.
package struct FocusableView: Hashable, Sendable {
    package struct ID: Hashable, Sendable {
        package let viewController: ViewControllerID
        package let view: UInt32

        package init(viewController: ViewControllerID, view: UInt32) {
            self.viewController = viewController
            self.view = view
        }
    }

    package let id: ID
    /// In the tab bar controller's view.
    package let frame: Rect

    package init(id: ID, frame: Rect) {
        self.id = id
        self.frame = frame
    }
}
