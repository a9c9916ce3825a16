import DBusConnection
import DBusInterface
import TabInterface
import TabModel

/// The delegate of one tab bar controller.
struct TabBarDelegate {
    enum Receiver: Equatable {
        /// An object of a client.
        case client(ClientObject)
        /// A controller whose owner is a plugin.
        case viewController(ViewControllerID)
    }

    /// What `Methods` may name.
    static let methodNames: Set<String> = Set(
        TabBarControllerDelegateInterface.description.members.map(\.name)
    ).subtracting([TabBarControllerDelegateInterface.released.name])

    let receiver: Receiver
    /// nil when nobody said: all but AnimationControllerForTransition, any of which may turn out to be missing.
    var methods: Set<String>?
    /// How long a question is open, in milliseconds.
    let timeout: Int32
    /// What counts when it errs, dies, is replaced or says nothing.
    var onTimeout = true

    /// The client whose object it is; nil for a plugin's.
    var client: ClientObject? {
        guard case .client(let client) = receiver else { return nil }
        return client
    }

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
