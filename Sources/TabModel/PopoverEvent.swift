/// What happens to a popover, told to its delegate and to everybody.
package enum PopoverEvent: Hashable, Sendable {
    /// It is there to be configured: the controller's style is popover now (`P4`).
    case created
    /// Another one with defaults is there in place of the one with this number (`P8`).
    case renewed(UInt64)
    /// Another controller is presented in its place (`P63`).
    case replaced(ViewControllerID)
    /// It is there no more.
    case released
    case prepareForPresentation
    case shouldDismiss
    case willDismiss
    case didDismiss
    case didAttemptToDismiss
    case willReposition(Rect?, ViewAddress)
    case willPresentWithAdaptiveStyle(ModalPresentationStyle)
    case chromeChanged(String, animated: Bool)
    /// The delegate is asked; `Hierarchy.answer(_:_:)` goes on.
    case asks(PopoverQuestion)
}
