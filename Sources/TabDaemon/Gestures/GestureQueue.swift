import DBusInterface
import EventLoop
import TabModel

/// A user's gesture in the window of a root. It may have to wait for the delegate to answer a question about an earlier
/// one.
@EventLoop
struct Gesture {
    enum Outcome: Equatable {
        case accepted, refused, none
        /// A popover or alert that covers the target handled the gesture.
        case covered(CoveredTap)
    }

    /// The result of a step of the gesture.
    enum Step {
        /// The gesture has ended.
        case over(Outcome)
        /// The gesture waits for the delegate.
        case asks(Question)
        /// A popover or alert covers the target. The reply follows when its dismissal is decided.
        case covered
    }

    /// The client whose user drives the change of tabs while the gesture goes on; nil for a tap. If nothing can be
    /// driven, nothing may change.
    var driver: GestureDriver?
    /// Performs the gesture. Called when no earlier gesture is waiting.
    let begin: @EventLoop () throws(DBusError) -> Step
    /// The rest of the gesture after the step that needed the question, with the outcome of that step; nil for none.
    var continuation: (@EventLoop (Outcome) throws(DBusError) -> Step)?
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// A client that has begun a gesture to drive a change of tabs, until the change begins or is given up.
@EventLoop
final class GestureDriver {
    let client: String
    /// Whether the client has left the bus.
    var hasLeft = false

    init(_ client: String) { self.client = client }
}

/// The gestures on one root: the one with an open question to the delegate, and those that wait behind it.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}
