internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// New code of a plugin takes over from a running process: ready first, then swapped; or not, and nothing has happened.
///
/// 1. When the new process is ready, the calls to the old one begin to wait, and the old one is asked for the states of
///    its instances. A process handles its calls in order, so it answers every earlier call before it gives a state.
/// 2. The new process makes every instance with its state, and hears what its predecessor had been told until then. What
///    it changes meanwhile waits.
/// 3. The calls that wait go to the new process in their order, or to the old one when the new one fails.
@EventLoop
final class Handover {
    let process: HostProcess
    let services: HostServices
    private unowned let runtime: IsolatedRuntime
    private let finding: PluginDirectory.Finding
    private var successors: [UInt64: HostedOwner] = [:]
    private let held = HeldCalls()
    /// Whether calls to the old process wait.
    private(set) var isTransferring = false
    private var completion: (@EventLoop (DBusError?) -> Void)?
    private var deadline: LoopTimer?

    init(to process: HostProcess, of runtime: IsolatedRuntime, _ finding: PluginDirectory.Finding) {
        self.process = process
        self.runtime = runtime
        self.finding = finding
        services = HostServices(runtime.host, plugin: runtime.plugin.id, isStaged: true)
    }

    func start(completion: @escaping @EventLoop (DBusError?) -> Void) {
        self.completion = completion
        process.begin(with: services)
        process.onEnd = { [unowned self] reason in fail("its new process \(reason)") }
        process.onReady = { [unowned self] in
            beginTransfer()
            runtime.copyStates(within: IsolatedRuntime.statePatience) { [weak self] in self?.fill() }
        }
    }

    /// Names the successors of all instances. From here on the old process gets no call but the one for its states.
    private func beginTransfer() {
        isTransferring = true
        held.onOverflow = { [weak self] in self?.fail("too many calls wait for it") }
        runtime.process?.held = held
        for number in runtime.inUse {
            guard let hosted = runtime.controllers[number] else { continue }
            let successor = HostedOwner(number, plugin: runtime.plugin.id)
            successors[number] = successor
            // Where the view controller is now, for when the instance is made.
            successor.held = HeldCalls()
            runtime.host.catchUp(successor, of: number)
            hosted.owner.held = held
        }
    }

    /// Has the new process make all instances with the states that were copied, and tells them where they are.
    private func fill() {
        guard completion != nil else { return }
        held.holdsResults = true
        let patience = process.settings.startDeadline
        if process.isSupervised {
            deadline = LoopTimer(after: UInt64(patience)) { [unowned self] in
                fail("its new process did not make the view controllers within \(patience) ms")
            }
        }
        for number in successors.keys.sorted() {
            // Telling the process may end it, and then this is over.
            guard completion != nil else { return }
            guard let hosted = runtime.controllers[number], let successor = successors[number] else { continue }
            successor.restorableState = hosted.owner.restorableState
            services.owners[number] = successor
            successor.begin(in: process, className: hosted.className, arguments: hosted.arguments) {
                [weak self] error in
                guard let error, !hosted.isOfPlugin else { return }
                self?.fail("its new code did not make view controller \(number): \(error.message)")
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
        runtime.plugin.take(finding, whileRunning: true)
        runtime.noteEnd(of: runtime.services)
        runtime.take(process, services)
        var earlier: Set<UInt64> = []
        for number in runtime.controllers.keys.sorted() {
            guard let hosted = runtime.controllers[number] else { continue }
            let former = hosted.owner
            // What the new code has made itself meanwhile.
            if former.process === process || hosted.fault != nil { continue }
            earlier.insert(number)
            former.held = nil
            if let successor = successors[number] {
                replace(former, of: hosted, by: successor)
            } else {
                // Created meanwhile, so its instance was not made yet, or by the old code itself.
                runtime.beginAgain(hosted, in: process)
            }
            if former !== hosted.owner { former.end("new code has taken over") }
        }
        services.applyStaged()
        release(to: process)
        old?.held = nil
        old?.stop()
        runtime.failures.clear()
        runtime.plugin.become(.running, "")
        runtime.settleWaiting(nil)
        runtime.discardOrphans(among: earlier)
        completion(nil)
        runtime.retryLeftOut()
    }

    private func replace(_ former: HostedOwner, of hosted: HostedController, by successor: HostedOwner) {
        runtime.adopt(successor, for: hosted)
        former.hand(to: successor)
        let (number, failure) = (hosted.number, successor.failure)
        runtime.host.setHealth(failure == nil ? .ready : .failed, reason: failure?.message ?? "", of: number)
        // The old process may have told a state after the copy, which no instance has.
        guard former.restorableState != successor.restorableState else { return }
        runtime.host.restorableStateChanged(of: number, to: successor.restorableState)
    }

    /// Ends the waiting of calls: they go to the process that goes on.
    private func release(to process: HostProcess?) {
        isTransferring = false
        held.release(in: process) { runtime.controllers[$0]?.owner }
    }

    /// The new instance of a view controller, while calls to the old one wait.
    func successor(of controller: UInt64) -> HostedOwner? { successors[controller] }

    func forget(_ controller: UInt64) {
        successors.removeValue(forKey: controller)?.destroy()
        services.owners[controller] = nil
        services.created.remove(controller)
    }

    /// Ends the new process: it can't take over, the old one can't go on either, or the handover is no longer wanted.
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
        if let old, old.stage == .ready { runtime.makeMissing(in: old) }
        for number in services.created.sorted() { runtime.host.discard(number) }
        let id = runtime.plugin.id
        completion(.pluginFailed("Reload: plugin '\(id)' goes on as it was: \(reason)"))
    }
}
