/// What became of a user's attempt to dismiss a popover.
package enum DismissalAttempt: Hashable, Sendable {
    case dismissed
    case refused
    /// The delegate has to be asked.
    case pending(PopoverQuestion)
    /// There is nothing to dismiss.
    case none
}
