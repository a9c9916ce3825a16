import DBusInterface
import EventLoop

/// The result of a tap, as TapAt replies it.
enum TapResult: String {
    case handled, content, passthrough, popover, dismissed, refused, none

    /// Returns the reply to a tap after the daemon has acted on its target. Only `content` depends on the outcome. The
    /// reply for a popover, a passthrough view and a point outside of the window stays the same.
    func after(_ outcome: Gesture.Outcome) -> TapResult {
        guard self == .content else { return self }
        return switch outcome {
        case .accepted: .handled
        case .refused: .refused
        case .none, .covered: .content
        }
    }
}

/// The taps on a popover whose delegate has an open question: one attempt to dismiss the popover, and waiting taps.
struct PendingTaps {
    typealias Reply<Value> = @EventLoop (Result<Value, DBusError>) -> Void

    /// The reply to the open attempt to dismiss the popover.
    var attempt: Reply<TapResult>?
    /// The taps that start after the answer.
    var waiting: [@EventLoop () -> Void] = []
}
