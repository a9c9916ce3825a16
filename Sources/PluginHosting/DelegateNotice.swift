/// A notification for the delegate of a tab bar controller or of a popover.
package struct DelegateNotice {
    package enum Kind: String {
        case didSelect, willBeginCustomizing, willEndCustomizing, didEndCustomizing
        case willPresentWithAdaptiveStyle, willDismiss, didDismiss, didAttemptToDismiss
        /// The view controller is no longer the delegate.
        case released
    }

    let kind: Kind
    /// The selected view controller, or the tabs in their order.
    let viewControllers: [UInt64]
    /// Whether the user has changed the order.
    let changed: Bool
    let style: String

    package init(_ kind: Kind, _ viewControllers: [UInt64] = [], changed: Bool = false, style: String = "") {
        self.kind = kind
        self.viewControllers = viewControllers
        self.changed = changed
        self.style = style
    }
}
