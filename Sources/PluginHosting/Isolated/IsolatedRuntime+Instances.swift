internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// The creation of instances in a plugin process, for the first time or again.
///
/// All instances are created, then each decodes its state, then each is notified of its place (R9). If the process
/// crashes meanwhile, the next one gets one view controller after the other. The one that crashes it is then known and
/// skipped, and the others are restored.
extension IsolatedRuntime {
    /// Requests the instance of a view controller. Its state follows.
    ///
    /// - Parameter completion: Called when the process has replied or ended.
    func make(
        _ hosted: IsolatedController, in process: PluginProcess, completion: @escaping @EventLoop () -> Void = {}
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

    /// Gives a view controller a new owner without an instance, whatever happened to the last one.
    private func recreateOwner(of hosted: IsolatedController) {
        guard hosted.owner.hasBegun else { return }
        let owner = IsolatedOwner(hosted.number, plugin: plugin.id)
        owner.restorableState = hosted.owner.restorableState
        owner.origin = hosted.owner.origin
        owner.held = hosted.owner.held
        adopt(owner, for: hosted)
    }

    /// Creates the instance of a view controller in a process that is ready.
    func remakeInstance(_ hosted: IsolatedController, in process: PluginProcess) {
        recreateOwner(of: hosted)
        make(hosted, in: process)
        hosted.owner.decode {}
        host.catchUp(hosted.owner, of: hosted.number)
        hosted.owner.finishRestoration {}
    }

    /// Creates the instances that waited for the end of a handover, which the process has survived.
    func makeMissingInstances(in process: PluginProcess) {
        for number in inUse where self.process === process && !candidates.contains(number) {
            if let hosted = controllers[number], !hosted.owner.hasBegun { remakeInstance(hosted, in: process) }
        }
    }

    /// Creates the instances of all view controllers in a process that is ready.
    func makeInstances(in process: PluginProcess) {
        let earlier = Set(controllers.keys)
        let numbers = inUse.filter { !leaveToPlugin($0) }
        guard !restoresOneByOne else {
            (candidates, candidate) = (numbers, nil)
            afterCandidates = { [unowned self] in
                discardOrphans(among: earlier)
                host.restorationEnded(ofPlugin: plugin.id)
            }
            return makeNext(in: process)
        }
        // A message may end the process.
        for number in numbers where self.process === process {
            guard let hosted = controllers[number] else { continue }
            recreateOwner(of: hosted)
            make(hosted, in: process)
        }
        let (containers, others) = (numbers.filter(isContainer), numbers.filter { !isContainer($0) })
        for number in containers + others where self.process === process { controllers[number]?.owner.decode {} }
        // The ping counts as well.
        var left = numbers.count + 1
        let finish: @EventLoop () -> Void = { [weak self] in
            left -= 1
            guard left == 0, let self, self.process === process else { return }
            host.restorationEnded(ofPlugin: plugin.id)
        }
        for number in numbers {
            guard self.process === process, let owner = controllers[number]?.owner else { return }
            host.catchUp(owner, of: number)
            owner.finishRestoration(completion: finish)
        }
        process.ping { [weak self] in
            self?.discardOrphans(among: earlier)
            finish()
        }
    }

    /// A page of the plugin with an identifier waits until the plugin asks for it, as after a restart of the daemon.
    /// Otherwise two instances would exist.
    private func leaveToPlugin(_ number: ViewControllerID) -> Bool {
        guard let hosted = controllers[number], hosted.isOfPlugin,
            !plugin.classes.contains(where: { $0.name == hosted.className }),
            !host.restorationIdentifier(of: number).isEmpty
        else { return false }
        recreateOwner(of: hosted)
        hosted.owner.end("it has not created this page again yet")
        host.setHealth(
            .failed, reason: "It waits for its plugin to create it again. Its data is kept.", of: number)
        return true
    }

    private func isContainer(_ number: ViewControllerID) -> Bool {
        guard let hosted = controllers[number] else { return false }
        return host.isNavigationController(number)
            || plugin.ownClass(hosted.className).superclass == "TabBarController"
    }

    // MARK: One at a time

    /// Creates the instance of the next candidate, and so on until none is left.
    private func makeNext(in process: PluginProcess) {
        candidate = nil
        guard self.process === process else { return }
        candidates.removeAll { controllers[$0] == nil || controllers[$0]?.exclusionReason != nil }
        guard let number = candidates.first, let hosted = controllers[number] else {
            restoresOneByOne = false
            let completion = afterCandidates
            afterCandidates = nil
            completion?()
            return
        }
        candidates.removeFirst()
        candidate = number
        recreateOwner(of: hosted)
        let owner = hosted.owner
        make(hosted, in: process) { [weak self] in
            guard self?.process === process else { return }
            owner.decode { [weak self] in
                guard let self, self.process === process, candidate == number else { return }
                if owner.isMade { host.catchUp(owner, of: number) }
                // A later effect of its state must not count against the next candidate.
                owner.finishRestoration { [weak self] in
                    guard let self, self.process === process, candidate == number else { return }
                    retries.removeValue(forKey: number)?(owner.failure)
                    makeNext(in: process)
                }
            }
        }
    }

    /// Skips a candidate that is destroyed while its instance is created.
    func skip(_ number: ViewControllerID) {
        retries.removeValue(forKey: number)?(.unknownObject("the view controller was destroyed"))
        if candidate == number, let process { makeNext(in: process) }
    }

    /// Drops all candidates, because the process has ended.
    func dropCandidates(_ error: DBusError) {
        (candidates, candidate, afterCandidates) = ([], nil, nil)
        let retries = retries
        self.retries = [:]
        for number in retries.keys.sorted() { retries[number]?(error) }
    }

    /// Retries a skipped view controller alone.
    func retry(_ hosted: IsolatedController, in process: PluginProcess, completion: @escaping Completion = { _ in }) {
        hosted.exclusionReason = nil
        recreateOwner(of: hosted)
        retries[hosted.number] = completion
        candidates.append(hosted.number)
        if candidate == nil { makeNext(in: process) }
    }

    /// Retries the skipped view controllers with new code.
    func retryExcluded() {
        guard let process, process.stage == .ready else { return }
        for number in controllers.keys.sorted() {
            if let hosted = controllers[number], hosted.exclusionReason != nil { retry(hosted, in: process) }
        }
    }

    /// Resets the skipped view controllers. The next process gets one after the other.
    func resetSkipped() {
        for hosted in controllers.values where hosted.exclusionReason != nil {
            hosted.exclusionReason = nil
            restoresOneByOne = true
        }
    }

    /// Determines whether a process ended because of an instance that it restored.
    ///
    /// - Returns: Whether the view controller is known. It is skipped from now on.
    func recordCrash(_ reason: String) -> Bool {
        let crashing = candidate.flatMap { controllers[$0] }
        defer { dropCandidates(.pluginFailed("plugin '\(plugin.id)': \(crashing?.exclusionReason ?? reason)")) }
        guard let crashing else {
            restoresOneByOne = restoresOneByOne || controllers.values.contains { $0.owner.isRestoring }
            return false
        }
        restoresOneByOne = true
        let text = """
            The plugin's process \(reason) while it restored view controller \(crashing.number) of class \
            '\(crashing.className)'. Its data is kept. Respawn tries again.
            """
        crashing.exclusionReason = text
        crashing.owner.end(text)
        host.setHealth(.failed, reason: text, of: crashing.number)
        logger.error("\(text)")
        return true
    }
}
