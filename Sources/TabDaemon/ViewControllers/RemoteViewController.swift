import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// A client's object as the owner of a view controller. It uses the same protocol as a plugin, over the bus.
@EventLoop
final class RemoteViewController: ContractOwner {
    /// The timeout of a call with a result, in milliseconds.
    private let timeout: UInt64
    /// The delay between a missed deadline and the ping that checks the client again, in milliseconds.
    private static let probeDelay: UInt64 = 1000
    private static let maximumCalls = 64

    /// The client's object; its factory until that has created the object.
    private(set) var client: ClientObject
    let methods: OwnerMethods
    /// nil until its object is known, and after its end.
    weak var observer: (any RemoteViewControllerObserver)?
    /// The last restorable state from the client, or its initial one.
    var state: [String: Variant]?
    /// Whether the client may implement EncodeRestorableState.
    var mayHaveState: Bool
    /// The timer of the next state request after an action of the client, until the request is sent.
    var stateTimer: LoopTimer?
    private let stateRequests: StateRequests
    private let connection: @EventLoop () -> Connection?
    private var calls: [UInt64: PendingCall] = [:]
    private var lastCall: UInt64 = 0
    private var probe: LoopTimer?
    private var isUnresponsive = false
    /// The completions that wait for the object, and the calls that follow its creation; nil once it exists.
    private var creation: (waiting: [Completion], calls: DeferredCalls)?
    /// The error when the object could not be created.
    private(set) var failure: DBusError?

    /// A call that waits for its result.
    private struct PendingCall {
        let deadline: LoopTimer
        /// Whether a caller waits for the result.
        let isAwaited: Bool
        let fail: @EventLoop (DBusError) -> Void
    }

    init(
        _ client: ClientObject, _ methods: OwnerMethods, timeout: Int, stateRequests: StateRequests,
        connection: @escaping @EventLoop () -> Connection?
    ) {
        self.client = client
        self.methods = methods
        mayHaveState = methods.has(Remote.encodeRestorableState.name)
        self.timeout = UInt64(timeout)
        self.stateRequests = stateRequests
        self.connection = connection
    }

    // MARK: Creation

    /// Has the client's factory create the object.
    ///
    /// - Parameters:
    ///   - late: Says how long after the deadline an object is still expected.
    ///   - created: Called with the object. Returns why it can't be used.
    ///   - missed: Called with an object that the factory returns after the creation has failed.
    func create(
        _ className: String, for id: ViewControllerID, _ arguments: [String: Variant], isRestored: Bool,
        late: LateCreations, created: @escaping @EventLoop (ClientObject) -> DBusError?,
        missed: @escaping @EventLoop (ClientObject) -> Void
    ) {
        typealias Factory = ViewControllerFactoryInterface
        var options: Options = [Factory.CreateOption.viewController.name: id.path.variant]
        if !arguments.isEmpty { options.values[Factory.CreateOption.arguments.name] = arguments.variant }
        if isRestored { options.values[Factory.CreateOption.restored.name] = .bool(true) }
        let factory = client
        call("Create of \(className)") { connection, timeout, done in
            let patience = late.begin(factory.name)
            connection.call(
                Factory.create, at: factory.path, on: factory.name, className, options, timeout: timeout + patience
            ) { [weak self] result in
                if patience > 0 { late.end(factory.name) }
                let isLate = self?.isAwaited != true
                done(result)
                guard isLate, case .success(let path) = result, !path.isNone else { return }
                missed(ClientObject(name: factory.name, path: path))
            }
        } completion: { [weak self] (result: Result<ObjectPath, DBusError>) in
            self?.created(result, by: factory, created)
        }
        // Calls from now on wait.
        if failure == nil {
            creation = ([], DeferredCalls(maximum: 4096, reason: "wait for Create; try again later"))
        }
    }

    private func created(
        _ result: Result<ObjectPath, DBusError>, by factory: ClientObject,
        _ accept: @EventLoop (ClientObject) -> DBusError?
    ) {
        switch result {
        case .success(let path) where path.isNone:
            finishCreation(.pluginFailed("Create of \(factory.path) returned '/', which is not an object"))
        case .success(let path):
            client = ClientObject(name: factory.name, path: path)
            finishCreation(accept(client))
        case .failure(let error):
            let hasNoMethod = error.name == DBusError.Name.notSupported
            finishCreation(hasNoMethod ? .pluginFailed(error.message) : error)
        }
    }

