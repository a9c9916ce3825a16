internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// How a host makes the instances of controllers, again or for the first time.
///
/// All of them are made, then each decodes its state, then each hears where it is (R9). When a host dies of that, the
/// next one gets one controller after the other, so that it is known of which one: that is left out, and the others
/// come back.
extension IsolatedRuntime {
    /// Has the instance of a controller made; its state comes behind that.
    ///
    /// - Parameter completion: Called when the host has answered, or ends.
    func make(
        _ hosted: HostedController, in process: HostProcess, completion: @escaping @EventLoop () -> Void = {}
    ) {
        let (number, owner) = (hosted.number, hosted.owner)
        services?.owners[number] = owner
        owner.begin(in: process, className: hosted.className, arguments: hosted.arguments) { [unowned self] error in
            if controllers[number]?.owner === owner {
                host.setHealth(error == nil ? .ready : .failed, reason: error?.message ?? "", of: number)
            }
            completion()
        }
    }

    /// Gives a controller an owner whose instance is still to be made, whatever became of the last one.
    private func renewOwner(of hosted: HostedController) {
        guard hosted.owner.hasBegun else { return }
        let owner = HostedOwner(hosted.number, plugin: plugin.id)
        owner.restorableState = hosted.owner.restorableState
        owner.origin = hosted.owner.origin
        owner.held = hosted.owner.held
        adopt(owner, for: hosted)
    }

    /// Gives a controller its instance in a host that is ready.
    func beginAgain(_ hosted: HostedController, in process: HostProcess) {
        renewOwner(of: hosted)
        make(hosted, in: process)
        hosted.owner.decode {}
        host.catchUp(hosted.owner, of: hosted.number)
        hosted.owner.finishRestoration {}
    }

    /// Makes the instances that waited for the end of a handover, which the process has survived.
    func makeMissing(in process: HostProcess) {
        for number in inUse where self.process === process && !candidates.contains(number) {
            if let hosted = controllers[number], !hosted.owner.hasBegun { beginAgain(hosted, in: process) }
        }
    }

    /// Makes the instances of all controllers in a host that is ready.
    func makeInstances(in process: HostProcess) {
        let earlier = Set(controllers.keys)
        let numbers = inUse.filter { !leaveToPlugin($0) }
        guard !isCareful else {
            (candidates, candidate) = (numbers, nil)
            afterCandidates = { [unowned self] in discardOrphans(among: earlier) }
            return makeNext(in: process)
        }
        // Telling the host something may end it.
        for number in numbers where self.process === process {
            guard let hosted = controllers[number] else { continue }
            renewOwner(of: hosted)
            make(hosted, in: process)
        }
        let (containers, others) = (numbers.filter(isContainer), numbers.filter { !isContainer($0) })
        for number in containers + others where self.process === process { controllers[number]?.owner.decode {} }
        for number in numbers where self.process === process {
            guard let owner = controllers[number]?.owner else { continue }
            host.catchUp(owner, of: number)
            owner.finishRestoration {}
        }
        process.ping { [weak self] in self?.discardOrphans(among: earlier) }
    }

    /// A page of the plugin's own with an identifier waits for the plugin, which asks for it by that, as after a restart
    /// of the daemon: two instances would not know of each other.
    private func leaveToPlugin(_ number: UInt64) -> Bool {
        guard let hosted = controllers[number], hosted.isOfPlugin,
            !plugin.classes.contains(where: { $0.name == hosted.className }),
            let identifier = try? host.restorationIdentifier(of: number), !identifier.isEmpty
        else { return false }
        renewOwner(of: hosted)
        hosted.owner.end("it has yet to make this page of its own again")
        host.setHealth(
            .failed, reason: "It waits for its plugin to make it again, and its data is kept.", of: number)
        return true
    }

    private func isContainer(_ number: UInt64) -> Bool {
        guard let hosted = controllers[number] else { return false }
        return host.isNavigationController(number)
            || plugin.ownClass(hosted.className).superclass == "TabBarController"
    }

    // MARK: One after the other

    /// Makes the instance of the next candidate, and so on until there is none left.
    private func makeNext(in process: HostProcess) {
        candidate = nil
        guard self.process === process else { return }
        candidates.removeAll { controllers[$0] == nil || controllers[$0]?.fault != nil }
        guard let number = candidates.first, let hosted = controllers[number] else {
            isCareful = false
            let completion = afterCandidates
            afterCandidates = nil
            completion?()
            return
        }
        candidates.removeFirst()
        candidate = number
        renewOwner(of: hosted)
        let owner = hosted.owner
        make(hosted, in: process) { [weak self] in
            guard self?.process === process else { return }
            owner.decode { [weak self] in
                guard let self, self.process === process, candidate == number else { return }
                if owner.isMade { host.catchUp(owner, of: number) }
                // What it does later because of its state is no fault of the next one.
                owner.finishRestoration { [weak self] in
                    guard let self, self.process === process, candidate == number else { return }
                    trials.removeValue(forKey: number)?(owner.failure)
                    makeNext(in: process)
                }
            }
        }
    }

    /// A candidate is destroyed while its instance is made.
    func skip(_ number: UInt64) {
        trials.removeValue(forKey: number)?(.unknownObject("the view controller was destroyed"))
        if candidate == number, let process { makeNext(in: process) }
    }

    /// Nobody is made any more in the host that there was.
    func dropCandidates(_ error: DBusError) {
        (candidates, candidate, afterCandidates) = ([], nil, nil)
        let trials = trials
        self.trials = [:]
        for number in trials.keys.sorted() { trials[number]?(error) }
    }

    /// Tries a controller alone that was left out.
    func tryAgain(
        _ hosted: HostedController, in process: HostProcess,
        completion: @escaping @EventLoop (DBusError?) -> Void = { _ in }
    ) {
        hosted.fault = nil
        renewOwner(of: hosted)
        trials[hosted.number] = completion
        candidates.append(hosted.number)
        if candidate == nil { makeNext(in: process) }
    }

    /// New code may be able to do what the old one was not.
    func retryLeftOut() {
        guard let process, process.stage == .ready else { return }
        for number in controllers.keys.sorted() {
            if let hosted = controllers[number], hosted.fault != nil { tryAgain(hosted, in: process) }
        }
    }

    /// Forgets who was left out; the next host is given one after the other.
    func forgiveAll() {
        for hosted in controllers.values where hosted.fault != nil {
            hosted.fault = nil
            isCareful = true
        }
    }

    /// Finds out whether a host has ended because of an instance that it made again.
    ///
    /// - Returns: Whether it is known which one; it is left out from here on.
    func noteCulprit(_ reason: String) -> Bool {
        let culprit = candidate.flatMap { controllers[$0] }
        defer { dropCandidates(.pluginFailed("plugin '\(plugin.id)': \(culprit?.fault ?? reason)")) }
        guard let culprit else {
            isCareful = isCareful || controllers.values.contains { $0.owner.isComingBack }
            return false
        }
        isCareful = true
        let text = """
            The plugin's process \(reason) while it restored view controller \(culprit.number) of class \
            '\(culprit.className)'. Its data is kept; Respawn tries it again.
            """
        culprit.fault = text
        culprit.owner.end(text)
        host.setHealth(.failed, reason: text, of: culprit.number)
        logger.error("\(text)")
        return true
    }
}
