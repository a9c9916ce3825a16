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