    private func finishCreation(_ error: DBusError?) {
        failure = error
        guard var creation else { return }
        self.creation = nil
        // The completions send the calls that have waited for the instance. Those that describe it come first.
        for call in creation.calls.removeAll() { call() }
        for completion in creation.waiting { completion(error) }
    }

    var isAwaited: Bool { creation != nil }

    func whenReady(_ completion: @escaping Completion) {
        if creation != nil { creation?.waiting.append(completion) } else { completion(failure) }
    }

    // MARK: Notifications

    func notify<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) {
        guard methods.has(method.name), failure == nil else { return }
        guard creation == nil else {
            let arguments = (repeat each argument)
            // A call beyond the maximum is dropped.
            try? creation?.calls.add { [weak self] in self?.notify(method, repeat each arguments) }
            return
        }
        requestStateSoon()
        try? connection()?.notify(method, at: client.path, on: client.name, repeat each argument)
    }

    /// The client has registered its object for an existing view controller, and has got the calls that describe it.
    func restorationEnded() { notify(Remote.restorationEnded) }

    // MARK: Calls with a result

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        guard methods.has(Remote.updateContent.name), creation == nil else { return completion() }
        call("UpdateContent") { connection, timeout, done in
            connection.call(
                Remote.updateContent, at: client.path, on: client.name, timeout: timeout,
                completion: done)
        } completion: { (_: Result<Void, DBusError>) in
            completion()
        }
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        guard methods.has(Remote.action.name) else {
            return completion(.notSupported("\(client.name) did not name Action in Methods of RegisterViewController"))
        }
        if let failure { return completion(failure) }
        do throws(DBusError) {
            let wait: Void? = try creation?.calls.add { [weak self] in
                self?.action(name, view: view, value: value, completion: completion)
            }
            guard wait == nil else { return }
        } catch {
            return completion(error)
        }
        call("Action \(name)") { connection, timeout, done in
            connection.call(
                Remote.action, at: client.path, on: client.name, view, name, value, timeout: timeout,
                completion: done)
        } completion: { [weak self] (result: Result<Void, DBusError>) in
            switch result {
            case .success:
                guard let self else { return completion(nil) }
                requestState { completion(nil) }
            case .failure(let error):
                self?.requestStateSoon()
                completion(error)
            }
        }
    }

    func destroy() {
        notify(Remote.destroyed)
        end(.unknownObject("the view controller was destroyed"))
    }

    /// Fails all waiting calls of a client that has left the bus.
    func clientLeft() { end(.pluginUnavailable("\(client.name) has left the bus")) }

    private func end(_ error: @autoclosure () -> DBusError) {
        probe?.cancel()
        stateTimer = nil
        if creation != nil { finishCreation(error()) }
        observer = nil
        for number in calls.keys.sorted() { fail(number, error()) }
    }

    /// Calls a method with a result.
    ///
    /// - Parameter isAwaited: Whether a caller waits for the result. A timeout of other calls does not make the client
    ///   unresponsive.
    private func call<Value>(
        _ name: String, isAwaited: Bool = true,
        _ send: (Connection, Int32, @escaping @EventLoop (Result<Value, DBusError>) -> Void) -> Void,
        completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) {
        guard let connection = connection() else {
            return completion(.failure(.pluginUnavailable("cannot reach the owner: the bus connection was lost")))
        }
        guard !isAwaited || calls.values.count(where: \.isAwaited) < Self.maximumCalls else {
            return completion(
                .failure(
                    .limitsExceeded("\(Self.maximumCalls) calls already wait for \(client.name); try again later")))
        }
        lastCall += 1
        let number = lastCall
        let deadline = LoopTimer(after: timeout) { [unowned self] in
            if isAwaited { missedDeadline(of: name) }
            fail(number, .timeout("\(client.name) did not handle \(name) within \(timeout) ms"))
        }
        calls[number] = PendingCall(deadline: deadline, isAwaited: isAwaited) { completion(.failure($0)) }
        // The bus replies for a client that has left. The timeout of libdbus must come after this one.
        send(connection, Int32(timeout) + 1000) { [weak self] result in
            guard let self, let call = calls[number] else { return }
            switch result {
            case .success(let value):
                responded()
                calls[number] = nil
                call.deadline.cancel()
                completion(.success(value))
            case .failure(let error):
                if !Self.isFromBus(error) { responded() }
                fail(number, translated(error))
            }
        }
    }

    private func fail(_ number: UInt64, _ error: DBusError) {
        guard let call = calls.removeValue(forKey: number) else { return }
        call.deadline.cancel()
        call.fail(error)
    }

    /// Whether an error comes from the bus because the client did not reply, not from the client itself.
    private static func isFromBus(_ error: DBusError) -> Bool {
        !error.isFromCallee
            && [
                DBusError.Name.noReply, DBusError.Name.serviceUnknown, DBusError.Name.nameHasNoOwner,
                DBusError.Name.disconnected,
            ].contains(error.name)
    }

    /// Converts an error of the client to the error for the caller.
    private func translated(_ error: DBusError) -> DBusError {
        if Self.isFromBus(error) { return .pluginUnavailable("\(client.name) has left the bus") }
        switch error.name {
        case DBusError.Name.unknownMethod, DBusError.Name.unknownInterface:
            return .notSupported("\(client.name) does not implement the method: \(error.message)")
        default: return .pluginFailed("\(error.name): \(error.message)")
        }
    }

    // MARK: Health

    private func missedDeadline(of name: String) {
        if !isUnresponsive {
            isUnresponsive = true
            observer?.health(of: self, changedTo: "\(client.name) did not answer \(name) within \(timeout) ms")
        }
        guard probe == nil else { return }
        probe = LoopTimer(after: Self.probeDelay) { [unowned self] in ping() }
    }

    /// Pings an unresponsive client. The call has no timeout.
    private func ping() {
        connection()?.call(
            PeerInterface.ping, at: client.path, on: client.name, timeout: .max
        ) { [weak self] result in
            self?.probe = nil
            switch result {
            case .failure(let error) where Self.isFromBus(error): break
            default: self?.responded()
            }
        }
    }

    private func responded() {
        guard isUnresponsive else { return }
        isUnresponsive = false
        observer?.health(of: self, changedTo: nil)
    }
}

