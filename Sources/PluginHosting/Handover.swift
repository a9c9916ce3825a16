internal import DBusConnection
internal import DBusInterface
internal import TabInterface

/// New code of a plugin takes over from a running host: ready first, then swapped; or not, and nothing has happened.
///
/// The new host gets every controller with its state and is told what the old one had been told. What it changes
/// meanwhile waits until it has handled all of that.
@EventLoop
final class Handover {
    let process: HostProcess
    let services: HostServices
    private unowned let runtime: IsolatedRuntime
    private let finding: PluginDirectory.Finding
    private var successors: [UInt64: HostedOwner] = [:]
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
            runtime.collectStates(within: IsolatedRuntime.statePatience) { [weak self] in self?.fill() }
        }
    }

    /// Has the new host make all instances, and tells them where they are.
    private func fill() {
        guard completion != nil else { return }
        let patience = process.settings.startDeadline
        if process.isSupervised {
            deadline = LoopTimer(after: UInt64(patience)) { [unowned self] in
                fail("its new process did not make the view controllers within \(patience) ms")
            }
        }
        for number in runtime.controllers.keys.sorted() {
            // Telling the process may end it, and then this is over.
            guard completion != nil else { return }
            guard let hosted = runtime.controllers[number], hosted.fault == nil else { continue }
            let successor = HostedOwner(number, plugin: runtime.plugin.id)
            hosted.owner.successor = successor
            successor.restorableState = hosted.owner.restorableState
            successors[number] = successor
            services.owners[number] = successor
            successor.begin(in: process, className: hosted.className, arguments: hosted.arguments) {
                [weak self] error in
                guard let error, !hosted.isOfPlugin else { return }
                self?.fail("its new code did not make view controller \(number): \(error.message)")
            }
            successor.decode {}
            guard completion != nil else { return }
            runtime.host.catchUp(successor, of: number)
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
        let old = runtime.process
        let earlier = Set(successors.keys)
        runtime.plugin.take(finding, whileRunning: true)
        runtime.noteEnd(of: runtime.services)
        runtime.take(process, services)
        for number in runtime.controllers.keys.sorted() {
            guard let hosted = runtime.controllers[number] else { continue }
            let former = hosted.owner
            // What the new code has made itself meanwhile.
            if former.process === process || hosted.fault != nil { continue }
            if let successor = successors[number] {
                runtime.adopt(successor, for: hosted)
                former.hand(to: successor)
                former.release(to: successor)
                let failure = successor.failure
                runtime.host.setHealth(failure == nil ? .ready : .failed, reason: failure?.message ?? "", of: number)
            } else {
                runtime.beginAgain(hosted, in: process)
            }
            former.end("new code has taken over")
        }
        services.applyStaged()
        old?.stop()
        runtime.failures.clear()
        runtime.plugin.become(.running, "")
        runtime.settleWaiting(nil)
        runtime.discardOrphans(among: earlier)
        completion(nil)
        runtime.retryLeftOut()
    }

    func forget(_ controller: UInt64) {
        successors[controller] = nil
        services.owners[controller] = nil
        services.created.remove(controller)
    }

    /// Ends the new host: it can't take over, the old one can't go on either, or nobody wants it any more.
    func fail(_ reason: String) {
        guard let completion else { return }
        self.completion = nil
        deadline = nil
        process.stop()
        for (number, successor) in successors {
            if let owner = runtime.controllers[number]?.owner { owner.release(to: owner) }
            successor.end(reason)
        }
        for number in services.created.sorted() { runtime.host.discard(number) }
        let id = runtime.plugin.id
        completion(.pluginFailed("Reload: plugin '\(id)' goes on as it was: \(reason)"))
    }
}
