package import DBusConnection
package import DBusInterface
package import EventLoop
internal import TabClient
internal import TabInterface
package import TabMirror

/// The observer of an attached tree.
@EventLoop
package protocol TreeAttachmentObserver: AttachmentObserver {
    func changed(_ changes: [TreeChange])
}

/// The attachment to a controller. The tree comes from the reply of Attach and from the signals after it, and is complete
/// while the state is `attached`.
@EventLoop
package final class TreeAttachment: DaemonFollower {
    private enum Request: Equatable {
        case none, pending
        /// The options changed while the reply was pending. The tree of that reply may be out of date as well.
        case outdated(isRefreshing: Bool)
    }

    package let path: ObjectPath
    package private(set) var tree: TabTree
    /// The options of Attach.
    private var options: Options
    /// The current call of Attach.
    private var request = Request.none
    private let attachment: Attachment
    private unowned let observer: any TreeAttachmentObserver

    package init(
        _ service: Service, to path: ObjectPath, _ options: Options, _ observer: any TreeAttachmentObserver
    ) {
        self.path = path
        self.options = options
        self.observer = observer
        tree = TabTree(of: path)
        attachment = Attachment(service, of: path, isPrivate: true)
    }

    package var service: Service { attachment.service }
    package var state: AttachmentState { attachment.state }
    /// Whether a reply of Attach is pending.
    package var isReading: Bool { request != .none }

    /// Runs until a signal, `finish` or an error. An error before the first reply of Attach always ends it.
    package func run() async throws {
        defer { service.flush(for: .milliseconds(500)) }
        try await attachment.run(self)
    }

    package func finish(_ result: Result<Void, any Error> = .success(())) { attachment.finish(result) }

    /// Attaches again, with other options.
    ///
    /// - Parameter isRefreshing: Whether the known tree may be out of date, for example after a time without attachment.
    package func attach(_ options: Options, refreshing isRefreshing: Bool = false) {
        self.options = options
        guard state == .attached || isReading else { return }
        if isRefreshing { attachment.detached() }
        guard isReading else { return read() }
        request = .outdated(isRefreshing: isRefreshing || request == .outdated(isRefreshing: true))
    }

    // MARK: Daemons

    package var outlivesBus: Bool { attachment.hasAttached }

    package func prepare() async throws(DBusError) {
        guard state == .connecting else { return }
        // Starts the daemon if needed, which Attach does not do.
        _ = try await service.viewController(path).type
    }

    /// Attaches again with each daemon, because attachments end with the daemon, and after the end of a private
    /// connection. The new daemon may not have the controller.
    package func begin() async throws(DBusError) {
        request = .none
        read()
    }

    package func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        if state != .ended {
            if old == .attached { tree = TabTree(of: path) }
        } else if old == .attached, !tree.isDestroyed {
            service.detachSoon(from: path)
        }
        observer.stateChanged(from: old, to: state)
    }

    // MARK: Reading

    /// Attaches, or attaches again with other options or for changes that signals do not carry.
    private func read() {
        guard !isReading, attachment.isRunning else { return }
        request = .pending
        let session = attachment.session
        let isKnown = state == .attached && !tree.isIncomplete
        var options = options
        options.values[WindowInterface.AttachOption.rowChanges.name] = .bool(true)
        if isKnown { options.values[WindowInterface.AttachOption.tree.name] = .bool(false) }
        service.attach(to: path, options) { [weak self] result in
            // Ignores the reply of a daemon that has ended, or on a connection that was closed; `begin` attaches again.
            guard let self, session == attachment.session else { return }
            let done = request
            request = .none
            switch result {
            case .success((let objects, let views)):
                if !isKnown { apply(objects, views) }
                if done == .outdated(isRefreshing: true) { attachment.detached() }
                // Signals may not carry all changes since the request.
                if done != .pending || isKnown && tree.isIncomplete { read() }
            case .failure(let error): readingFailed(error)
            }
        }
    }

    private func apply(_ objects: [ObjectPath: TabTree.Properties], _ views: [ObjectPath: ViewSnapshot]) {
        let changes = tree.replaceAll(objects, views)
        guard state == .attached else { return attachment.attached() }
        if !changes.isEmpty { observer.changed(changes) }
    }

    private func readingFailed(_ error: DBusError) {
        // A signal has already reported the end of the controller.
        guard !tree.isDestroyed else { return }
        // The daemon sends no signals to clients that are not attached, so the end of the controller was not reported.
        if error.name == DBusError.Name.unknownObject, state == .attached || state == .reattaching {
            return observer.changed(tree.end())
        }
        // A timeout is not a refusal, so the call is repeated.
        guard state == .connecting || MissingReply(error)?.isTimeout != true else { return read() }
        attachment.callDaemon { [service, path] () async throws(DBusError) in
            throw try await service.explain(error, ofWindowOf: path)
        }
    }

    package func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard state == .attached else { return }
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
