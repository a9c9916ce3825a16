/// What a popover's delegate says.
package enum PopoverAnswer: Hashable, Sendable {
    /// It doesn't say, or not in time: all stays as it would be without a delegate.
    case none
    case allowed(Bool)
    case place(Rect?, ViewAddress)
    case style(ModalPresentationStyle)
    case viewController(ViewControllerID)
}
