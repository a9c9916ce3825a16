internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabInterface

/// The owner of the daemon's name on a connection, and the signals that this owner sends.
@EventLoop
final class SignalWatch {
    private let connection: Connection
    private(set) var owner: String?
    private let onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)?
    /// The name has another owner now; nil: nobody.
    private let onOwner: @EventLoop (String?) -> Void

    /// - Parameter onSignal: nil to watch the owner alone.
    init(
        _ connection: Connection, onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)? = nil,
        onOwner: @escaping @EventLoop (String?) -> Void
    ) {
        self.connection = connection
        self.onSignal = onSignal
        self.onOwner = onOwner
    }

    /// Begins; when it returns, no signal that comes later is missed.
    func start() async throws(DBusError) {
        let result: Result<Void, DBusError> = await withCheckedContinuation(isolation: EventLoop.shared) { waiting in
            start { waiting.resume(returning: $0) }
        }
        try result.get()
    }

    /// The same with a completion, for code that must not start a thread yet.
    func start(completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
        connection.onSignal = { [weak self] in self?.receive($0, $1) }
        connection.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(TabNames.busName)'")
        if onSignal != nil {
            connection.addMatch(
                "type='signal',sender='\(TabNames.busName)',path_namespace='\(TabNames.root)'")
        }
        // The bus works in order: with this answer the rules are in force. It counts when it comes, as the signals behind it
        // do, and not when this goes on.
        connection.owner(of: TabNames.busName) { [weak self] result in
            if case .success(let owner) = result { self?.owner = owner }
            completion(result.map { _ in })
        }
    }

    private func receive(_ signal: IncomingSignal, _ reader: MessageReader) {
        if signal.sender == "org.freedesktop.DBus" {
            guard signal.member == "NameOwnerChanged", signal.signature == "sss",
                let name = try? reader.readString(), name == TabNames.busName, (try? reader.readString()) != nil,
                let new = try? reader.readString()
            else { return }
            let changed = new.isEmpty ? nil : new
            guard changed != owner else { return }
            owner = changed
            onOwner(changed)
        } else if let owner, signal.sender == owner {
            onSignal?(signal, reader)
        }
    }
}
