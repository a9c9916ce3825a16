internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The restorable state of a view controller in a plugin process.
extension IsolatedOwner {
    func encodeRestorableState(completion: @escaping @EventLoop ([String: Variant]?) -> Void) {
        guard let process, decodings == 0 else { return completion(restorableState) }
        process.call(Remote.encodeRestorableState, at: controller.path) { result in
            switch result {
            case .success(let state): completion(state)
            case .failure(let error) where error.name == DBusError.Name.notSupported: completion(nil)
            // Without a valid reply, the last state counts.
            case .failure: completion(self.restorableState)
            }
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
        process.call(Remote.decodeRestorableState, at: controller.path, restorableState) {
            [weak self, weak process] result in
            self?.decodings -= 1
            if let self, isMade { report(result, by: process) }
            completion()
        }
    }

    /// Not for an ended process: the next one decodes the state.
    private func report(_ result: Result<Void, DBusError>, by process: PluginProcess?) {
        guard let services = process?.services else { return }
        try? services.change(0) { [controller, daemon = services.daemon] in
            daemon.noteDecoding(of: controller, error: result.pluginError)
        }
    }

    /// Calls back when the process has survived the earlier calls and everything that the instance posted while
    /// decoding; also when the process ends.
    func finishRestoration(completion: @escaping @EventLoop () -> Void) {
        guard let process else { return completion() }
        restorations += 1
        process.call(Remote.restorationEnded, at: controller.path) { [weak self] _ in
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
    func ask<each In: DBusType, each Out: DBusType>(
        _ method: Method<(repeat each In) -> (repeat each Out)>, _ argument: repeat each In,
        completion: @escaping @EventLoop (Result<(repeat each Out), DBusError>) -> Void
    ) -> UInt64 {
        let (path, arguments) = (controller.path, (repeat each argument))
        return put({ $0.call(method, at: path, repeat each arguments, completion: $1) }, completion)
    }

    /// Calls the method of a question. Returns the serial number of the call.
    private typealias Send<Value> =
        @EventLoop (
            PluginProcess, @escaping @EventLoop (Result<Value, DBusError>) -> Void
        ) -> UInt32

    private func put<Value>(
        _ send: @escaping Send<Value>, _ completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) -> UInt64 {
        let token = nextToken()
        put(token, send, completion)
        return token
    }

    private func put<Value>(
        _ token: UInt64, _ send: @escaping Send<Value>,
        _ completion: @escaping @EventLoop (Result<Value, DBusError>) -> Void
    ) {
        if let held {
            if !held.addCall(for: controller, { $0.put(token, send, completion) }) { completion(.failure(full)) }
            return
        }
        guard let process else { return completion(.failure(.pluginFailed(unavailabilityReason))) }
        let services = process.services
        process.noteNotification()
        openQuestions[token] = send(process) { result in
            let serial = self.openQuestions.removeValue(forKey: token)
            defer { services?.endCallback(self, serial ?? 0) }
            completion(result)
        }
    }

    /// Whether the question of a call is open.
    func isAsking(_ serial: UInt32) -> Bool { openQuestions.values.contains(serial) }

    func withdrawQuestion(_ question: UInt64) {
        // Both interfaces of delegates have this method.
        if let serial = openQuestions[question] { notify(TabBarControllerDelegateInterface.questionWithdrawn, serial) }
    }
}
