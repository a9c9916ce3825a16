package import DBusConnection
package import DBusInterface
package import EventLoop
internal import TabClient
internal import TabInterface
package import TabMirror

/// The observer of an attached tree.
@EventLoop
package protocol TreeAttachmentObserver: AnyObject {
    /// The whole tree has arrived, from the first daemon or from a later one (`isBack`).
    func attached(isBack: Bool)
    func changed(_ changes: [TreeChange])
    /// The daemon ended, and the tree is empty.
    func daemonLeft()
    /// The bus ended, or the connection to another machine.
    func busLeft()
    /// The bus can't be reached yet, for a reason that differs from the one before.
    func reconnectionFailed(_ reason: String)
}

/// The attachment to a controller, which continues after a daemon restart. The tree comes from the reply of Attach and
/// from the signals after it.
@EventLoop
package final class TreeAttachment: DaemonFollower {
    let service: Service
    package let path: ObjectPath
    private let isContinued: Bool
    package private(set) var tree: TabTree
    /// The options of Attach.
    private var options: Options
    /// Whether the reply of Attach has arrived. The reply contains the changes of earlier signals.
    private(set) var hasBase = false
    /// Whether any reply of Attach has arrived so far.
    private(set) var hasAttached = false
    /// Whether a reply of Attach is pending.
    package private(set) var isReading = false
    /// The daemon that sent the last reply of Attach.
    private var attachedDaemon: String?
    /// Whether the daemon has restarted and the observer has not been notified of it.
    private var isBack = false
    /// Whether the options changed while a reply was pending.
    private var isOutdated = false
    private unowned let observer: any TreeAttachmentObserver
    private lazy var following = FollowingRun(
        service, of: path, self, isContinued: isContinued, isPrivate: true)

    /// - Parameter isContinued: Whether the command was attached before, over another connection. Then no daemon is
    ///   started.
    init(
        _ service: Service, to path: ObjectPath, _ options: Options, isContinued: Bool = false,
        _ observer: any TreeAttachmentObserver
    ) {
        self.service = service
        self.path = path
        self.options = options
        self.isContinued = isContinued
        self.observer = observer
        tree = TabTree(of: path)
    }

    /// Runs until `finish` or an error.
    func run() async throws {
        defer { if hasBase, !tree.isDestroyed { service.detachSoon(from: path) } }
        try await following.run(endedBy: [])
    }

    func finish() { following.finish() }

    /// Attaches again, with other options.
    ///
    /// - Parameter isRefreshing: Whether the known tree may be out of date and must be read again.
    func attach(_ options: Options, refreshing isRefreshing: Bool) {
        self.options = options
        guard hasBase || isReading else { return }
        if isRefreshing, hasBase {
            tree = TabTree(of: path)
            hasBase = false
        }
        isOutdated = isReading
        read()
    }

    // MARK: Daemons

    package func prepare() async throws(DBusError) {
        guard !isContinued else { return }
        // Starts the daemon if needed, which Attach does not do.
        _ = try await service.viewController(path).type
    }

    /// Attaches again with each daemon, because attachments end with the daemon, and after the end of a private
    /// connection. The new daemon may not have the controller.
    package func begin(isBack: Bool) async throws(DBusError) {
        reset()
        self.isBack = isBack
        read()
    }

    package func daemonLeft() {
        reset()
        observer.daemonLeft()
    }

    private func reset() {
        tree = TabTree(of: path)
        (hasBase, isReading, isOutdated) = (false, false, false)
    }

    // MARK: Reading

    /// Attaches, or attaches again with other options or for changes that signals do not carry.
    private func read() {
        guard !isReading else { return }
        isReading = true
        let session = following.session
        let isKnown = hasBase && !tree.isIncomplete
        var options = options
        options.values[WindowInterface.AttachOption.rowChanges.name] = .bool(true)
        if isKnown { options.values[WindowInterface.AttachOption.tree.name] = .bool(false) }
        service.attach(to: path, options) { [weak self] result in
            guard let self else { return }
            // Ignores the reply of a daemon that has ended, or on a connection that was closed; `begin` attaches again.
            guard following.isRunning, following.session == session else { return }
            isReading = false
            switch result {
            case .success((let objects, let views)):
                if !isKnown { apply(objects, views) }
                // Signals may not carry all changes since the request.
                if isOutdated || isKnown && tree.isIncomplete {
                    isOutdated = false
                    read()
                }
            case .failure(let error): readingFailed(error)
            }
        }
    }

    private func apply(_ objects: [ObjectPath: TabTree.Properties], _ views: [ObjectPath: ViewSnapshot]) {
        let changes = tree.replaceAll(objects, views)
        if hasBase {
            if !changes.isEmpty { observer.changed(changes) }
        } else {
            (hasBase, hasAttached, attachedDaemon) = (true, true, following.daemon)
            observer.attached(isBack: isBack)
            isBack = false
        }
    }

    private func readingFailed(_ error: DBusError) {
        // A signal has already reported the end of the controller.
        guard !tree.isDestroyed else { return }
        // The daemon sends no signals to clients that are not attached, so the end of the controller was not reported.
        if error.name == DBusError.Name.unknownObject, attachedDaemon != nil, following.daemon == attachedDaemon {
            return observer.changed(tree.end())
        }
        // A timeout is not a refusal, so the call is repeated.
        guard !hasAttached || MissingReply(error)?.isTimeout != true else { return read() }
        following.callDaemon { [service, path] () async throws(DBusError) in
            throw try await service.explain(error, ofWindowOf: path)
        }
    }

    package func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard hasBase else { return }
        let content = SignalContent(signal, reader)
        let changes = tree.receive(
            content.member, of: content.interface, from: ObjectPath(content.path), content.arguments)
        if !changes.isEmpty { observer.changed(changes) }
        if tree.isIncomplete { read() }
    }

    // MARK: Container

    /// The container that took the controller; nil while the controller has its own window.
    package var container: ObjectPath? {
        let parent = tree.viewController(path).parent
        return parent.flatMap { $0.isNone ? nil : $0 }
    }
}
