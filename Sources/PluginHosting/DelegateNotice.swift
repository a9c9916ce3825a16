internal import DBusInterface

/// What a delegate is told without being asked, as it crosses to a host.
enum DelegateNotice: String {
    case didSelect, willBeginCustomizing, willEndCustomizing, didEndCustomizing, delegateReleased
    case willPresentWithAdaptiveStyle, willDismiss, didDismiss, didAttemptToDismiss, popoverDelegateReleased
}
