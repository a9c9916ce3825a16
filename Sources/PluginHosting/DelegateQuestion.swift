package import TabInterface

/// What a delegate of a tab bar controller, or of a popover, is asked.
package enum DelegateQuestion: Hashable, Sendable {
    /// Whether a tap may select this controller (`b`).
    case shouldSelect(UInt64)
    /// How the change from one controller to another is drawn (`a{sv}`).
    case animation(from: UInt64, to: UInt64)
    /// A UIInterfaceOrientationMask (`u`).
    case supportedOrientations
    /// The name of an orientation (`s`).
    case preferredOrientation

    /// The popover may be configured until the answer (`b`, ignored).
    case prepareForPresentation
    /// Whether the user may dismiss the popover (`b`).
    case shouldDismiss
    /// Where the popover is to point now, and in which view (`((dddd)(tu))`).
    case reposition(rect: DBusRect, controller: UInt64, view: UInt32)
    /// The style in a window of these size classes (`s`); empty is no answer.
    case adaptiveStyle(horizontal: String, vertical: String)
    /// The controller that is presented instead in another style (`t`); 0 is the same.
    case adaptiveViewController(style: String)
}
