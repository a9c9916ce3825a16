import DBusConnection
import DBusInterface
import EventLoop
import PluginHosting
import TabInterface

/// A client's object as the owner of a view controller: the same protocol as a plugin's, over the bus.
@EventLoop
final class RemoteViewController: ContentOwner {
    /// How long a call that has a result is waited for, in milliseconds.
    private let patience: UInt64
    /// How long after a missed deadline the owner is asked whether it is back, in milliseconds.
    private static let probeDelay: UInt64 = 1000
    private static let maximumQuestions = 64

    let client: ClientObject
    /// Why the owner counts as unresponsive; nil when it answers again.
    var onHealth: (@EventLoop (_ fault: String?) -> Void)?
    /// Its restorable state is another one than it was.
    var onState: (@EventLoop ([String: Variant]?) -> Void)?
    /// What the client has told last, or has begun with.
    var state: [String: Variant]?
    /// Whether it has not said yet that it keeps nothing.
    var mayKeepState = true
    /// Until what the client does on its own is followed by a question for its state.
    var stateTimer: LoopTimer?
    private let connection: @EventLoop () -> Connection?
    private var questions: [UInt64: Question] = [:]
    private var lastQuestion: UInt64 = 0
    private var probe: LoopTimer?
    private var isUnresponsive = false

    /// A call whose result is waited for.
    private struct Question {
        let deadline: LoopTimer
        /// Whether somebody waits for it.
        let matters: Bool
        let fail: @EventLoop (DBusError) -> Void
    }

    init(_ client: ClientObject, patience: Int, connection: @escaping @EventLoop () -> Connection?) {
        self.client = client
        self.patience = UInt64(patience)
        self.connection = connection
    }

    typealias Remote = RemoteViewControllerInterface

    // MARK: What has no result

    func tell<each In: DBusType>(
        _ method: Method<(repeat each In) -> Void>, _ argument: repeat each In
    ) {
        askStateSoon()
        try? connection()?.notify(
            method, of: Remote.name, at: client.path, on: client.name, repeat each argument)
    }

    func viewDidLoad() { tell(Remote.viewDidLoad) }
    func viewWillAppear(animated: Bool) { tell(Remote.viewWillAppear, animated) }
    func viewIsAppearing(animated: Bool) { tell(Remote.viewIsAppearing, animated) }
    func viewDidAppear(animated: Bool) { tell(Remote.viewDidAppear, animated) }
    func viewWillDisappear(animated: Bool) { tell(Remote.viewWillDisappear, animated) }
    func viewDidDisappear(animated: Bool) { tell(Remote.viewDidDisappear, animated) }

    func willMove(toParent parent: UInt64?) {
        tell(Remote.willMoveToParent, parent.map(TabNames.viewController) ?? .none)
    }

    func didMove(toParent parent: UInt64?) {
        tell(Remote.didMoveToParent, parent.map(TabNames.viewController) ?? .none)
    }

    func viewWillLayout(bounds: DBusRect, safeArea: DBusInsets) { tell(Remote.viewWillLayout, bounds, safeArea) }

    // MARK: What has one

    func updateContent(completion: @escaping @EventLoop () -> Void) {
        ask("UpdateContent") { connection, timeout, done in
            connection.call(
                Remote.updateContent, of: Remote.name, at: client.path, on: client.name, timeout: timeout,
                completion: done)
        } completion: { (_: Result<Void, DBusError>) in
            completion()
        }
    }

    func action(
        _ name: String, view: UInt32, value: Variant, completion: @escaping @EventLoop (DBusError?) -> Void
    ) {
        ask("Action \(name)") { connection, timeout, done in
            connection.call(
                Remote.action, of: Remote.name, at: client.path, on: client.name, view, name, value, timeout: timeout,
                completion: done)
        } completion: { [weak self] (result: Result<Void, DBusError>) in
            switch result {
            case .success:
                guard let self else { return completion(nil) }
                askState { completion(nil) }
            case .failure(let error):
                self?.askStateSoon()
                completion(error)
            }
        }
    }

    func destroy() { end(.unknownObject("the view controller was destroyed")) }

    /// The client is not on the bus any more.
    func left() { end(.pluginUnavailable("\(client.name) has left the bus")) }

    private func end(_ error: DBusError) {
        probe?.cancel()
        stateTimer = nil
        onHealth = nil
        onState = nil
        for number in questions.keys.sorted() { close(number, error) }
    }

