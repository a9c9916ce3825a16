internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabInterface

/// What goes on with whichever daemon is there: `FollowingRun` tells it of daemons and of their signals.
@EventLoop
protocol DaemonFollower: AnyObject {
    /// Comes first: starts a daemon if need be, and fails when the command can't do with it.
    func prepare() async throws(DBusError)
    /// A daemon is there, which knows nothing of this command yet: the first, or one after it (`isBack`).
    func begin(isBack: Bool) async throws(DBusError)
    func receive(_ signal: IncomingSignal, _ reader: MessageReader)
    /// The daemon has gone, and nobody has taken its place so far.
    func daemonLeft()
}

/// A command that runs until a signal, its own end or that of the bus, and outlives daemons.
///
/// It waits for the next daemon without a call: from the first one on, calls go to the daemon that the bus has told of,
/// and so can't have the bus start another.
@EventLoop
final class FollowingRun {
    private let service: Service
    /// What is followed; nil for the daemon itself.
    private let path: ObjectPath?
    private unowned let follower: any DaemonFollower
    private var signals: [LoopSignal] = []
    private var watch: SignalWatch?
    private var end: CheckedContinuation<Result<Void, ControlError>, Never>?
    /// Whether there was a daemon before the one that is there.
    private(set) var isBack = false

    /// - Parameter isContinued: Whether there was a daemon before this run.
    init(
        _ service: Service, of path: ObjectPath? = nil, _ follower: any DaemonFollower, isContinued: Bool = false
    ) {
        self.service = service
        isBack = isContinued
        self.path = path
        self.follower = follower
    }

    var isRunning: Bool { end != nil }
    /// The unique name of the daemon; nil while there is none.
    var daemon: String? { watch?.owner }

    /// What to tell while there is none.
    nonisolated static let waiting = "\(TabNames.busName) has left the bus; waiting for it"

    /// - Parameter ends: The signals that end it; none where somebody else handles them.
    func run(endedBy ends: [Int32] = [SIGINT, SIGTERM]) async throws(ControlError) {
        // Before anything is waited for, so that it can be interrupted from the start.
        signals = ends.map { number in
            LoopSignal(number) { [weak self] in self?.finish() }
        }
        service.connection.onDisconnect = { [weak self] in
            self?.finish(.failure(ControlError(.disconnected("the connection was closed"))))
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            perform { [weak self] () async throws(DBusError) in try await self?.start() }
        }
        try result.get()
    }

    private func start() async throws(DBusError) {
        try await follower.prepare()
        let watch = SignalWatch(
            service.connection, onSignal: { [weak self] in self?.receive($0, $1) },
            onOwner: { [weak self] in self?.ownerChanged($0) })
        try await watch.start()
        self.watch = watch
        ownerChanged(watch.owner)
    }

    /// Ends the run, by default without an error.
    func finish(_ result: Result<Void, ControlError> = .success(())) {
        end?.resume(returning: result)
        end = nil
    }

    /// Does something with the daemon that is there. That the daemon goes meanwhile is no failure: the next one is begun
    /// with.
    func perform(_ body: @escaping @EventLoop () async throws(DBusError) -> Void) {
        let daemon = daemon
        Task { @EventLoop in
            do throws(DBusError) {
                try await body()
            } catch {
                failed(error, with: daemon)
            }
        }
    }

    /// Ends the run with what a call has failed with, unless the daemon that was called has gone.
    func failed(_ error: DBusError, with daemon: String?) {
        guard daemon == self.daemon else { return }
        var problem = ControlError(error)
        guard daemon == nil || problem.status != ExitStatus.unavailable else { return }
        if isBack, let path, error.name == DBusError.unknownObject("").name {
            let message = """
                \(path) is gone: the daemon that is there now does not know it; what has no restoration identifier \
                does not come back
                """
            problem = problem.saying(message)
        }
        finish(.failure(problem))
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard isRunning, watch != nil else { return }
        follower.receive(signal, reader)
    }

    private func ownerChanged(_ owner: String?) {
        guard isRunning, watch != nil else { return }
        guard let owner else { return follower.daemonLeft() }
        if service.destination != TabNames.busName { isBack = true }
        service.destination = owner
        perform { [follower, isBack] () async throws(DBusError) in try await follower.begin(isBack: isBack) }
    }
}
