import DBusInterface
import EventLoop
import TabModel

/// A gesture in the window of a root, usually a user's. `GestureQueues` takes its steps:
///
/// 1. It waits while an earlier gesture waits for the delegate.
/// 2. A popover or alert that covers its target handles it instead.
/// 3. It acts. That may need an answer of the delegate, after which it goes on.
@EventLoop
struct Gesture {
    /// What the user touches.
    struct Target {
        let touched: HitTestTarget
        /// The gesture on a copy of the model. It throws or returns false for a gesture without effect, which gets its usual
        /// reply and dismisses nothing.
        let trial: (inout Hierarchy) throws -> Bool

        @EventLoop
        func hasEffect(on model: Hierarchy) -> Bool {
            var copy = model
            return (try? trial(&copy)) ?? false
        }
    }

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
        /// A popover or alert handles the gesture. The reply follows when its dismissal is decided.
        case covered
    }

    /// nil for a gesture that looks for its target when it acts, or has none.
    var target: Target?
    /// The client whose user drives the change of tabs while the gesture goes on; nil for a tap. If nothing can be
    /// driven, nothing may change.
    var driver: GestureDriver?
    /// Performs the gesture.
    let act: @EventLoop () throws(DBusError) -> Step
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
    /// With its client, as given to `GestureQueues.enqueue`.
    var waiting: [(gesture: Gesture, caller: String?)] = []
}
