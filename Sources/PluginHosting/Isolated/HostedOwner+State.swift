internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The state that survives the instance of a controller in a host.
extension HostedOwner {
    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        guard let process, decodings == 0 else { return completion(restorableState) }
        process.call(Wire.encodeRestorableState, controller) { result in
            // What was told last counts when there is no answer, or none that can be kept.
            guard case .success(let states) = result else {
                return completion(self.restorableState)
            }
            completion(states.first)
        }
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        if let held { return held.add(for: controller) { $0.decodeRestorableState(state) } }
        restorableState = state
        decode {}
        finishRestoration {}
    }

    /// Gives the state to the instance that is made, or just being made.
    ///
    /// - Parameter completion: Called when it has taken it, when there is none, and when the host ends.
    func decode(completion: @escaping @EventLoop () -> Void) {
        guard let process, let restorableState else { return completion() }
        decodings += 1
        process.noteTold()
        process.call(Wire.decodeRestorableState, controller, restorableState) { [weak self, weak process] result in
            self?.decodings -= 1
            if let self, isMade { report(result, by: process) }
            completion()
        }
    }

    /// Not of a host that has ended: the next one decodes it.
    private func report(_ result: Result<Void, DBusError>, by process: HostProcess?) {
        var fault: DBusError?
        if case .failure(let error) = result { fault = error.ofPlugin }
        try? process?.services?.change { [controller] daemon in daemon.noteDecoding(of: controller, fault: fault) }
    }

    /// Calls back when the host has survived what it was told before, and what the instance has posted while it decoded
    /// its state; also when the host ends.
    func finishRestoration(completion: @escaping @EventLoop () -> Void) {
        guard let process else { return completion() }
        restorations += 1
        process.call(Wire.finishRestoration, controller) { [weak self] _ in
            self?.restorations -= 1
            completion()
        }
    }

    /// Whether its instance is just coming back from what was kept.
    var isComingBack: Bool {
        process != nil && (isAwaited || restorations > 0) && (origin != .new || restorableState != nil)
    }

    /// The host tells what a new instance shall get.
    ///
    /// - Returns: Whether that is to be kept. What an instance began with is not, when it has yet to decode something.
    func take(_ state: [String: Variant]?) -> Bool {
        guard decodings == 0, state != restorableState else { return false }
        restorableState = state
        return true
    }
}

/// A controller in a host as a delegate.
extension HostedOwner: DelegateOwner {
    func ask(
        _ question: DelegateQuestion, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64 {
        let token = nextToken()
        ask(question, token, in: controller, completion: completion)
        return token
    }

    private func ask(
        _ question: DelegateQuestion, _ token: UInt64, in controller: UInt64,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        if let held {
            let isHeld = held.addCall(for: self.controller) {
                $0.ask(question, token, in: controller, completion: completion)
            }
            return isHeld ? () : completion(.failed)
        }
        guard let process else { return completion(.failed) }
        let services = process.services
        process.noteTold()
        asked.insert(token)
        process.call(
            Wire.ask, self.controller, token, question.kind.rawValue, controller, question.target, question.arguments
        ) { result in
            self.asked.remove(token)
            defer { services?.endCallback(self, token) }
            switch result {
            case .success(let answers): completion(answers.first.map { .given($0) } ?? .failed)
            case .failure(let error):
                completion(error.name == DBusError.notSupported("").name ? .notImplemented : .failed)
            }
        }
    }

    /// Whether a question has no answer yet.
    func isAsking(_ token: UInt64) -> Bool { asked.contains(token) }

    func withdraw(_ question: UInt64) { tell(Wire.withdraw, question) }

    func tell(_ notice: DelegateNotice, about subject: UInt64) {
        tell(Wire.tell, notice.kind.rawValue, subject, notice.viewControllers, notice.changed, notice.style)
    }
}
