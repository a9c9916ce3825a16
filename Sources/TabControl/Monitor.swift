internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// Prints each signal of the daemon as one line, as it comes.
@EventLoop
final class Monitor {
    private let service: Service
    /// nil for all.
    private let path: ObjectPath?
    private let json: Bool
    private var signals: [LoopSignal] = []
    private var watch: SignalWatch?
    private var end: CheckedContinuation<Result<Int32, ControlError>, Never>?

    init(_ service: Service, of path: ObjectPath?, json: Bool) {
        self.service = service
        self.path = path
        self.json = json
    }

    func run() async throws -> Int32 {
        // Before anything is waited for, so that it can be interrupted from the start.
        signals = [SIGINT, SIGTERM].map { number in
            LoopSignal(number) { [weak self] in self?.finish(.success(ExitStatus.done)) }
        }
        service.connection.onDisconnect = { [weak self] in
            self?.finish(.failure(ControlError(.disconnected("the connection was closed"))))
        }
        let result = await withCheckedContinuation { continuation in
            end = continuation
            Task { @EventLoop in await begin() }
        }
        return try result.get()
    }

    private func begin() async {
        do throws(DBusError) {
            try await service.subscribe()
            let watch = SignalWatch(
                service.connection, onSignal: { [weak self] in self?.show($0, $1) },
                onOwner: { [weak self] in self?.ownerChanged($0) })
            self.watch = watch
            try await watch.start()
            if let path {
                _ = try await service.get(ViewControllerInterface.type, of: ViewControllerInterface.name, at: path)
            }
            Output.note("monitoring \(path?.text ?? TabNames.busName)")
        } catch {
            finish(.failure(ControlError(error)))
        }
    }

    private func finish(_ result: Result<Int32, ControlError>) {
        end?.resume(returning: result)
        end = nil
    }

    /// Subscriptions end with the daemon: the next one is asked anew.
    private func ownerChanged(_ owner: String?) {
        guard owner != nil else { return Output.note("\(TabNames.busName) has left the bus; waiting for it") }
        Task { @EventLoop in
            do throws(DBusError) {
                try await service.subscribe()
                Output.note("monitoring \(path?.text ?? TabNames.busName) again")
            } catch {
                finish(.failure(ControlError(error)))
            }
        }
    }

    private func show(_ signal: IncomingSignal, _ reader: MessageReader) {
        if let path, signal.path != path.text, !signal.path.hasPrefix(path.text + "/") { return }
        let description = SignalText(signal, reader)
        // Nobody reads any more.
        if !DescriptorOutput.write((json ? description.json.text : description.text) + "\n", to: STDOUT_FILENO) {
            finish(.success(ExitStatus.done))
        }
    }
}
