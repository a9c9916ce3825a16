/// What took a touch, in the contract's words.
enum TouchResult: String {
    case handled, content, passthrough, popover, dismissed, refused, none

    /// Returns the reply to a touch after the daemon has acted on its target. Only `content` depends on the outcome:
    /// the reply for a popover, a passed-through view and a point outside of the window stays the same.
    func after(_ outcome: Gesture.Outcome) -> TouchResult {
        guard self == .content else { return self }
        return switch outcome {
        case .accepted: .handled
        case .refused: .refused
        case .none, .covered: .content
        }
    }
}
