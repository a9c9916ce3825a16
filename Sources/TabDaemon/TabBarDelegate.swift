import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// The delegate of one tab bar controller: an object of a client.
struct TabBarDelegate {
    /// What `Methods` may name.
    static let methodNames: Set<String> = Set(
        TabBarControllerDelegateInterface.description.members.map(\.name)
    ).subtracting([TabBarControllerDelegateInterface.released.name])

    let client: ClientObject
    /// nil when the client did not say: all but AnimationControllerForTransition, any of which it may answer with
    /// UnknownMethod.
    let methods: Set<String>?
    /// How long a question is open, in milliseconds.
    let timeout: Int32
    /// What counts when it errs, dies, is replaced or says nothing.
    let onTimeout: Bool

    func has(_ method: String) -> Bool { methods?.contains(method) ?? true }

    /// What an answer to ShouldSelectViewController means.
    func decision(_ answer: Result<Bool, DBusError>) -> Bool {
        switch answer {
        case .success(let allowed): allowed
        case .failure(let error): error.isUnknownMember && methods == nil ? true : onTimeout
        }
    }
}

/// The gestures on one tab bar controller: one is being asked about, others wait.
@EventLoop
struct GestureQueue {
    static let maximumWaiting = 16

    struct Tap {
        let position: UInt32
        let reply: @EventLoop (Result<Bool, DBusError>) -> Void
    }

    var open: (question: Question, tap: Tap)?
    var waiting: [Tap] = []
}
