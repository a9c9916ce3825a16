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

    /// Whether it is called at all.
    func has(_ method: String) -> Bool {
        methods?.contains(method)
            ?? (method != TabBarControllerDelegateInterface.animationControllerForTransition.name)
    }

    /// What an answer to ShouldSelectViewController means.
    func decision(_ answer: Result<Bool, DBusError>) -> Bool {
        switch answer {
        case .success(let allowed): allowed
        case .failure(let error): error.isUnknownMethod && methods == nil ? true : onTimeout
        }
    }
}
