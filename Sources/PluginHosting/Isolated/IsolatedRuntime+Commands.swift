internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The commands of the daemon for an isolated plugin.
extension IsolatedRuntime {
    func load(completion: @escaping Completion) {
        do throws(DBusError) {
            if process?.stage == .ready { return completion(nil) }
            try plugin.requireUsable()
            try startIfNeeded()
            waiting.append(completion)
        } catch {
            completion(error)
        }
    }

    func reload(completion: @escaping Completion) {
        dropExpectedHost()
        guard handover == nil else {
            return completion(.internalInconsistency("Reload: plugin '\(plugin.id)' is already being reloaded"))
        }
        guard let process, process.stage == .ready else { return reset(completion: completion) }
        do throws(DBusError) {
            let finding = try plugin.readFolder()
            let successor = try launcher.start(assignment(of: finding))
            begin(Handover(to: successor, of: self, finding), completion: completion)
        } catch {
            completion(.pluginFailed("Reload: plugin '\(plugin.id)' continues with the old code: \(error.message)"))
        }
    }

    /// An expected process that has not connected yet must not block other requests.
    private func dropExpectedHost() {
        guard let handover, !handover.process.isSupervised else { return }
        handover.fail("another process was requested")
    }

    private func begin(_ handover: Handover, completion: @escaping Completion) {
        self.handover = handover
        handover.start { [unowned self] error in
            self.handover = nil
            completion(error)
            stopWhenIdle()
        }
    }

    func unload(completion: @escaping Completion) {
        // This comes first, so that the states include the effects of the held calls.
        handover?.fail("it is unloaded")
        guard process != nil else {
            return completion(
                .internalInconsistency("Unload: plugin '\(plugin.id)' is \(plugin.state.rawValue), not running"))
        }
        copyStates(within: Self.stateTimeout) { [weak self] in
            guard let self else { return completion(nil) }
            // It may have failed meanwhile, or new code may have taken over.
            guard plugin.state != .quarantined else { return completion(.pluginFailed(plugin.reason)) }
            stop("The plugin was unloaded. Load starts it again.")
            completion(nil)
        }
    }

    func disable() {
        handover?.fail("it is disabled")
        plugin.become(.disabled, Plugin.disabledReason)
        copyStates(within: Self.stateTimeout) { [weak self] in
            guard let self, plugin.isDisabled else { return }
            stop(Plugin.disabledReason, state: .disabled)
        }
    }

    func enable() {
        if process?.stage == .ready { plugin.become(.running, "") }
        reset { _ in }
    }

    /// The timeout for states before the process ends, in milliseconds.
    static let stateTimeout: UInt64 = 1000

    func collectStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        handover?.fail("the daemon ends")
        copyStates(within: milliseconds, completion: completion)
    }

    /// Asks the instances for their states, with a timeout. For an instance that is late, its last sent state counts.
    func copyStates(within milliseconds: UInt64, completion: @escaping @EventLoop () -> Void) {
        let owners = controllers.values.map(\.owner).filter(\.isMade)
        var left = owners.count
        var isOver = false
        let finish: @EventLoop () -> Void = {
            guard !isOver else { return }
            isOver = true
            completion()
        }
        guard left > 0 else { return finish() }
        let deadline = LoopTimer(after: milliseconds) { finish() }
        for owner in owners {
            owner.encodeRestorableState { [unowned host] state in
                if !isOver, owner.recordState(state) { host.restorableStateChanged(of: owner.controller, to: state) }
                left -= 1
                guard left == 0 else { return }
                deadline.cancel()
                finish()
            }
        }
    }

    /// Ends the process. View controllers keep their data, and wait.
    ///
    /// - Parameter state: The state of the plugin then, without view controllers.
    func stop(_ reason: String, state: Plugin.State = .available) {
        let process = process
        self.process = nil
        services = nil
        restart = nil
        // This comes first, so that waiting callers get this reason and not that of a closed connection.
        for number in inUse { controllers[number]?.owner.end(reason) }
        handover?.fail(reason)
        dropCandidates(.pluginUnavailable("plugin '\(plugin.id)': \(reason)"))
        process?.stop()
        setHealth(.failed, reason)
        plugin.become(state, state == .available && controllers.isEmpty ? "" : reason)
        completeWaiting(.pluginUnavailable("plugin '\(plugin.id)': \(reason)"))
    }

    func reset(completion: @escaping Completion) {
        failures.clear()
        resetSkipped()
        if process == nil {
            restart = nil
            guard plugin.rereadFolder() else {
                setHealth(.failed, plugin.reason)
                return completion(plugin.unavailability)
            }
            plugin.become(.available, "")
            if controllers.isEmpty { return completion(nil) }
            setHealth(.restarting, "The plugin is being started.")
        }
        load(completion: completion)
    }

    func respawn(_ controller: ViewControllerID, completion: @escaping Completion) {
        guard let hosted = controllers[controller] else {
            return completion(.unknownObject("no view controller \(controller)"))
        }
        if hosted.owner.isMade, hosted.owner.process != nil { return completion(nil) }
        if let successor = handover?.successor(of: controller) { return successor.whenReady(completion) }
        // Its instance is being created, or will be after the handover.
        if hosted.owner.isAwaited, hosted.owner.process != nil || handover?.isTransferring == true {
            return hosted.owner.whenReady(completion)
        }
        let wasExcluded = hosted.exclusionReason != nil
        guard let process, process.stage == .ready else {
            if wasExcluded {
                hosted.exclusionReason = nil
                restoresOneByOne = true
            }
            // The user wants to skip the back-off, so it ends now.
            if restart != nil {
                restart = nil
                startAgain()
            }
            return load(completion: completion)
        }
        guard !wasExcluded else { return retry(hosted, in: process, completion: completion) }
        remakeInstance(hosted, in: process)
        hosted.owner.whenReady(completion)
    }

    func expectHost(token: String) throws(DBusError) -> String {
        try launcher.requireConsent(token)
        dropExpectedHost()
        guard handover == nil else {
            throw .internalInconsistency("ExpectHost: plugin '\(plugin.id)' is already being reloaded")
        }
        let finding = try plugin.readFolder()
        let (successor, address) = try launcher.expect(assignment(of: finding), token: token)
        begin(Handover(to: successor, of: self, finding)) { _ in }
        return address
    }
}
