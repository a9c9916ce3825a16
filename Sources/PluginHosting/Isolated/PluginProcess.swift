internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Logging

/// One life of a plugin process, from its start to its end for any reason.
///
/// The daemon never waits for it. A violation ends it, with a sentence about the reason.
@EventLoop
final class PluginProcess {
    enum Stage { case starting, ready, ended }

    /// The data that a plugin process needs to open its plugin.
    struct Assignment {
        let id: String
        /// An absolute path.
        let library: String
        let dataDirectory: String?
        /// The classes in the manifest.
        let classes: [String]
    }

    /// The maximum number of bytes that the process has not read.
    static let maximumBacklog = 8 << 20
    /// How long the connection of an ended process is still read, in milliseconds.
    private static let drainTimeout: UInt64 = 100
    /// How long a process without a connection has to end before that counts as a failure, in milliseconds. On a busy
    /// machine a dying process closes its descriptors long before its end is reported.
    private static let dying: UInt64 = 1000
    /// The delay before a stopped process is killed, in milliseconds.
    private static let grace: UInt64 = 1000

    let assignment: Assignment
    let settings: HostingConfiguration
    private(set) var stage = Stage.starting
    private(set) var connection: Connection?
    /// nil for a process that the user started under a debugger. Then no timeout applies.
    private(set) var child: LoopChild?
    private let server: PluginProcessServer
    let reactions: ReactionWait
    /// Whether the process missed the last reaction timeout. Replies don't wait for it until it reacts.
    var isSlow = false
    private var token: String?
    private var startDeadline: LoopTimer?
    private(set) var heartbeat: Heartbeat?
    private var memoryWatch: LoopTimer?
    private var exitTimer: LoopTimer?
    private(set) var throttle: Throttle?
    /// The calls that wait while new code takes over from this process; nil at all other times.
    var held: HeldCalls?
    /// The completions of calls that failed with the connection.
    var unanswered: [@EventLoop () -> Void] = []
    let logger: Logger

    /// Handles the requests of the process.
    var services: PluginProcessServices? {
        didSet { services?.process = self }
    }
    /// The object in the process that creates instances.
    var factory = SupervisionInterface.factoryPath
    var onReady: (@EventLoop () -> Void)?
    /// Called once, unless the process was stopped.
    var onEnd: (@EventLoop (_ reason: String) -> Void)?
    /// Called when the process is slowed down for a reason, and with nil when that ends.
    var onThrottle: (@EventLoop (_ reason: String?) -> Void)?

    // MARK: Starting

    /// Expects a process that presents a token.
    init(
        _ assignment: Assignment, _ settings: HostingConfiguration, server: PluginProcessServer,
        reactions: ReactionWait, token: String
    ) {
        self.assignment = assignment
        self.settings = settings
        self.server = server
        self.reactions = reactions
        self.token = token
        logger = Logger(label: "tabd.hosts.\(assignment.id)")
        server.expect(
            PluginProcessServer.ExpectedProcess(processID: { [unowned self] in child?.processID }) { [unowned self] in
                accept($0)
            },
            with: token)
    }

    /// Starts the process, which can't send anything before this turn ends.
    ///
    /// - Parameter owner: The owner of the child process, see `LoopChild`.
    /// - Throws: `Failed` when no process can be created.
    func start(_ program: String, environment: [String: String], of owner: AnyObject) throws(DBusError) {
        var environment = environment
        environment[HostEnvironment.address] = server.address
        environment[HostEnvironment.token] = token
        let spawned: LoopChild
        do throws(LoopChild.StartError) {
            spawned = try LoopChild(
                program, arguments: [assignment.id], environment: environment, of: owner)
        } catch {
            throw .failed(error.message)
        }
        child = spawned
        // The kernel's limit is above the limit that ends the process with a clear reason. The kernel counts the whole
        // stacks of its threads.
        let allowed = UInt64(settings.memory) << 20
        spawned.limitData(to: allowed + allowed / 4 + (256 << 20))
        spawned.onEnd = { [weak self] end in self?.childEnded(end) }
        startDeadline = LoopTimer(after: UInt64(settings.startDeadline)) { [unowned self] in
            fail("did not start within \(Self.seconds(settings.startDeadline))")
        }
    }

    /// Waits for a process that the user starts within a minute.
    func waitForUser() {
        startDeadline = LoopTimer(after: 60_000) { [unowned self] in fail("did not connect within 60 s") }
    }

    isolated deinit {
        if let token { server.withdraw(token) }
    }

    private func accept(_ connection: Connection) -> [String: Variant] {
        token = nil
        if child == nil { startDeadline = nil }
        self.connection = connection
        // A message may be as large as the bus allows, plus its envelope.
        connection.limitReceiving(message: 17 << 20, waiting: 1 << 20)
        connection.limitTraffic(of: assignment.id, in: server.memory)
        connection.contentLimit = 16 << 20
        throttle = Throttle(connection, perSecond: settings.messages) { [unowned self] in throttled($0) }
        connection.onMessage = { [unowned self] in throttle?.count() }
        connection.onSignal = { [unowned self] _, _ in noteActivity() }
        connection.onCall = { [unowned self] call, reader, reply in received(call, reader, reply) }
        connection.onDisconnect = { [unowned self] in lostConnection() }
        connection.peerName = PluginCaller.name(of: assignment.id)
        var plugin: [String: Variant] = [
            "Id": .string(assignment.id), "Library": .string(assignment.library),
            "LogLevel": .string(JournalLogHandler.currentLevel.rawValue), "Classes": assignment.classes.variant,
        ]
        plugin["DataDirectory"] = assignment.dataDirectory.map { .string($0) }
        return plugin
    }

