internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// Attaches to a controller and prints its tree, then each change as a line, as it comes.
@EventLoop
final class Follower {
    private let service: Service
    private let path: ObjectPath
    private let options: Options
    private let json: Bool
    private var tree: TabTree
    /// Whether the reply of Attach has come; what is signalled before is in it.
    private var hasBase = false
    private var isReading = false
    /// The daemon is another one than the first.
    private var isBack = false
    private var signals: [LoopSignal] = []
    private var pipe: LoopInput?
    private var watch: SignalWatch?
    private var end: CheckedContinuation<Result<Int32, ControlError>, Never>?

    init(_ service: Service, of path: ObjectPath, _ options: Options, json: Bool) {
        self.service = service
        self.path = path
        self.options = options
        self.json = json
        tree = TabTree(of: path)
    }

    func run() async throws -> Int32 {
        // Before anything is waited for, so that it can be interrupted from the start.
        signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in self?.finish(.success(ExitStatus.done)) }
        }
        service.connection.onDisconnect = { [weak self] in
            self?.finish(.failure(ControlError(.disconnected("the connection was closed"))))
        }
        watchReader()
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await begin() }
        }
        if hasBase, !tree.isDestroyed { service.detachSoon(from: path) }
        return try result.get()
    }

    /// Whoever reads may be gone long before the next change: an end of a pipe that can't be written is reported.
    private func watchReader() {
        var status = stat()
        guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return }
        pipe = LoopInput(hangUpOf: STDOUT_FILENO) { [weak self] in self?.finish(.success(ExitStatus.done)) }
    }

    private func begin() async {
        do throws(DBusError) {
            // Starts the daemon if need be, which Attach does not.
            _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
            let watch = SignalWatch(
                service.connection, onSignal: { [weak self] in self?.receive($0, $1) },
                onOwner: { [weak self] in self?.ownerChanged($0) })
            self.watch = watch
            try await watch.start()
            read()
        } catch {
            finish(.failure(ControlError(error)))
        }
    }

    private func finish(_ result: Result<Int32, ControlError>) {
        pipe?.cancel()
        end?.resume(returning: result)
        end = nil
    }

    // MARK: Reading

    /// Attaches, or attaches once more for what signals don't tell.
    private func read() {
        guard !isReading else { return }
        isReading = true
        let owner = watch?.owner
        service.attach(to: path, options) { [weak self] result in
            guard let self else { return }
            isReading = false
            // A daemon that is gone: the next one is asked anew.
            guard end != nil, watch?.owner == owner else { return }
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
        if isBack, error.name == DBusError.unknownObject("").name {
            let message = "\(path) is gone: the daemon that is there now does not know it"
            return finish(.failure(ControlError(message: message, status: ExitStatus.refused)))
        }
        Task { @EventLoop in
            do throws(DBusError) {
                finish(.failure(ControlError(try await service.explain(error, ofWindowOf: path))))
            } catch {
                finish(.failure(ControlError(error)))
            }
        }
    }

    // MARK: Following

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        guard hasBase, end != nil else { return }
        let text = SignalText(signal, reader)
        tell(tree.receive(text.member, of: text.interface, from: ObjectPath(text.path), text.arguments))
        if tree.isIncomplete { read() }
    }

    private func tell(_ changes: [TreeChange]) {
        guard !changes.isEmpty else { return }
        write(json ? changes.map { $0.json(in: tree).text } : TreeText(tree).lines(of: changes))
        if tree.isDestroyed { return finish(.success(ExitStatus.done)) }
        let parent = tree.value(ViewControllerInterface.parent, of: ViewControllerInterface.name, at: path)
        guard let parent, !parent.isNone else { return }
        Output.note("\(PropertyText.object(path)) is in \(PropertyText.object(parent)) now; attach to that")
        finish(.success(ExitStatus.done))
    }

    /// Attachments end with the daemon; the next one may know the controller, or not.
    private func ownerChanged(_ owner: String?) {
        tree = TabTree(of: path)
        hasBase = false
        isReading = false
        guard owner != nil else { return Output.note("\(TabNames.busName) has left the bus; waiting for it") }
        Output.note("\(TabNames.busName) is back; attaching again")
        isBack = true
        read()
    }

    private func write(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let text = lines.map { $0 + "\n" }.joined()
        // Nobody reads any more.
        if !DescriptorOutput.write(text, to: STDOUT_FILENO) { finish(.success(ExitStatus.done)) }
    }
}
