/// The popover of one view controller, `UIPopoverPresentationController` (`P2`).
struct Popover: Sendable {
    /// What is to be done for it in the next update cycle.
    enum Step: Hashable, Sendable {
        /// To find out what it is presented as, at its beginning and in other size classes (`P74`).
        case adapt
        case present(as: ModalPresentationStyle)
        /// To become another style's presentation, perhaps of another controller (`P63`).
        case replace(by: ViewControllerID?, as: ModalPresentationStyle)
        case show
        /// To find its place again, asking first after a change of its container's size (`P61`).
        case layOut(asking: Bool)
    }

    /// No other popover has it.
    let number: UInt64
    var configuration = PopoverConfiguration()
    /// What its delegate has; empty without one.
    var delegateMethods: Set<PopoverCallback> = []
    var step: Step?
    var question: PopoverQuestion?
    /// Whether it is on the screen, also while adapted.
    var isPresented = false
    /// `none` unless it is adapted.
    var adaptiveStyle = ModalPresentationStyle.none
    /// The size classes for which the style was found.
    var classes: [SizeClass] = []
    /// Whether it may have been configured for the last time (`P60`).
    var isPrepared = false
    /// Whether what was set has changed since it was placed.
    var needsLayout = false
    /// Where it is; nil before and after the presentation, and while it is adapted.
    var placement: PopoverPlacement?
    var extendsUnderArrow = false
    /// What it points at, in the window: kept when that leaves the window (`P80`).
    var anchor: Rect?
    /// The container's size that it was placed for, or that the delegate was asked about.
    var containerSize: Size?
    /// What is around it, and what it wanted, when it was placed last.
    var surroundings: PopoverSurroundings?
    var wantedContentSize: Size?
    /// What is presented in its place while it is adapted (`P63`).
    var replacement: ViewControllerID?

    func has(_ callback: PopoverCallback) -> Bool { delegateMethods.contains(callback) }
}

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

/// The methods that a popover's delegate may have (`P59` to `P64`); all are optional.
package enum PopoverCallback: String, Sendable, CaseIterable {
    case prepareForPresentation = "PrepareForPopoverPresentation"
    case shouldDismiss = "ShouldDismiss"
    case willDismiss = "WillDismiss"
    case didDismiss = "DidDismiss"
    case didAttemptToDismiss = "DidAttemptToDismiss"
    case willReposition = "WillReposition"
    case adaptiveStyle = "AdaptivePresentationStyle"
    case adaptiveViewController = "ViewControllerForAdaptivePresentationStyle"
    case willPresentWithAdaptiveStyle = "WillPresentWithAdaptiveStyle"
}
