internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging
internal import TabInterface

/// The runtime of a plugin in its own supervised process. After a crash the process restarts, and its view controllers
/// are kept.
@EventLoop
final class IsolatedRuntime: PluginRuntime {
    unowned let plugin: Plugin
    unowned let host: any OwnerServices
    let launcher: PluginProcessLauncher
    let dataDirectory: String?
    var controllers: [ViewControllerID: IsolatedController] = [:]
    /// The process that runs or starts.
    var process: PluginProcess?
    var services: PluginProcessServices?
    /// Exists while new code takes over.
    var handover: Handover?
    var failures = FailureLog()
    var restart: LoopTimer?
    private var idle: LoopTimer?
    /// Whether the last process ended while it restored instances. The next one restores them one at a time.
    var restoresOneByOne = false
    /// The view controllers that are still to be restored one at a time, including the current one.
    var candidates: [ViewControllerID] = []
    var candidate: ViewControllerID?
    /// Called when all candidates are restored.
    var afterCandidates: (@EventLoop () -> Void)?
    /// The completions of single attempts, by view controller.
    var retries: [ViewControllerID: Completion] = [:]
    /// View controllers of other plugins' classes that earlier processes have created.
    private var foreign: Set<ViewControllerID> = []
    let logger: Logger
    /// The completions that wait for the running start.
    var waiting: [Completion] = []

    init(_ plugin: Plugin, host: any OwnerServices, launcher: PluginProcessLauncher, dataDirectory: String?) {
        self.plugin = plugin
        self.host = host
        self.launcher = launcher
        self.dataDirectory = dataDirectory
        logger = Logger(label: "tabd.hosts.\(plugin.id)")
    }

    let isolation = Manifest.Isolation.process
    var processID: UInt32 { UInt32(process?.processID ?? 0) }
    var isInUse: Bool { process != nil || !controllers.isEmpty || restart != nil }

    var resourceUsage: [String: Variant] {
        guard let process, let number = process.processID, let usage = ProcessUsage(of: number) else { return [:] }
        return [
            "CPUUsageNSec": .uint64(usage.cpu), "MemoryCurrent": .uint64(usage.memory),
            "MessagesReceived": .uint64(process.connection?.messagesReceived ?? 0),
            "MessagesSent": .uint64(process.connection?.messagesSent ?? 0),
            "ViewControllers": .uint32(UInt32(clamping: controllers.count)),
        ]
    }

    /// Returns the assignment for a process: the current content of the plugin's folder, or nil for the earlier one.
    func assignment(of finding: PluginDirectory.Finding? = nil) throws(DBusError) -> PluginProcess.Assignment {
        // The process opens the file itself, and checks it again.
        let library = try plugin.openLibrary(of: finding)
        let classes = (finding?.manifest?.classes ?? plugin.classes).map { "\(plugin.id).\($0.name)" }
        return PluginProcess.Assignment(
            id: plugin.id, library: library.path, dataDirectory: dataDirectory, classes: classes)
    }

    // MARK: View controllers

    func makeOwner(
        _ className: String, controller: ViewControllerID, arguments: [String: Variant], origin: InstanceOrigin
    ) throws(DBusError) -> any ContentOwner {
        let owner = IsolatedOwner(controller, plugin: plugin.id)
        owner.origin = origin
        let maker = [services, handover?.services].compactMap(\.self).first { $0.isCreating }
        let hosted = IsolatedController(
            controller, className: className, arguments: arguments, isOfPlugin: maker != nil, owner: owner)
        if let maker {
            guard let process = maker === services ? process : handover?.process else {
                throw .pluginUnavailable("plugin '\(plugin.id)' has no process")
            }
            owner.begin(madeBy: process)
            maker.owners[controller] = owner
            // A restored view controller keeps its data for the next attempt.
            if origin == .new {
                owner.whenReady { [unowned host] error in
                    if error != nil { host.discardCreation(of: controller) }
                }
            }
        } else {
            try plugin.requireUsable()
            if process?.isCongested == true {
                throw .limitsExceeded(
                    "plugin '\(plugin.id)' does not read its messages; try again later")
            }
            try startIfNeeded()
            // During a handover it waits for the process that continues.
            if let process, process.stage == .ready, handover?.isTransferring != true { make(hosted, in: process) }
        }
        // Replaces the record of the same view controller from an earlier process.
        controllers[controller]?.owner.onDestroy = nil
        controllers[controller] = hosted
        idle = nil
        owner.onDestroy = { [weak self] in self?.removeController(controller) }
        return owner
    }

    private func removeController(_ controller: ViewControllerID) {
        controllers[controller] = nil
        services?.owners[controller] = nil
        services?.created.remove(controller)
        handover?.remove(controller)
        skip(controller)
        stopWhenIdle()
    }

    /// Makes an owner that of a view controller, also for the daemon.
    func adopt(_ owner: IsolatedOwner, for hosted: IsolatedController) {
        let number = hosted.number
        hosted.owner.onDestroy = nil
        hosted.owner = owner
        owner.onDestroy = { [weak self] in self?.removeController(number) }
        host.replaceOwner(of: number, with: owner)
    }

    /// Sets the health of the view controllers that need a process.
    func setHealth(_ health: OwnerHealth, _ reason: String) {
        for number in inUse { host.setHealth(health, reason: reason, of: number) }
    }

    /// The view controllers that need a process.
    var inUse: [ViewControllerID] { controllers.values.filter { $0.exclusionReason == nil }.map(\.number).sorted() }

    // MARK: Starting

