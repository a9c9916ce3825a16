package import DBusConnection
package import DBusInterface
package import EventLoop
internal import Glibc
internal import TabInterface

/// An activity that follows the daemon over an `Attachment`.
@EventLoop
package protocol DaemonFollower: AttachmentObserver {
    /// Whether the activity waits for the next bus, now that the bus has ended.
    var outlivesBus: Bool { get }
    /// Runs first on each bus: starts a daemon if needed, and throws if the activity can't work with it.
    func prepare() async throws(DBusError)
    /// Starts with a daemon that has just appeared, and calls `attached` after its reply. Also starts again with the same
    /// daemon, after signals were lost.
    func begin() async throws(DBusError)
    func receive(_ signal: IncomingSignal, _ reader: MessageReader)
}

/// The attachment of a front end. It continues with the next daemon after a restart, and over a new connection after the
/// end of the bus. It owns the state, and the connections on which that depends.
///
/// After the first daemon, calls go to the unique name of the current daemon, so that they can't start another one.
@EventLoop
package final class Attachment {
    /// The service on the current bus.
    package private(set) var service: Service
    package private(set) var state = AttachmentState.connecting
    /// Whether any daemon has replied so far.
    package private(set) var hasAttached = false
    /// The number of starts with a bus or a daemon, and of their ends. Replies to calls from before it are out of date.
    package private(set) var session = 0
    /// The object that the front end follows; nil for the daemon itself.
    private let path: ObjectPath?
    private let isPrivate: Bool
    /// The activity, while it runs.
    private var follower: (any DaemonFollower)?
    private var end: CheckedContinuation<Result<Void, any Error>, Never>?
    private let reconnection: BusReconnection
    /// The watch of the daemon on the current bus.
    private var watch: SignalWatch?
    /// Replaces the current bus for calls and signals; nil for an activity that uses the bus only.
    private var link: PrivateLink?

    /// - Parameter isPrivate: Whether calls and signals use a private connection, where the daemon offers one.
    package init(_ service: Service, of path: ObjectPath? = nil, isPrivate: Bool = false) {
        self.service = service
        self.path = path
        // The socket of a private connection is on the daemon's machine.
        self.isPrivate = isPrivate && service.location.host == nil
        reconnection = BusReconnection(to: service.location)
    }

    /// Runs until `finish` or an error.
    ///
    /// - Parameter ends: The process signals that end it without an error.
    package func run(_ follower: any DaemonFollower, endedBy ends: [Int32] = [SIGINT, SIGTERM]) async throws {
        guard isRunning else { return }
        // Set up before the first wait, so that a signal can interrupt the command from the start.
        let signals = ends.map { number in
            LoopSignal(number) { [weak self] in self?.finish() }
        }
        self.follower = follower
        let result = await withCheckedContinuation { continuation in
            end = continuation
            startOnBus()
        }
        withExtendedLifetime(signals) {}
        try result.get()
    }

    package var isRunning: Bool { state != .ended }

    /// Ends the run, by default without an error.
    package func finish(_ result: Result<Void, any Error> = .success(())) {
        guard isRunning else { return }
        session += 1
        reconnection.stop()
        become(.ended)
        follower = nil
        end?.resume(returning: result)
        end = nil
    }

    // MARK: State

    /// The current daemon has replied. Its signals report all later changes.
    package func attached() {
        hasAttached = true
        become(.attached)
    }

    /// The current daemon is asked again, because it sent no signals for a time.
    package func detached() {
        if state == .attached { become(.reattaching) }
    }

    private func become(_ next: AttachmentState) {
        guard next != state else { return }
        assert(state.canBecome(next), "an attachment can't become \(next) after \(state)")
        let old = state
        state = next
        follower?.stateChanged(from: old, to: next)
    }

    // MARK: Bus

    private func startOnBus() {
        session += 1
        let session = session
        service.bus.onDisconnect = { [weak self] in
            self?.fail(DBusError.disconnected("the connection was closed"))
        }
        if isPrivate {
            link = PrivateLink(
                service, onSignal: { [weak self] in self?.receive($0, $1) },
                onClose: { [weak self] in self?.linkClosed() })
        }
        callDaemon { [self] () async throws(DBusError) in
            try await follower?.prepare()
            guard session == self.session else { return }
            let watch = SignalWatch(
                service.bus, onSignal: { [weak self] in self?.receive($0, $1) },
                onOwner: { [weak self] in self?.ownerChanged($0) })
            watch.receivesSignals = link == nil
            try await watch.start()
            guard session == self.session else { return }
            self.watch = watch
            ownerChanged(watch.owner)
        }
    }

    /// Ends the run with an error, unless the bus ended and the follower waits for the next one.
    private func fail(_ error: DBusError) {
        guard !service.bus.isConnected, follower?.outlivesBus == true else { return finish(.failure(error)) }
        session += 1
        watch = nil
        link?.reset()
        service.bus.onDisconnect = nil
        let host = service.location.host
        become(host.map { .hostAway($0, reason: nil) } ?? .busAway)
        Task { @EventLoop in
            let next = await reconnection.connection(after: service.bus) { reason in
                if let host { become(.hostAway(host, reason: reason)) }
            }
            guard let next else { return }
            service = Service(next, at: service.location)
            startOnBus()
        }
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard watch != nil else { return }
        follower?.receive(signal, reader)
    }

    // MARK: Daemon

    private func ownerChanged(_ owner: String?) {
        guard isRunning, watch != nil else { return }
        session += 1
        link?.reset()
        guard let owner else { return become(.daemonAway) }
        if state.canBecome(.daemonReplaced) { become(.daemonReplaced) }
        service.busDestination = owner
        begin()
    }

    /// The daemon has closed the private connection. If it has ended, the owner of the name will change as well.
    private func linkClosed() {
        guard isRunning, watch?.owner != nil else { return }
        detached()
        begin()
    }

    private func begin() {
        session += 1
        let session = session
        callDaemon { [self] () async throws(DBusError) in
            if let link {
                let isOpen = await link.open()
                // The end of the run does not wait for a connection that is being opened.
                if !isRunning { link.reset() }
                guard session == self.session else { return }
                watch?.receivesSignals = !isOpen
            }
            try await follower?.begin()
        }
    }

    /// Calls the current daemon. An error ends the run, unless that daemon has ended meanwhile: the next one starts anew.
    package func callDaemon(_ body: @escaping @EventLoop () async throws(DBusError) -> Void) {
        let session = session
        Task { @EventLoop in
            do throws(DBusError) {
                try await body()
            } catch {
                if session == self.session { callFailed(error) }
            }
        }
    }

    private func callFailed(_ error: DBusError) {
        // The end of the daemon will be reported.
        guard watch?.owner == nil || MissingReply(error)?.isUnavailable != true else { return }
        guard state.isLoss, hasAttached, let path, error.name == DBusError.Name.unknownObject else {
            return fail(error)
        }
        fail(
            DBusError(
                name: error.name,
                message: """
                    \(path) no longer exists in the restarted daemon; view controllers without a restoration identifier \
                    are not restored
                    """))
    }
}
