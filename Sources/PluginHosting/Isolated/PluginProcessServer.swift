internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Logging

/// The socket for plugin processes. A peer must be the process that was spawned for its token.
@EventLoop
final class PluginProcessServer {
    /// The expected peer for a token.
    struct ExpectedProcess {
        /// Returns nil for a process that the user starts.
        let processID: @EventLoop () -> Int32?
        /// Takes over the connection. The result is the reply to `Hello`.
        let accept: @EventLoop (Connection) -> [String: Variant]
    }

    /// What plugin processes may make the daemon hold. Of what they leave unread, ``PluginProcess/maximumBacklog`` is the
    /// limit.
    private static var limits: PeerMemory.Limits {
        var limits = PeerMemory.Limits()
        // One message of the maximum size, and a second one that has begun on the connection of the next process.
        limits.incomplete = PeerLimit(each: 32 << 20, total: 64 << 20)
        return limits
    }

    let memory = PeerMemory(limits)
    private static let logger = Logger(label: "tabd.hosts")
    private var socket: PrivateSocket<ExpectedProcess>?

    /// - Parameter directory: Created for this user alone if it does not exist.
    init(in directory: String) throws(DBusError) {
        socket = try PrivateSocket(
            for: .hosts, in: directory, at: SupervisionInterface.path, log: { Self.logger.warning("\($0)") },
            greeting: { [unowned self] connection in
                Export(Self.greeting) { [unowned self, unowned connection] _ in
                    Greeting(server: self, connection: connection)
                }
            })
    }

    /// The address for clients.
    var address: String { socket?.address ?? "" }

    /// - Parameter token: The token that the peer must present.
    func expect(_ expected: ExpectedProcess, with token: String) { socket?.expect(expected, with: token) }

    func withdraw(_ token: String) { socket?.withdraw(token) }

    /// Removes the socket. No peer is expected any longer.
    func close() { socket?.close() }

    private struct Greeting {
        let server: PluginProcessServer
        let connection: Connection
    }

    private static let greeting = Interface<Greeting>(SupervisionInterface.self) {
        SupervisionInterface.hello.handled { (greeting, token) throws(DBusError) in
            try greeting.server.hello(token, from: greeting.connection)
        }
    }

    private func hello(_ token: String, from connection: Connection) throws(DBusError) -> [String: Variant] {
        guard let socket else { throw .accessDenied("the daemon ends") }
        let expected = try socket.claim(token, by: connection) { (expected) throws(DBusError) in
            if let processID = expected.processID(), connection.peerProcessID != processID {
                throw .accessDenied("the token is for process \(processID)")
            }
        }
        return expected.accept(connection)
    }
}
