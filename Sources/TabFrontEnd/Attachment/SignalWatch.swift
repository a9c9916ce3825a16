package import DBusConnection
package import DBusInterface
package import EventLoop
internal import TabInterface

/// A watch of the daemon's name on a connection: the owner of the name, and the signals that this owner sends.
@EventLoop
package final class SignalWatch {
    private static let rule = "type='signal',sender='\(TabNames.busName)',path_namespace='\(TabNames.root)'"

    private let connection: Connection
    package private(set) var owner: String?
    private var isStarted = false
    private let onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)?
    /// Called with the new owner of the name; nil if the name has no owner.
    private let onOwner: @EventLoop (String?) -> Void

    /// Whether the signals of the owner are received.
    var receivesSignals: Bool {
        didSet {
            guard isStarted, receivesSignals != oldValue else { return }
            if receivesSignals { connection.addMatch(Self.rule) } else { connection.removeMatch(Self.rule) }
        }
    }

    /// - Parameter onSignal: nil to watch only the owner.
    package init(
        _ connection: Connection, onSignal: (@EventLoop (IncomingSignal, MessageReader) -> Void)? = nil,
        onOwner: @escaping @EventLoop (String?) -> Void
    ) {
        self.connection = connection
        self.onSignal = onSignal
        receivesSignals = onSignal != nil
        self.onOwner = onOwner
    }

    /// Starts the watch. After it returns, no signal is missed.
    package func start() async throws(DBusError) {
        try await EventLoop.result { start(completion: $0) }
    }

    /// Starts the watch, with a completion for code that must not start a thread yet.
    package func start(completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
        connection.onSignal = { [weak self] in self?.receive($0, $1) }
        connection.addMatch(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(TabNames.busName)'")
        if receivesSignals { connection.addMatch(Self.rule) }
        isStarted = true
        // The bus processes calls in order, so the match rules are active when this reply arrives. The owner is set at
        // once, before the signals after the reply are received.
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
        } else if receivesSignals, let owner, signal.sender == owner {
            onSignal?(signal, reader)
        }
    }
}
