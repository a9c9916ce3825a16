internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TabMirror
internal import TerminalUI

/// Attaches to a controller and prints its tree, then each change as a line, as it comes.
@EventLoop
final class Follower: DaemonFollower {
    private let service: Service
    private let path: ObjectPath
    private let options: Options
    private let json: Bool
    private var tree: TabTree
    /// Whether the reply of Attach has come; what is signalled before is in it.
    private var hasBase = false
    private var isReading = false
    private var pipe: LoopInput?
    private lazy var following = FollowingRun(service, of: path, self)

    init(_ service: Service, of path: ObjectPath, _ options: Options, json: Bool) {
        self.service = service
        self.path = path
        self.options = options
        self.json = json
        tree = TabTree(of: path)
    }

    func run() async throws -> Int32 {
        watchReader()
        defer {
            pipe?.cancel()
            if hasBase, !tree.isDestroyed { service.detachSoon(from: path) }
        }
        return try await following.run()
    }

    /// Whoever reads may be gone long before the next change: an end of a pipe that can't be written is reported.
    private func watchReader() {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        pipe = LoopInput(hangUpOf: STDOUT_FILENO) { [weak self] in self?.following.finish(.success(ExitStatus.done)) }
    }

    func prepare() async throws(DBusError) {
        // Starts the daemon if need be, which Attach does not.
        _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
    }

    /// Attachments end with the daemon; the next one may know the controller, or not.
    func begin(isBack: Bool) async throws(DBusError) {
        forget()
        if isBack { Output.note("\(TabNames.busName) is back; attaching again") }
        read()
    }

    func daemonLeft() {
        forget()
        Output.note(FollowingRun.waiting)
    }

    private func forget() {
        tree = TabTree(of: path)
        hasBase = false
        isReading = false
    }

    // MARK: Reading

    /// Attaches, or attaches once more for what signals don't tell.
    private func read() {
        guard !isReading else { return }
        isReading = true
        let daemon = following.daemon
        service.attach(to: path, options) { [weak self] result in
            guard let self else { return }
            // A daemon that is gone: the next one is asked anew.
            guard following.isRunning, following.daemon == daemon else { return }
            isReading = false
            switch result {
            case .success((let objects, let views)): take(objects, views)
            case .failure(let error): readingFailed(error)
            }
        }
    }

    private func take(_ objects: [ObjectPath: TabTree.Properties], _ views: [ObjectPath: ViewSnapshot]) {
        let changes = tree.take(objects, views)
        guard hasBase else {
            hasBase = true
            write(json ? [tree.json.text] : TreeText(tree).lines)
            return Output.note("attached to \(TreeText(tree).name(path))")
        }
        tell(changes)
    }

    private func readingFailed(_ error: DBusError) {
        // Its end is signalled, too.
        guard !tree.isDestroyed else { return }
        following.perform { [service, path] () async throws(DBusError) in
            throw try await service.explain(error, ofWindowOf: path)
        }
    }

    // MARK: Following

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard hasBase else { return }
        let text = SignalText(signal, reader)
        tell(tree.receive(text.member, of: text.interface, from: ObjectPath(text.path), text.arguments))
        if tree.isIncomplete { read() }
    }

    private func tell(_ changes: [TreeChange]) {
        guard !changes.isEmpty else { return }
        write(json ? changes.map { $0.json(in: tree).text } : TreeText(tree).lines(of: changes))
        if tree.isDestroyed { return following.finish(.success(ExitStatus.done)) }
        let parent = tree.value(ViewControllerInterface.parent, of: ViewControllerInterface.name, at: path)
        guard let parent, !parent.isNone else { return }
        Output.note("\(PropertyText.object(path)) is in \(PropertyText.object(parent)) now; attach to that")
        following.finish(.success(ExitStatus.done))
    }

    private func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let text = lines.map { $0 + "\n" }.joined()
        // Nobody reads any more.
        if !DescriptorOutput.write(text, to: STDOUT_FILENO) { following.finish(.success(ExitStatus.done)) }
    }
}
