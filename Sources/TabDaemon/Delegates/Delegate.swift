import DBusInterface
import TabInterface
import TabModel

/// The delegate of a tab bar controller or of a popover.
struct Delegate<Callback: DelegateCallback> {
    let receiver: DelegateReceiver
    /// The methods that it implements, as given to SetDelegate. nil if not given: all methods that are not opt-in are
    /// tried.
    var methods: Set<String>?
    /// The timeout of a question, in milliseconds.
    let timeout: Int32
    /// The answer when it fails, leaves, is replaced or does not answer in time.
    var onTimeout = true

    static var methodNames: [String] { Callback.allCases.map(\.rawValue) + [releasedBy, questionWithdrawn] }
    private static var releasedBy: String { TabBarControllerDelegateInterface.releasedBy.name }
    private static var questionWithdrawn: String { TabBarControllerDelegateInterface.questionWithdrawn.name }

    /// A plugin's view controller. The plugin says itself which methods it does not have.
    init(_ id: ViewControllerID, timeout: Int32) {
        receiver = .viewController(id)
        self.timeout = timeout
    }

    /// A delegate from the arguments of SetDelegate.
    init(_ path: ObjectPath, of caller: String, _ options: Options, timeout: UInt64) throws(DBusError) {
        typealias Key = DelegateOptions
        guard !path.isNone else {
            throw .invalidArgument("'/' is not an object; ClearDelegate removes the delegate")
        }
        try TextRules.path(path, named: "the object path")
        methods = options[Key.methods].map { Set($0) }
        if let unknown = methods?.subtracting(Self.methodNames).min() {
            throw .invalidArgument(
                "Methods: '\(unknown.prefix(80))' is not a delegate method; expected "
                    + Self.methodNames.sorted().joined(separator: ", "))
        }
        let timeout = options[Key.timeout] ?? UInt32(timeout)
        guard (1...10_000).contains(timeout) else {
            throw .invalidArgument("Timeout \(timeout) is out of range; expected 1 to 10000 ms")
        }
        receiver = .client(ClientObject(name: caller, path: path))
        self.timeout = Int32(timeout)
        onTimeout = options[Key.onTimeout] ?? true
    }

    /// The client's object; nil for a plugin's view controller.
    var client: ClientObject? {
        guard case .client(let client) = receiver else { return nil }
        return client
    }

    /// The description for the log.
    var name: String {
        switch receiver {
        case .client(let client): "the delegate \(client.path) of \(client.name)"
        case .viewController(let id): "the delegate \(id.path)"
        }
    }

    /// Whether the method is called at all.
    func has(_ callback: Callback) -> Bool {
        methods?.contains(callback.rawValue) ?? (!callback.isOptIn || client == nil)
    }

    /// Whether a client gets `ReleasedBy`.
    var isToldReleasingObject: Bool { methods?.contains(Self.releasedBy) == true }
    /// Whether a client gets `QuestionWithdrawn`.
    var isToldWithdrawals: Bool { methods?.contains(Self.questionWithdrawn) == true }

    /// Converts a reply to an answer.
    func answer<Value>(from reply: Result<Value, DBusError>) -> DelegateAnswer<Value> {
        switch reply {
        case .success(let value): return .given(value)
        case .failure(let error):
            let isUnknown =
                client == nil
                ? error.name == DBusError.Name.notSupported
                : error.name == DBusError.Name.unknownMethod && methods == nil
            return isUnknown ? .notImplemented : .failed
        }
    }

    /// Returns the decision about a gesture. A gesture is allowed if the delegate does not implement the method.
    func decision(_ answer: DelegateAnswer<Bool>) -> Bool {
        switch answer {
        case .notImplemented: true
        case .given(let isAllowed): isAllowed
        case .failed: onTimeout
        }
    }
}

/// The answer of a delegate.
enum DelegateAnswer<Value> {
    case given(Value)
    /// An error, or a timeout.
    case failed
    /// The delegate does not implement the question.
    case notImplemented

    var value: Value? {
        guard case .given(let value) = self else { return nil }
        return value
    }
}

/// The object that implements a delegate.
enum DelegateReceiver: Equatable {
    /// An object of a client.
    case client(ClientObject)
    /// A view controller whose owner is a plugin.
    case viewController(ViewControllerID)
}

/// One of the optional methods of a delegate, by its name on the bus.
protocol DelegateCallback: RawRepresentable<String>, CaseIterable {
    /// Whether a client's delegate must name it in the option Methods of SetDelegate.
    var isOptIn: Bool { get }
}

/// The delegate of one tab bar controller.
typealias TabBarDelegate = Delegate<TabBarCallback>

/// The methods of the delegate of a tab bar controller.
enum TabBarCallback: String, DelegateCallback {
    case shouldSelect = "ShouldSelectViewController"
    case didSelect = "DidSelectViewController"
    case shouldClose = "ShouldClose"
    case didClose = "DidClose"
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
