internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The restorable state of a view controller in a plugin process.
extension IsolatedOwner {
    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        guard let process, decodings == 0 else { return completion(restorableState) }
        process.call(Wire.encodeRestorableState, controller) { result in
            // Without a valid reply, the last state counts.
            guard case .success(let states) = result else { return completion(self.restorableState) }
            completion(states.first)
        }
    }

    func decodeRestorableState(_ state: [String: Variant]) {
        if let held { return held.add(for: controller) { $0.decodeRestorableState(state) } }
        restorableState = state
        decode {}
        finishRestoration {}
    }

    /// Passes the state to the instance that exists or is being created.
    ///
    /// - Parameter completion: Called when the instance has decoded it, when there is none, and when the process ends.
    func decode(completion: @escaping @EventLoop () -> Void) {
        guard let process, let restorableState else { return completion() }
        decodings += 1
        process.noteNotification()
        process.call(Wire.decodeRestorableState, controller, restorableState) { [weak self, weak process] result in
            self?.decodings -= 1
            if let self, isMade { report(result, by: process) }
            completion()
        }
    }

    /// Not for an ended process: the next one decodes the state.
    private func report(_ result: Result<Void, DBusError>, by process: PluginProcess?) {
        try? process?.services?.change { [controller] daemon in
            daemon.noteDecoding(of: controller, error: result.pluginError)
        }
    }

    /// Calls back when the process has survived the earlier calls and everything that the instance posted while
    /// decoding; also when the process ends.
    func finishRestoration(completion: @escaping @EventLoop () -> Void) {
        guard let process else { return completion() }
        restorations += 1
        process.call(Wire.finishRestoration, controller) { [weak self] _ in
            self?.restorations -= 1
            completion()
        }
    }

    /// Whether its instance is being restored.
    var isRestoring: Bool {
        process != nil && (isAwaited || restorations > 0) && (origin != .new || restorableState != nil)
    }

    /// Records the process's state for the next instance.
    ///
    /// - Returns: Whether to keep it. The initial state of an instance that still has to decode is not kept.
    func recordState(_ state: [String: Variant]?) -> Bool {
        guard decodings == 0, state != restorableState else { return false }
        restorableState = state
        return true
    }
}

/// A view controller in a plugin process as a delegate.
extension IsolatedOwner: DelegateOwner {
    func putQuestion(
        _ question: DelegateQuestion, in controller: ViewControllerID,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) -> UInt64 {
        let token = nextToken()
        call(question, token, in: controller, completion: completion)
        return token
    }

    private func call(
        _ question: DelegateQuestion, _ token: UInt64, in controller: ViewControllerID,
        completion: @escaping @EventLoop (DelegateAnswer) -> Void
    ) {
        if let held {
            let isHeld = held.addCall(for: self.controller) {
                $0.call(question, token, in: controller, completion: completion)
            }
            return isHeld ? () : completion(.failed)
        }
        guard let process else { return completion(.failed) }
        let services = process.services
        process.noteNotification()
        openQuestions.insert(token)
        process.call(
            Wire.ask, self.controller, token, question.kind.rawValue, controller, question.target, question.arguments
        ) { result in
            self.openQuestions.remove(token)
            defer { services?.endCallback(self, token) }
            switch result {
            case .success(let answers): completion(answers.first.map { .given($0) } ?? .failed)
            case .failure(let error):
                completion(error.name == DBusError.notSupported("").name ? .notImplemented : .failed)
            }
        }
    }

    /// Whether a question is open.
    func isAsking(_ token: UInt64) -> Bool { openQuestions.contains(token) }

    func withdrawQuestion(_ question: UInt64) { notify(Wire.withdraw, question) }

    func notify(_ notice: DelegateNotice, about subject: ViewControllerID) {
        notify(Wire.tell, notice.kind.rawValue, subject, notice.viewControllers, notice.changed, notice.style)
    }
}
