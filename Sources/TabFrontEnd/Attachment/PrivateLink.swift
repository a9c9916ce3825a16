internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import TabClient
internal import TabInterface

/// The private connection of a command to its daemon. While it is open, calls and signals go over it instead of the bus.
@EventLoop
final class PrivateLink {
    /// The time for each of the calls that open the connection, in milliseconds.
    private static let timeout: Int32 = 5000

    private let service: Service
    private let onSignal: @EventLoop (IncomingSignal, MessageReader) -> Void
    /// Called when the daemon has closed the connection.
    private let onClose: @EventLoop () -> Void
    /// The number of the last attempt. An earlier attempt that still waits for a reply is out of date.
    private var attempt = 0
    /// Whether the current daemon has closed a connection that was never used.
    private var isUnreliable = false

    init(
        _ service: Service, onSignal: @escaping @EventLoop (IncomingSignal, MessageReader) -> Void,
        onClose: @escaping @EventLoop () -> Void
    ) {
        self.service = service
        self.onSignal = onSignal
        self.onClose = onClose
    }

    /// Opens a connection to the current daemon.
    ///
    /// - Returns: False if calls and signals use the bus: the daemon offers no connection, or this process can't reach
    ///   its socket.
    func open() async -> Bool {
        close()
        guard !isUnreliable else { return false }
        let attempt = attempt
        guard let address = try? await service.manager.openConnection(timeout: Self.timeout, autoStart: false),
            attempt == self.attempt,
            let connection = try? await Connection.openPrivate(at: address, timeout: Self.timeout)
        else { return false }
        guard attempt == self.attempt, connection.isOpen else {
            connection.close()
            return false
        }
        connection.onSignal = onSignal
        connection.onDisconnect = { [weak self, unowned connection] in self?.lost(connection) }
        service.privateConnection = connection
        return true
    }

    /// Closes the connection, because the daemon has ended. The next daemon may offer one.
    func reset() {
        close()
        isUnreliable = false
    }

    private func close() {
        attempt += 1
        service.privateConnection?.close()
        service.privateConnection = nil
    }

    private func lost(_ connection: Connection) {
        guard service.privateConnection === connection else { return }
        service.privateConnection = nil
        // The first message is the reply to Hello.
        isUnreliable = connection.messagesReceived <= 1
        onClose()
    }
}
