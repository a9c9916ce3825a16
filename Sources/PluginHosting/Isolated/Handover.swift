internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The transfer of a plugin's view controllers from a running process to one with new code. It succeeds as a whole, or
/// changes nothing.
///
/// 1. When the new process is ready, the calls to the old one start to wait, and the old one is asked for the states of
/// its instances. A process handles its calls in order, so it finishes every earlier call before it returns a state.
/// 2. The new process creates every instance with its state, and gets the notifications that the old one had received.
/// Its changes wait meanwhile.
/// 3. The waiting calls go to the new process in their order, or to the old one when the new one fails.
@EventLoop
final class Handover {
    let process: PluginProcess
    let services: PluginProcessServices
    private unowned let runtime: IsolatedRuntime
    private let finding: PluginDirectory.Finding
    private var successors: [ViewControllerID: IsolatedOwner] = [:]
    private let held: HeldCalls
    /// Whether calls to the old process wait.
    private(set) var isTransferring = false
    private var completion: Completion?
    private var deadline: LoopTimer?

    init(to process: PluginProcess, of runtime: IsolatedRuntime, _ finding: PluginDirectory.Finding) {
        self.process = process
        self.runtime = runtime
        self.finding = finding
        held = HeldCalls(plugin: runtime.plugin.id)
        services = PluginProcessServices(runtime.host, plugin: runtime.plugin.id, isStaged: true)
    }

    func start(completion: @escaping Completion) {
        self.completion = completion
        process.services = services
        process.onEnd = { [unowned self] reason in fail("its new process \(reason)") }
        process.onReady = { [unowned self] in
            beginTransfer()
            runtime.copyStates(within: IsolatedRuntime.stateTimeout) { [weak self] in self?.restoreInstances() }
        }
    }

    /// Creates the successors of all instances. From now on the old process gets no call except the request for its
    /// states.
    private func beginTransfer() {
        isTransferring = true
        held.onOverflow = { [weak self] in self?.fail("too many calls are waiting for it") }
        runtime.process?.held = held
        for number in runtime.inUse {
            guard let hosted = runtime.controllers[number] else { continue }
            let successor = IsolatedOwner(number, plugin: runtime.plugin.id)
            successors[number] = successor
            // The current place of the view controller, sent when the instance is made.
            successor.held = HeldCalls(plugin: runtime.plugin.id)
            runtime.host.catchUp(successor, of: number)
            hosted.owner.held = held
        }
    }

    /// Makes the new process create all instances with the copied states, and notifies them of their places.
    private func restoreInstances() {
        guard completion != nil else { return }
        held.holdsResults = true
        let timeout = process.settings.startDeadline
        if process.isSupervised {
            deadline = LoopTimer(after: UInt64(timeout)) { [unowned self] in
                fail("its new process did not create the view controllers within \(timeout) ms")
            }
        }
        for number in successors.keys.sorted() {
            // A notification may end the process, and with it this handover.
            guard completion != nil else { return }
            guard let hosted = runtime.controllers[number], let successor = successors[number] else { continue }
            successor.restorableState = hosted.owner.restorableState
            services.owners[number] = successor
            successor.begin(in: process, className: hosted.className, arguments: hosted.arguments) {
                [weak self] error in
                guard let error, !hosted.isOfPlugin else { return }
                self?.fail("its new code did not create view controller \(number): \(error.message)")
            }
            successor.decode {}
            let placement = successor.held
            successor.held = nil
            placement?.release(number, to: successor)
            guard completion != nil else { return }
            successor.finishRestoration {}
        }
        guard completion != nil else { return }
        process.ping { [weak self] in self?.swap() }
    }

