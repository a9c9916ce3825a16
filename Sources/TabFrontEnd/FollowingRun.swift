package import DBusConnection
package import DBusInterface
package import EventLoop
internal import Glibc
internal import TabInterface

/// An activity that continues with the next daemon after a restart. `FollowingRun` reports daemons and their signals.
@EventLoop
package protocol DaemonFollower: AnyObject {
    /// Runs first: starts a daemon if needed, and throws if the command can't work with it.
    func prepare() async throws(DBusError)
    /// Starts with a daemon that has just appeared: the first one, or a later one (`isBack`). Also starts again with the
    /// same daemon, after signals were lost.
    func begin(isBack: Bool) async throws(DBusError)
    func receive(_ signal: IncomingSignal, _ reader: MessageReader)
    /// The daemon ended, and no other daemon has replaced it yet.
    func daemonLeft()
}

/// The run of a command that ends with a signal, by itself or with the bus, and continues across daemon restarts.
///
/// After the first daemon, calls go to the unique name of the current daemon, so that they can't start another one.
@EventLoop
package final class FollowingRun {
    private let service: Service
    /// The object that the command follows; nil for the daemon itself.
    private let path: ObjectPath?
    private unowned let follower: any DaemonFollower
    private var signals: [LoopSignal] = []
    private var watch: SignalWatch?
    /// Replaces the bus for calls and signals; nil for a command that uses the bus only.
    private var link: PrivateLink?
    private var end: CheckedContinuation<Result<Void, any Error>, Never>?
    /// Whether a daemon ran before the current one.
    private(set) var isBack = false
    /// The number of `begin`, and of the end of a daemon. Replies to calls from before it are out of date.
    package private(set) var session = 0

    /// - Parameters:
    ///   - isContinued: Whether a daemon ran before this run.
    ///   - isPrivate: Whether calls and signals use a private connection, where the daemon offers one.
    package init(
        _ service: Service, of path: ObjectPath? = nil, _ follower: any DaemonFollower, isContinued: Bool = false,
        isPrivate: Bool = false
    ) {
        self.service = service
        isBack = isContinued
        self.path = path
        self.follower = follower
        // The socket of a private connection is on the daemon's machine.
        guard isPrivate, service.location.host == nil else { return }
        link = PrivateLink(
            service, onSignal: { [weak self] in self?.receive($0, $1) }, onClose: { [weak self] in self?.linkClosed() })
    }

    package var isRunning: Bool { end != nil }
    /// The unique name of the daemon; nil while no daemon runs.
    package var daemon: String? { watch?.owner }

    /// The message while no daemon runs.
    package nonisolated static let waiting = "\(TabNames.busName) left the bus; waiting for it"

    /// Runs the command until it ends.
    /// - Parameter ends: The process signals that end the command; none if the caller handles them.
    package func run(endedBy ends: [Int32] = [SIGINT, SIGTERM]) async throws {
        // Set up before the first wait, so that a signal can interrupt the command from the start.
        signals = ends.map { number in
            LoopSignal(number) { [weak self] in self?.finish() }
        }
        service.bus.onDisconnect = { [weak self] in
            self?.finish(.failure(DBusError.disconnected("the connection was closed")))
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            callDaemon { [weak self] () async throws(DBusError) in try await self?.start() }
        }
        try result.get()
    }

    private func start() async throws(DBusError) {
        try await follower.prepare()
        let watch = SignalWatch(
            service.bus, onSignal: { [weak self] in self?.receive($0, $1) },
            onOwner: { [weak self] in self?.ownerChanged($0) })
        if link != nil { watch.receivesSignals = false }
        try await watch.start()
        self.watch = watch
        ownerChanged(watch.owner)
    }

    /// Ends the run, by default without an error.
    package func finish(_ result: Result<Void, any Error> = .success(())) {
        end?.resume(returning: result)
        end = nil
    }

    /// Calls the current daemon. An error ends the run, unless that daemon has ended meanwhile: the next one starts
    /// anew.
    package func callDaemon(_ body: @escaping @EventLoop () async throws(DBusError) -> Void) {
        let daemon = daemon
        Task { @EventLoop in
            do throws(DBusError) {
                try await body()
            } catch {
                failed(error, with: daemon)
            }
        }
    }

    /// Ends the run with the error of a call, unless the called daemon has ended.
    package func failed(_ error: DBusError, with daemon: String?) {
        guard daemon == self.daemon else { return }
        guard daemon == nil || MissingReply(error)?.isUnavailable != true else { return }
        var error = error
        if isBack, let path, error.name == DBusError.Name.unknownObject {
            error = DBusError(
                name: error.name,
                message: """
                    \(path) no longer exists in the restarted daemon; view controllers without a restoration identifier \
                    are not restored
                    """)
        }
        finish(.failure(error))
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard isRunning, watch != nil else { return }
        follower.receive(signal, reader)
    }

    private func ownerChanged(_ owner: String?) {
        guard isRunning, watch != nil else { return }
        session += 1
        link?.reset()
        guard let owner else { return follower.daemonLeft() }
        if service.busDestination != TabNames.busName { isBack = true }
        service.busDestination = owner
        begin(isBack: isBack)
    }

    /// The daemon has closed the private connection. If it has ended, the owner of the name will change as well.
    private func linkClosed() {
        guard isRunning, daemon != nil else { return }
        begin(isBack: false)
    }

    private func begin(isBack: Bool) {
        session += 1
        let session = session
        callDaemon { [weak self, follower] () async throws(DBusError) in
            if let link = self?.link {
                let isOpen = await link.open()
                guard let self, isRunning, session == self.session else { return }
                watch?.receivesSignals = !isOpen
            }
            try await follower.begin(isBack: isBack)
        }
    }
}
