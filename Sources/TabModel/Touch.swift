/// What a point of a window hits.
package enum Touch: Hashable, Sendable {
    /// Nothing: it is outside of the window.
    case nowhere
    case content(TouchTarget)
    /// The popover of this controller.
    case popover(ViewControllerID, TouchTarget)
    /// What lets touches pass while there is a popover (`P51`, `P52`).
    case passthrough(TouchTarget)
    /// Beside an alert, or beside the popover of this controller, which the user thereby tries to dismiss (`P55`).
    case outside(ViewControllerID)
}