/// What happens to the owner of a view controller that is a client.
@EventLoop
protocol RemoteViewControllerObserver: AnyObject {
    /// - Parameter failure: Why the client is unresponsive; nil when it responds again.
    func health(of owner: RemoteViewController, changedTo failure: String?)
    func restorableState(of owner: RemoteViewController, changedTo state: [String: Variant]?)
}

/// Restorable state of a remote view controller.
extension RemoteViewController {
    /// The delay between an action of the client and the request for its state, in milliseconds.
    private static let stateDelay: UInt64 = 900

    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        // A client that does not reply at the destruction of its view controller keeps its last state.
        requestState { completion(self.state) }
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        self.state = state
        notify(Remote.decodeRestorableState, state)
    }

    /// Schedules a request for the state, after an action of the client or a callback to it.
    func requestStateSoon() {
        guard mayHaveState, observer != nil, stateTimer == nil else { return }
        stateTimer = LoopTimer(after: Self.stateDelay, accuracy: 100) { [unowned self] in
            stateRequests.add(self)
        }
    }

    /// Requests the state. After a timeout or an error the last state stays.
    func requestState(isAwaited: Bool = true, completion: @escaping @EventLoop () -> Void) {
        stateTimer = nil
        guard mayHaveState, creation == nil, failure == nil else { return completion() }
        call("EncodeRestorableState", isAwaited: isAwaited) { connection, timeout, done in
            connection.call(
                Remote.encodeRestorableState, at: client.path, on: client.name, timeout: timeout,
                completion: done)
        } completion: { [weak self] (result: Result<[String: Variant], DBusError>) in
            self?.stateReceived(result)
            completion()
        }
    }

    private func stateReceived(_ result: Result<[String: Variant], DBusError>) {
        switch result {
        case .success(let encoded):
            guard encoded != state else { return }
            state = encoded
            observer?.restorableState(of: self, changedTo: encoded)
        case .failure(let error):
            // The client does not implement the method.
            if error.name == DBusError.Name.notSupported { mayHaveState = false }
        }
    }
}