    /// Calls a method that has a result.
    ///
    /// - Parameter matters: Whether somebody waits for it: who keeps nobody waiting is not unresponsive.
    func ask<Value>(
        _ what: String, matters: Bool = true,
        _ send: (Connection, Int32, @escaping @EventLoop (Result<Value, DBusError>) -> Void) -> Void,
        completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) {
        guard let connection = connection() else {
            return completion(.failure(.pluginUnavailable("the owner can't be reached: the bus is gone")))
        }
        guard !matters || questions.values.count(where: \.matters) < Self.maximumQuestions else {
            return completion(
                .failure(
                    .limitsExceeded("\(Self.maximumQuestions) calls wait for \(client.name) already: try again later")))
        }
        lastQuestion += 1
        let number = lastQuestion
        let deadline = LoopTimer(after: patience) { [unowned self] in
            if matters { missedDeadline(what) }
            close(number, .timeout("\(client.name) did not handle \(what) within \(patience) ms"))
        }
        questions[number] = Question(deadline: deadline, matters: matters) { completion(.failure($0)) }
        // The bus answers for an owner that leaves; libdbus' own time comes after ours.
        send(connection, Int32(patience) + 1000) { [weak self] result in
            guard let self, let question = questions[number] else { return }
            switch result {
            case .success(let value):
                answered()
                questions[number] = nil
                question.deadline.cancel()
                completion(.success(value))
            case .failure(let error):
                if !Self.isSilence(error) { answered() }
                close(number, translated(error))
            }
        }
    }

    private func close(_ number: UInt64, _ error: DBusError) {
        guard let question = questions.removeValue(forKey: number) else { return }
        question.deadline.cancel()
        question.fail(error)
    }

    /// Whether an error is the bus's, for a client that says nothing, and not the client's own.
    private static func isSilence(_ error: DBusError) -> Bool {
        !error.isFromCallee
            && ["NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected"].contains {
                error.name == DBusError.standardPrefix + $0
            }
    }

    /// What an owner's failure is to who asked.
    private func translated(_ error: DBusError) -> DBusError {
        if Self.isSilence(error) { return .pluginUnavailable("\(client.name) has left the bus") }
        switch error.name {
        case DBusError.standardPrefix + "UnknownMethod", DBusError.standardPrefix + "UnknownInterface":
            return .notSupported("\(client.name) has no such method: \(error.message)")
        default: return .pluginFailed("\(error.name): \(error.message)")
        }
    }

    // MARK: Health

    private func missedDeadline(_ what: String) {
        if !isUnresponsive {
            isUnresponsive = true
            onHealth?("\(client.name) did not answer \(what) within \(patience) ms")
        }
        guard probe == nil else { return }
        probe = LoopTimer(after: Self.probeDelay) { [unowned self] in ping() }
    }

    /// Asks an unresponsive owner to speak up; there is no hurry, so the call has no deadline.
    private func ping() {
        connection()?.call(
            PeerInterface.ping, of: PeerInterface.name, at: client.path, on: client.name, timeout: .max
        ) { [weak self] result in
            self?.probe = nil
            switch result {
            case .failure(let error) where Self.isSilence(error): break
            default: self?.answered()
            }
        }
    }

    private func answered() {
        guard isUnresponsive else { return }
        isUnresponsive = false
        onHealth?(nil)
    }
}

/// What a client's object wants back when its owner comes again, or the daemon does.
extension RemoteViewController {
    /// How long after the client may have changed something it is asked, in milliseconds.
    private static let statePatience: UInt64 = 900

    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        // Who is asked when the controller goes answers nobody any more: what was told last counts then.
        askState { completion(self.state) }
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        self.state = state
        tell(Remote.decodeRestorableState, state)
    }

    /// The client does something, or is told something: its state is asked for within a second.
    func askStateSoon() {
        guard mayKeepState, onState != nil, stateTimer == nil else { return }
        stateTimer = LoopTimer(after: Self.statePatience, accuracy: 100) { [unowned self] in
            stateTimer = nil
            askState(matters: false) {}
        }
    }

    /// Asks for the state; who doesn't answer in time, or with something else, keeps the one that was told last.
    func askState(matters: Bool = true, completion: @escaping @EventLoop () -> Void) {
        guard mayKeepState else { return completion() }
        ask("EncodeRestorableState", matters: matters) { connection, timeout, done in
            connection.call(
                Remote.encodeRestorableState, of: Remote.name, at: client.path, on: client.name, timeout: timeout,
                completion: done)
        } completion: { [weak self] (result: Result<[String: Variant], DBusError>) in
            self?.take(result)
            completion()
        }
    }

    private func take(_ result: Result<[String: Variant], DBusError>) {
        switch result {
        case .success(let encoded):
            guard encoded != state else { return }
            state = encoded
            onState?(encoded)
        case .failure(let error):
            // It has no such method, and gets none in this life.
            if error.name == DBusError.notSupported("").name { mayKeepState = false }
        }
    }
}