    private func swap() {
        guard let completion else { return }
        self.completion = nil
        deadline = nil
        let (successors, old) = (successors, runtime.process)
        self.successors = [:]
        runtime.plugin.adopt(finding, whileRunning: true)
        runtime.noteEnd(of: runtime.services)
        let retries = stopRestoringOneByOne()
        runtime.observe(process, services)
        var earlier: Set<ViewControllerID> = []
        for number in runtime.controllers.keys.sorted() {
            guard let hosted = runtime.controllers[number] else { continue }
            let former = hosted.owner
            former.held = nil
            // The new code has created the instance itself, or the view controller is skipped.
            if former.process === process || hosted.exclusionReason != nil {
                if former.process === process { services.owners[number] = former }
                if let unused = successors[number] { discard(unused, for: former) }
                continue
            }
            earlier.insert(number)
            if let successor = successors[number] {
                replace(former, of: hosted, by: successor)
            } else {
                // The view controller was created meanwhile, so its instance does not exist yet, or the old code
                // created it.
                runtime.remakeInstance(hosted, in: process)
            }
            if former !== hosted.owner { former.end("new code took over") }
        }
        // This precedes the staged changes, which cause newer calls that must not overtake the held ones.
        release(to: process)
        services.applyStaged()
        complete(retries)
        old?.held = nil
        old?.stop()
        runtime.failures.clear()
        runtime.plugin.become(.running, "")
        runtime.completeWaiting(nil)
        runtime.discardOrphans(among: earlier)
        completion(nil)
        runtime.retryExcluded()
    }

    /// Ends the restoration of one view controller after the other: the new process creates all instances at once.
    /// `swap` itself discards orphans, as `afterCandidates` would.
    ///
    /// - Returns: The completions that wait for the instance of a view controller, by its number.
    private func stopRestoringOneByOne() -> [ViewControllerID: Completion] {
        let retries = runtime.retries
        runtime.candidates = []
        runtime.candidate = nil
        runtime.afterCandidates = nil
        runtime.retries = [:]
        runtime.restoresOneByOne = false
        return retries
    }

    /// Has the new owners call the completions that wait for an instance. A skipped owner reports its error.
    private func complete(_ retries: [ViewControllerID: Completion]) {
        for number in retries.keys.sorted() {
            guard let completion = retries[number] else { continue }
            if let owner = runtime.controllers[number]?.owner {
                owner.whenReady(completion)
            } else {
                completion(.unknownObject("no view controller \(number)"))
            }
        }
    }

    /// Ends a successor that is not needed. Its waiting calls go to the remaining owner.
    private func discard(_ unused: IsolatedOwner, for owner: IsolatedOwner) {
        unused.transferCalls(to: owner)
        unused.end("view controller \(unused.controller) already has an instance")
    }

    private func replace(_ former: IsolatedOwner, of hosted: IsolatedController, by successor: IsolatedOwner) {
        runtime.adopt(successor, for: hosted)
        former.transferCalls(to: successor)
        let (number, failure) = (hosted.number, successor.failure)
        runtime.host.setHealth(failure == nil ? .ready : .failed, reason: failure?.message ?? "", of: number)
        // The old process may have sent a state after the copy, which the new instance lacks.
        guard former.restorableState != successor.restorableState else { return }
        runtime.host.restorableStateChanged(of: number, to: successor.restorableState)
    }

    /// Sends the waiting calls to the process that continues.
    private func release(to process: PluginProcess?) {
        isTransferring = false
        held.release(in: process) { runtime.controllers[$0]?.owner }
    }

    /// The new instance of a view controller, while calls to the old one wait.
    func successor(of controller: ViewControllerID) -> IsolatedOwner? { successors[controller] }

    func remove(_ controller: ViewControllerID) {
        successors.removeValue(forKey: controller)?.destroy()
        services.owners[controller] = nil
        services.created.remove(controller)
    }

    /// Ends the new process because it can't take over, the old process can't continue, or the handover was cancelled.
    func fail(_ reason: String) {
        guard let completion else { return }
        self.completion = nil
        deadline = nil
        process.stop()
        let (successors, old) = (successors, runtime.process)
        self.successors = [:]
        for successor in successors.values { successor.end(reason) }
        for hosted in runtime.controllers.values where hosted.owner.held === held { hosted.owner.held = nil }
        old?.held = nil
        release(to: old)
        if let old, old.stage == .ready { runtime.makeMissingInstances(in: old) }
        for number in services.created.sorted() { runtime.host.discard(number) }
        let id = runtime.plugin.id
        completion(.pluginFailed("Reload: plugin '\(id)' continues with the old code: \(reason)"))
    }
}
