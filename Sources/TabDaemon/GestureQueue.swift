import DBusConnection
import DBusInterface
import TabModel

/// What a user does to a root: it may have to wait for the answer to a question about an earlier gesture.
@EventLoop
struct Gesture {
    /// What a gesture hits, found out when its turn comes.
    enum Target {
        case item(UInt32)
        case content
        case none
    }

    enum Outcome { case accepted, refused, content, none }

    let target: @EventLoop () -> Target
    let reply: @EventLoop (Result<Outcome, DBusError>) -> Void
}

/// The gestures on one tab bar controller: one is being asked about, others wait.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    var open: (question: Question, gesture: Gesture)?
    var waiting: [Gesture] = []
}
