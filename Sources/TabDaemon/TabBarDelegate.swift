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

    /// The optional methods, as `Methods` names them.
    enum Callback: String, CaseIterable {
        case shouldSelect = "ShouldSelectViewController"
        case didSelect = "DidSelectViewController"
        case willBeginCustomizing = "WillBeginCustomizingViewControllers"
        case willEndCustomizing = "WillEndCustomizingViewControllers"
        case didEndCustomizing = "DidEndCustomizingViewControllers"
        case supportedOrientations = "SupportedInterfaceOrientations"
        case preferredOrientation = "PreferredInterfaceOrientation"
        case animation = "AnimationControllerForTransition"
    }

    static let methodNames = Callback.allCases.map(\.rawValue)

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

    /// How the log names it.
    var name: String {
        switch receiver {
        case .client(let client): "the delegate \(client.path) of \(client.name)"
        case .viewController(let id): "the delegate \(id.path)"
        }
    }

    /// Whether it is called at all. A plugin says at once what it doesn't have.
    func has(_ callback: Callback) -> Bool {
        methods?.contains(callback.rawValue) ?? (callback != .animation || client == nil)
    }

    /// What an answer to ShouldSelectViewController means.
    func decision(_ answer: Result<Bool, DBusError>) -> Bool {
        switch answer {
        case .success(let allowed): allowed
        case .failure(let error): error.isUnknownMethod && methods == nil ? true : onTimeout
        }
    }
}
