internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import TabClient
internal import TabFrontEnd
internal import TabInterface
internal import TabMirror

/// The command that attaches to a controller, prints its tree, then each change on one line.
@EventLoop
final class Follower: TreeAttachmentObserver {
    private let json: Bool
    private var pipe: LoopInput?
    private var attachment: TreeAttachment?

    init(json: Bool) { self.json = json }

    func run(_ service: Service, of path: ObjectPath, _ options: Options) async throws {
        let attachment = TreeAttachment(service, to: path, options, self)
        self.attachment = attachment
        watchReader()
        defer { pipe?.cancel() }
        try await attachment.run()
    }

    /// Ends when the reader closes the pipe, which can be long before the next change.
    private func watchReader() {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        pipe = LoopInput(hangUpOf: STDOUT_FILENO) { [weak self] in self?.finish() }
    }

    private func finish() { attachment?.finish() }

    func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        if let note = state.note(after: old) { Output.note(note) }
        guard state == .attached, let attachment else { return }
        write(json ? [attachment.tree.json.text] : TreeText(attachment.tree).lines)
        Output.note("attached to \(TreeText(attachment.tree).name(attachment.path))")
    }

    func changed(_ changes: [TreeChange]) {
        guard let attachment else { return }
        let tree = attachment.tree
        write(json ? changes.map { $0.json(in: tree).text } : TreeText(tree).lines(of: changes))
        if tree.isDestroyed { return finish() }
        guard let container = attachment.container else { return }
        Output.note(Self.movedMessage(attachment.path, into: container))
        finish()
    }

    /// Returns the message for a controller that lost its window because a container took it.
    static func movedMessage(_ path: ObjectPath, into container: ObjectPath) -> String {
        "\(PropertyText.object(path)) moved into \(PropertyText.object(container)); attach to that"
    }

    private func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        if !Output.follow(lines.map { $0 + "\n" }.joined()) { finish() }
    }
}

/// The command that prints each signal of the daemon on one line.
@EventLoop
final class Monitor: DaemonFollower {
    private let attachment: Attachment
    /// The object whose signals are printed; nil for all objects.
    private let path: ObjectPath?
    private let json: Bool

    init(_ service: Service, of path: ObjectPath?, json: Bool) {
        attachment = Attachment(service, of: path)
        self.path = path
        self.json = json
    }

    func run() async throws { try await attachment.run(self) }

    /// On a bus of this machine the command ends with the bus.
    var outlivesBus: Bool { attachment.service.location.host != nil }

    func prepare() async throws(DBusError) {
        // Starts the daemon if needed.
        _ = try await attachment.service.manager.version
    }

    /// Subscribes again with each daemon, because subscriptions end with the daemon.
    func begin() async throws(DBusError) {
        let session = attachment.session
        try await attachment.service.manager.subscribe()
        if let path { _ = try await attachment.service.viewController(path).type }
        if session == attachment.session { attachment.attached() }
    }

    func stateChanged(from old: AttachmentState, to state: AttachmentState) {
        if state == .attached {
            Output.note("monitoring \(path?.text ?? TabNames.busName)" + (old.isLoss ? " again" : ""))
        } else if let note = state.lossNote {
            Output.note(note)
        }
    }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        if let path, signal.path != path.text, !signal.path.hasPrefix(path.text + "/") { return }
        let description = SignalContent(signal, reader)
        if !Output.follow((json ? description.json.text : description.text) + "\n") { attachment.finish() }
    }
}

extension AttachmentState {
    /// The line that commands print while the daemon is away; nil for any other state.
    var lossNote: String? {
        switch self {
        case .daemonAway: "\(TabNames.busName) left the bus; waiting for it"
        case .busAway: "the session bus ended; waiting for it"
        case .hostAway(let host, let reason): reason ?? HostMessage.lost(host)
        case .connecting, .attached, .reattaching, .daemonReplaced, .ended: nil
        }
    }

    /// The line that commands print after a change to this state; nil if there is nothing to tell.
    func note(after old: AttachmentState) -> String? {
        guard self == .attached else { return lossNote }
        if case .hostAway(let host, _) = old { return HostMessage.isBack(host) }
        return old.isLoss ? "\(TabNames.busName) is running again" : nil
    }
}
