internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface
internal import TabMirror

/// Who is told what becomes of a tree that is followed.
@EventLoop
protocol TreeAttachmentObserver: AnyObject {
    /// The whole tree is there, of the first daemon or of one after it (`isBack`).
    func attached(isBack: Bool)
    func changed(_ changes: [TreeChange])
    /// The daemon has gone; so has what was known of the tree.
    func daemonLeft()
    /// So has the bus.
    func busLeft()
}

/// Attached to a controller of whichever daemon is there: its tree by the reply of Attach, and by every signal after it.
@EventLoop
final class TreeAttachment: DaemonFollower {
    let service: Service
    let path: ObjectPath
    private let isContinued: Bool
    private(set) var tree: TabTree
    /// As Attach takes them.
    private var options: Options
    /// Whether the reply of Attach has come; what is signalled before is in it.
    private(set) var hasBase = false
    /// Whether there was such a reply at all.
    private(set) var hasAttached = false
    /// Whether a reply of Attach is on its way.
    private(set) var isReading = false
    /// Whose reply of Attach came last.
    private var attachedDaemon: String?
    /// Whether the daemon is another one than before, which was not told yet.
    private var isBack = false
    /// Options have changed while a reply was on its way.
    private var isOutdated = false
    private unowned let observer: any TreeAttachmentObserver
    private lazy var following = FollowingRun(service, of: path, self, isContinued: isContinued)

    /// - Parameter isContinued: Whether it was attached before, over another connection: then no daemon is started.
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

    /// Until `finish` or an error.
    func run() async throws(ControlError) {
        defer { if hasBase, !tree.isDestroyed { service.detachSoon(from: path) } }
        try await following.run(endedBy: [])
    }

    func finish() { following.finish() }

    /// Attaches once more, with other options.
    ///
    /// - Parameter isAnew: Whether what is known is not to be relied on.
    func attach(_ options: Options, anew isAnew: Bool) {
        self.options = options
        guard hasBase || isReading else { return }
        if isAnew, hasBase {
            tree = TabTree(of: path)
            hasBase = false
        }
        isOutdated = isReading
        read()
    }

    // MARK: Daemons

    func prepare() async throws(DBusError) {
        guard !isContinued else { return }
        // Starts the daemon if need be, which Attach does not.
        _ = try await service.viewController(path).type
    }

    /// Attachments end with the daemon; the next one may know the controller, or not.
    func begin(isBack: Bool) async throws(DBusError) {
        forget()
        self.isBack = isBack
        read()
    }

    func daemonLeft() {
        forget()
        observer.daemonLeft()
    }

    private func forget() {
        tree = TabTree(of: path)
        (hasBase, isReading, isOutdated) = (false, false, false)
    }

    // MARK: Reading

    /// Attaches, or attaches once more, with other options or for what signals don't tell.
    private func read() {
        guard !isReading else { return }
        isReading = true
        let daemon = following.daemon
        let isKnown = hasBase && !tree.isIncomplete
        var options = options
        if isKnown { options.values[WindowInterface.AttachOption.tree.name] = .bool(false) }
        service.attach(to: path, options) { [weak self] result in
            guard let self else { return }
            // A daemon that is gone: the next one is asked anew.
            guard following.isRunning, following.daemon == daemon else { return }
            isReading = false
            switch result {
            case .success((let objects, let views)):
                if !isKnown { take(objects, views) }
                // Of what has come meanwhile signals may not have told all.
                if isOutdated || isKnown && tree.isIncomplete {
                    isOutdated = false
                    read()
                }
            case .failure(let error): readingFailed(error)
            }
        }
    }

    private func take(_ objects: [ObjectPath: TabTree.Properties], _ views: [ObjectPath: ViewSnapshot]) {
        let changes = tree.take(objects, views)
        if hasBase {
            if !changes.isEmpty { observer.changed(changes) }
        } else {
            (hasBase, hasAttached, attachedDaemon) = (true, true, following.daemon)
            observer.attached(isBack: isBack)
            isBack = false
        }
    }

    private func readingFailed(_ error: DBusError) {
        // Its end is signalled, too.
        guard !tree.isDestroyed else { return }
        // While nobody was attached nothing was signalled.
        if error.name == DBusError.unknownObject("").name, attachedDaemon != nil, following.daemon == attachedDaemon {
            return observer.changed(tree.end())
        }
        // A daemon that is slow has not refused.
        guard !hasAttached || ControlError(error).status != ExitStatus.timeout else { return read() }
        following.perform { [service, path] () async throws(DBusError) in
            throw try await service.explain(error, ofWindowOf: path)
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard hasBase else { return }
        let text = SignalText(signal, reader)
        let changes = tree.receive(text.member, of: text.interface, from: ObjectPath(text.path), text.arguments)
        if !changes.isEmpty { observer.changed(changes) }
        if tree.isIncomplete { read() }
    }

    // MARK: Its end

    /// The container that has become the way to the controller; nil while its own window is.
    var container: ObjectPath? {
        let parent = tree.viewController(path).parent
        return parent.flatMap { $0.isNone ? nil : $0 }
    }
}
