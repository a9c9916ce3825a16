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

    /// Whether its user drives the change of tabs while it goes on. Otherwise nothing may change.
    var isInteractive = false
    /// Performs the gesture. Called when no earlier gesture is waiting.
    let begin: @EventLoop () throws(DBusError) -> Step
    /// The rest of the gesture after the step that needed the question, with the outcome of that step; nil for none.
    var continuation: (@EventLoop (Outcome) throws(DBusError) -> Step)?
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// The gestures on one root: the one with an open question to the delegate, and those that wait behind it.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}