    private var heartbeatFailure: String {
        let silence = "sent no heartbeat for \(Self.seconds(settings.heartbeat))"
        guard isCongested, let backlog = connection?.outgoingSize else { return silence }
        return "does not read: \(backlog >> 20) MiB are waiting, and it \(silence)"
    }

    /// The process has opened the library.
    func becomeReady() {
        guard stage == .starting else { return }
        stage = .ready
        startDeadline = nil
        if child != nil {
            heartbeat = Heartbeat(timeout: settings.heartbeat) { [unowned self] pong in
                ping(pong)
            } missed: { [unowned self] in
                fail(heartbeatFailure)
            }
        }
        onReady?()
    }

    var processID: Int32? { stage == .ended ? nil : child?.processID ?? connection?.peerProcessID }

    /// Whether timeouts apply. They don't apply to a process that the user started under a debugger.
    var isSupervised: Bool { child != nil }

    // MARK: Limits

    private func throttled(_ event: Throttle.Event) {
        switch event {
        case .began:
            onThrottle?("sends more than \(settings.messages) messages per second and is throttled")
        case .continued: heartbeat?.extendDeadline()
        case .ended:
            heartbeat?.extendDeadline()
            onThrottle?(nil)
        case .tooLong:
            fail("sent more than \(settings.messages) messages per second for \(Throttle.timeout / 1000) s")
        }
    }

    /// Checks the memory every 100 ms until the process returns to its loop.
    func watchMemory() {
        memoryWatch = LoopTimer(after: 100) { [unowned self] in
            watchMemory()
            checkMemory()
        }
    }

    /// Ends the checks with a last one: what the process has allocated by now counts, although it is idle in its loop.
    func endMemoryWatch() {
        memoryWatch = nil
        checkMemory()
    }

    private func checkMemory() {
        guard let child, let usage = ProcessUsage(of: child.processID) else { return }
        guard usage.memory > UInt64(settings.memory) << 20 else { return }
        fail(Self.tooMuch(usage.memory, settings))
    }

    private static func tooMuch(_ used: UInt64, _ settings: HostingConfiguration) -> String {
        "used \(used >> 20) MiB of memory; the limit is \(settings.memory) MiB"
    }

    // MARK: Ending

    /// Ends the process because of a violation.
    func fail(_ reason: String) {
        guard stage != .ended else { return }
        stage = .ended
        withExtendedLifetime(self) {
            // This comes first, so that waiting callers get this reason and not that of a closed connection.
            onEnd?(reason)
            leave()
            child?.kill(SIGKILL)
        }
    }

    /// Ends the process in order: it exits when its connection closes.
    func stop() {
        guard stage != .ended else { return }
        leave()
        guard let child else { return }
        let deadline = LoopTimer(after: Self.grace) { child.kill(SIGKILL) }
        child.onEnd = { _ in deadline.cancel() }
        child.kill(SIGTERM)
    }

    private func leave() {
        stage = .ended
        startDeadline = nil
        memoryWatch = nil
        exitTimer = nil
        heartbeat?.stop()
        throttle = nil
        onReady = nil
        onEnd = nil
        onThrottle = nil
        services = nil
        reactions.remove(self)
        if let token { server.withdraw(token) }
        token = nil
        let connection = connection
        self.connection = nil
        connection?.onDisconnect = nil
        connection?.onMessage = nil
        connection?.close()
        let unanswered = unanswered
        self.unanswered = []
        for completion in unanswered { completion() }
    }

    private func childEnded(_ end: ProcessEnd) {
        guard connection == nil else {
            // Its last messages come before the end of its connection.
            exitTimer = LoopTimer(after: Self.drainTimeout) { [unowned self] in conclude(end) }
            return
        }
        conclude(end)
    }

    private func conclude(_ end: ProcessEnd) {
        if end.cause == .exited(HostEnvironment.lostDaemon) { return fail(Self.broken) }
        let isTooBig = end.maximumMemory > UInt64(settings.memory) << 20
        fail(isTooBig ? Self.tooMuch(end.maximumMemory, settings) : end.text)
    }

    private func lostConnection() {
        let refusal = connection?.refusal
        connection = nil
        guard stage != .ended else { return }
        if let refusal { return fail("broke the private connection: \(refusal)") }
        guard let child else { return fail("closed its connection") }
        if let end = child.end { return conclude(end) }
        // A dying process also closes its connection. Then its exit status says more.
        exitTimer = LoopTimer(after: Self.dying) { [unowned self] in
            // If it has ended, the loop handles that next.
            if !child.hasEnded { fail(Self.broken) }
        }
    }

    private static let broken = "broke the private connection: it closed it, or sent an invalid message"

    private static func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
    }
}
