internal import DBusConnection
internal import DBusInterface
internal import Glibc
internal import TabInterface
internal import TerminalUI

/// Prints each signal of the daemon as one line, as it comes.
@EventLoop
final class Monitor: DaemonFollower {
    private let service: Service
    /// nil for all.
    private let path: ObjectPath?
    private let json: Bool
    private lazy var following = FollowingRun(service, of: path, self)

    init(_ service: Service, of path: ObjectPath?, json: Bool) {
        self.service = service
        self.path = path
        self.json = json
    }

    func run() async throws { try await following.run() }

    func prepare() async throws(DBusError) {
        // Starts the daemon if need be.
        _ = try await service.manager.version
    }

    /// Subscriptions end with the daemon: each is asked anew.
    func begin(isBack: Bool) async throws(DBusError) {
        try await service.manager.call(\.subscribe, Options())
        if let path { _ = try await service.viewController(path).type }
        Output.note("monitoring \(path?.text ?? TabNames.busName)" + (isBack ? " again" : ""))
    }

    func daemonLeft() { Output.note(FollowingRun.waiting) }

    func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        if let path, signal.path != path.text, !signal.path.hasPrefix(path.text + "/") { return }
        let description = SignalText(signal, reader)
        if !Output.follow((json ? description.json.text : description.text) + "\n") {
            following.finish()
        }
    }
}
