import DBusConnection
import DBusInterface
import TabInterface

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
