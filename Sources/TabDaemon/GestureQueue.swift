import DBusConnection
import DBusInterface
import TabModel

/// What a user does in the window of a root: it may have to wait for the answer to a question about an earlier gesture.
@EventLoop
struct Gesture {
    enum Outcome: Equatable {
        case accepted, refused, none
        /// What covers the target took the touch.
        case covered(CoveredTouch)
    }

    /// How far it is.
    enum Step {
        case over(Outcome)
        /// The delegate is to be asked.
        case asks(Question)
        /// Something covers the target. What becomes of that is replied when it is known.
        case covered
    }

    /// Does it when its turn comes.
    let begin: @EventLoop () throws(DBusError) -> Step
    /// What follows the tap that was asked about; nil when that was all.
    var goOn: (@EventLoop () throws(DBusError) -> Step)?
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// The gestures on one root: one is being asked about, others wait.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}