    func startIfNeeded() throws(DBusError) {
        guard process == nil, restart == nil else { return }
        do throws(DBusError) {
            try start()
        } catch {
            let error = DBusError.pluginFailed("plugin '\(plugin.id)': \(error.message)")
            plugin.become(.failed, error.message)
            throw error
        }
    }

    /// Makes a starting process the plugin's.
    private func start() throws(DBusError) {
        let process = try launcher.start(assignment())
        let services = PluginProcessServices(host, plugin: plugin.id, isStaged: false)
        observe(process, services)
        process.services = services
        process.onReady = { [unowned self] in becameReady() }
        plugin.changed()
    }

    /// Observes a process from now on.
    func observe(_ process: PluginProcess, _ services: PluginProcessServices) {
        restart = nil
        idle = nil
        self.process = process
        self.services = services
        // The view controllers of other plugins' classes still belong to the plugin in its next life.
        services.created.formUnion(foreign.filter { host.exists($0) })
        process.onEnd = { [unowned self] reason in ended(reason) }
        process.onThrottle = { [unowned self] reason in throttled(reason) }
    }

    private func becameReady() {
        guard let process else { return }
        plugin.become(.running, "")
        makeInstances(in: process)
        // A message may have ended it.
        guard self.process === process else { return }
        completeWaiting(nil)
        stopWhenIdle()
    }

    /// Discards view controllers of the plugin's last life: those that its new life has replaced, and pages that it
    /// does not create again, so that no dead page stays on the screen. One with an identifier waits for the plugin, as
    /// after a restart of the daemon.
    func discardOrphans(among earlier: Set<ViewControllerID>) {
        let own = earlier.filter { controllers[$0]?.isOfPlugin == true && services?.created.contains($0) == false }
        // A destroyed view controller releases its children.
        for _ in 1...3 {
            for number in own.union(foreign).sorted() where isOrphan(number) { host.discard(number) }
        }
        foreign = []
    }

    private func isOrphan(_ number: ViewControllerID) -> Bool {
        guard host.restorationIdentifier(of: number).isEmpty else { return false }
        if host.isFree(number) { return true }
        guard controllers[number]?.owner.failure != nil else { return false }
        return !host.hasParent(number) || host.isPushed(number)
    }

    /// The process has ended. The view controllers of other classes that it created may have no owner now.
    func noteEnd(of services: PluginProcessServices?) {
        foreign.formUnion((services?.created ?? []).filter { controllers[$0] == nil })
    }

    func completeWaiting(_ error: DBusError?) {
        let waiting = waiting
        self.waiting = []
        for completion in waiting { completion(error) }
    }

    // MARK: Failures

    private func ended(_ reason: String) {
        let wasReady = plugin.state == .running
        process = nil
        noteEnd(of: services)
        services = nil
        let text = "The plugin's process \(reason)."
        let isKnown = recordCrash(reason)
        // Waiting callers get the error of a missing instance, and the daemon discards that view controller.
        for number in inUse { controllers[number]?.owner.end(text) }
        handover?.fail("the running process failed: \(reason)")
        logger.warning("\(text)")
        // The other view controllers don't wait longer because of the one that failed.
        let delay =
            isKnown ? launcher.configuration.restartDelay : failures.note(at: .now, launcher.configuration)
        if delay == nil {
            quarantine(text)
        } else if controllers.isEmpty, !wasReady {
            plugin.become(.failed, text)
        } else if isKnown, inUse.isEmpty {
            plugin.become(.available, "")
        } else if let delay {
            plugin.become(.restarting, text)
            setHealth(.restarting, text)
            restart = LoopTimer(after: UInt64(delay)) { [unowned self] in startAgain() }
        }
        completeWaiting(.pluginFailed("plugin '\(plugin.id)': \(text)"))
    }

    func startAgain() {
        restart = nil
        plugin.noteRestart()
        do throws(DBusError) {
            try start()
        } catch {
            ended("can't be started: \(error.message)")
        }
    }

    private func quarantine(_ reason: String) {
        let configuration = launcher.configuration
        let text = """
            \(configuration.failures) failures within \(Self.duration(configuration.failureWindow)). \(reason) \
            Reset or a new version of the plugin ends the quarantine.
            """
        logger.error("quarantined: \(text)")
        plugin.quarantine(text)
        for number in inUse { controllers[number]?.owner.unavailabilityReason = "it is quarantined: \(text)" }
        setHealth(.quarantined, text)
    }

    private static func duration(_ seconds: Int) -> String {
        seconds % 60 == 0 ? "\(seconds / 60) minutes" : "\(seconds) s"
    }

    private func throttled(_ reason: String?) {
        guard plugin.state == .running else { return }
        let text = reason.map { "The plugin's process \($0)." } ?? ""
        plugin.become(.running, text)
        for (number, hosted) in controllers where hosted.owner.isMade {
            host.setHealth(reason == nil ? .ready : .unresponsive, reason: text, of: number)
        }
    }

    // MARK: Ending

    func stopWhenIdle() {
        guard controllers.isEmpty, process?.stage == .ready, process?.isSupervised == true else { return }
        let time = UInt64(launcher.configuration.idle) * 1000
        idle = LoopTimer(after: time, accuracy: time / 10 + 1) { [unowned self] in
            idle = nil
            if controllers.isEmpty, handover == nil { stop("") }
        }
    }

    func childrenChanged() { process?.noteActivity() }

    func shutDown() {
        restart = nil
        handover?.fail("the daemon ends")
        process?.stop()
        process = nil
    }
}
