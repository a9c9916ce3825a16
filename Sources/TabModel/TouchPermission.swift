/// Whether a user's touch reaches what it is meant for.
package enum TouchPermission: Hashable, Sendable {
    /// Nothing covers the target.
    case allowed
    /// The target takes touches while a popover is up, which stays (`P51`, `P52`).
    case passthrough
    /// The target is outside of this alert or this controller's popover: the touch tries to dismiss it (`P55`).
    case outside(ViewControllerID)
}
