import DBusInterface
import TabInterface
import TabModel

/// The delegate of a tab bar controller or of a popover.
struct Delegate {
    let receiver: DelegateReceiver
    /// The methods that it implements, as given to SetDelegate. nil if not given: all methods that are not opt-in are
    /// tried.
    var methods: Set<String>?
    /// The timeout of a question, in milliseconds.
    let timeout: Int32
    /// The answer when it fails, leaves, is replaced or does not answer in time.
    var onTimeout = true

    /// A plugin's view controller. The plugin says itself which methods it does not have.
    init(_ id: ViewControllerID, timeout: Int32) {
        receiver = .viewController(id)
        self.timeout = timeout
    }

    /// A delegate from the arguments of SetDelegate.
    init(
        _ path: ObjectPath, of caller: String, for subject: DelegateSubject, _ options: Options, timeout: UInt64
    ) throws(DBusError) {
        typealias Key = DelegateOptions
        guard !path.isNone else {
            throw .invalidArgument("'/' is not an object; ClearDelegate removes the delegate")
        }
        try TextRules.path(path, named: "the object path")
        methods = options[Key.methods].map { Set($0) }
        if let unknown = methods?.subtracting(subject.methodNames).min() {
            throw .invalidArgument(
                "Methods: '\(unknown.prefix(80))' is not a delegate method; expected "
                    + subject.methodNames.sorted().joined(separator: ", "))
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

    /// Whether the method is called at all. A client that names no methods gets all but the question for an animation.
    func has(_ method: Method<some Any>) -> Bool { has(methodNamed: method.name) }

    func has(methodNamed name: String) -> Bool {
        methods?.contains(name)
            ?? (client == nil || name != TabBarControllerDelegateInterface.animationControllerForTransition.name)
    }

    /// Whether a client names the method. `ReleasedBy` and `QuestionWithdrawn` are called only then.
    func names(_ method: Method<some Any>) -> Bool { methods?.contains(method.name) == true }

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
