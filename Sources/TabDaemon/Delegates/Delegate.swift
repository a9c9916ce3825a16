import DBusConnection
import DBusInterface
import PluginHosting
import TabInterface
import TabModel

/// Who is asked and told of what happens to a tab bar controller or a popover.
struct Delegate<Callback: DelegateCallback> {
    let receiver: DelegateReceiver
    /// nil when nobody said: all that aren't opt-in, any of which may turn out to be missing.
    var methods: Set<String>?
    /// How long a question is open, in milliseconds.
    let timeout: Int32
    /// What counts when it errs, dies, is replaced or says nothing.
    var onTimeout = true

    static var methodNames: [String] { Callback.allCases.map(\.rawValue) }

    /// A plugin's controller, which says at once what it doesn't have.
    init(_ id: ViewControllerID, timeout: Int32) {
        receiver = .viewController(id)
        self.timeout = timeout
    }

    /// What a client asks for with SetDelegate.
    init(_ path: ObjectPath, of caller: String, _ options: Options, timeout: UInt64) throws(DBusError) {
        typealias Key = DelegateOptions
        guard !path.isNone else {
            throw .invalidArgument("'/' is no object that can be a delegate; ClearDelegate ends the present one")
        }
        methods = options[Key.methods].map { Set($0) }
        if let unknown = methods?.subtracting(Self.methodNames).min() {
            throw .invalidArgument(
                "Methods names '\(unknown.prefix(80))', which no delegate has: "
                    + "\(Self.methodNames.sorted().joined(separator: ", ")) are allowed")
        }
        let timeout = options[Key.timeout] ?? UInt32(timeout)
        guard (1...10_000).contains(timeout) else {
            throw .invalidArgument("Timeout \(timeout) is not allowed: 1 to 10000 ms are")
        }
        receiver = .client(ClientObject(name: caller, path: path))
        self.timeout = Int32(timeout)
        onTimeout = options[Key.onTimeout] ?? true
    }

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

    /// Whether it is called at all.
    func has(_ callback: Callback) -> Bool {
        methods?.contains(callback.rawValue) ?? (!callback.isOptIn || client == nil)
    }

    /// A client's reply as an answer.
    func answer<Value: DBusType>(_ reply: Result<Value, DBusError>) -> DelegateAnswer {
        switch reply {
        case .success(let value): .given(value.variant)
        case .failure(let error): error.isUnknownMethod && methods == nil ? .notImplemented : .failed
        }
    }

    /// What an answer to a question about a gesture means: a delegate allows what it does not decide.
    func decision(_ answer: DelegateAnswer) -> Bool {
        switch answer {
        case .notImplemented: true
        case .given(let value): value.get() ?? onTimeout
        case .failed: onTimeout
        }
    }
}

extension DelegateAnswer {
    var value: Variant? {
        guard case .given(let value) = self else { return nil }
        return value
    }
}

/// Who a delegate is.
enum DelegateReceiver: Equatable {
    /// An object of a client.
    case client(ClientObject)
    /// A controller whose owner is a plugin.
    case viewController(ViewControllerID)
}

/// One of the optional methods of a delegate, by its name on the bus.
protocol DelegateCallback: RawRepresentable<String>, CaseIterable {
    /// Whether a client's delegate has it only when SetDelegate's Methods names it.
    var isOptIn: Bool { get }
}

/// The delegate of one tab bar controller.
typealias TabBarDelegate = Delegate<TabBarCallback>

/// The methods that the delegate of a tab bar controller may have.
enum TabBarCallback: String, DelegateCallback {
    case shouldSelect = "ShouldSelectViewController"
    case didSelect = "DidSelectViewController"
    case willBeginCustomizing = "WillBeginCustomizingViewControllers"
    case willEndCustomizing = "WillEndCustomizingViewControllers"
    case didEndCustomizing = "DidEndCustomizingViewControllers"
    case supportedOrientations = "SupportedInterfaceOrientations"
    case preferredOrientation = "PreferredInterfaceOrientation"
    case animation = "AnimationControllerForTransition"

    var isOptIn: Bool { self == .animation }
}

/// The delegate of one popover.
typealias PopoverDelegate = Delegate<PopoverCallback>

extension PopoverCallback: DelegateCallback {
    var isOptIn: Bool { false }
}
