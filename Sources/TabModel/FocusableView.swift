/// A view of the content that can have the focus.
package struct FocusableView: Hashable, Sendable {
    package let id: ViewAddress
    /// In the tab bar controller's view.
    package let frame: Rect

    package init(id: ViewAddress, frame: Rect) {
        self.id = id
        self.frame = frame
    }
}
