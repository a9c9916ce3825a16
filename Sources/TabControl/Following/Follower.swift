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
    private var attachment: LastingAttachment?
    /// Whether the bus, or the connection to another machine, is lost.
    private var isLost = false

    init(json: Bool) { self.json = json }

    func run(_ service: Service, of path: ObjectPath, _ options: Options) async throws {
        let attachment = LastingAttachment(service, to: path, options, self)
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

    func attached(isBack: Bool) {
        guard let attachment = attachment?.current else { return }
        if isLost, let host = self.attachment?.service.location.host {
            Output.note(HostMessage.isBack(host))
        } else if isBack {
            Output.note("\(TabNames.busName) is running again")
        }
        isLost = false
        write(json ? [attachment.tree.json.text] : TreeText(attachment.tree).lines)
        Output.note("attached to \(TreeText(attachment.tree).name(attachment.path))")
    }

    func daemonLeft() { Output.note(FollowingRun.waiting) }

    func busLeft() {
        isLost = true
        let host = attachment?.service.location.host
        Output.note(host.map(HostMessage.lost) ?? "the session bus ended; waiting for it")
    }

    func reconnectionFailed(_ reason: String) {
        if attachment?.service.location.host != nil { Output.note(reason) }
    }

    func changed(_ changes: [TreeChange]) {
        guard let attachment = attachment?.current else { return }
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
    private var service: Service
    /// The object whose signals are printed; nil for all objects.
    private let path: ObjectPath?
    private let json: Bool
    private var following: FollowingRun?

    init(_ service: Service, of path: ObjectPath?, json: Bool) {
        self.service = service
        self.path = path
        self.json = json
    }

    func run() async throws {
        let command = LastingCommand(service) { Output.note($0) }
        let signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in
                command.stop()
                self?.following?.finish()
            }
        }
        try await command.run { service, isContinued in
            self.service = service
            let following = FollowingRun(service, of: path, self, isContinued: isContinued)
            self.following = following
            try await following.run(endedBy: [])
        }
        withExtendedLifetime(signals) {}
    }

    func prepare() async throws(DBusError) {
        // Starts the daemon if needed.
        _ = try await service.manager.version
    }

    /// Subscribes again with each daemon, because subscriptions end with the daemon.
    func begin(isBack: Bool) async throws(DBusError) {
        try await service.manager.subscribe()
        if let path { _ = try await service.viewController(path).type }
        Output.note("monitoring \(path?.text ?? TabNames.busName)" + (isBack ? " again" : ""))
    }

    func daemonLeft() { Output.note(FollowingRun.waiting) }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        if let path, signal.path != path.text, !signal.path.hasPrefix(path.text + "/") { return }
        let description = SignalContent(signal, reader)
        if !Output.follow((json ? description.json.text : description.text) + "\n") {
            following?.finish()
        }
    }
}
