import DBusConnection
import DBusInterface
import EventLoop
import Logging
import TabInterface

/// The private connections of clients: a client of the bus asks for one, and can then call the daemon without the bus.
///
/// A private connection stands for its client, and ends with it. Its own end has no effect on the client.
@EventLoop
final class PrivateConnections: DaemonPart {
    let core: Core
    /// The time in which a token can be used, in milliseconds.
    private static let tokenLifetime: UInt64 = 5000
    /// The maximum size of a message, and of the messages that wait, in bytes. A message may be as large as the bus
    /// allows, plus its envelope.
    private static let incoming = (message: 17 << 20, waiting: 1 << 20)

    /// The limits for each client, on all its connections together, and for all clients. All of them together keep the
    /// daemon below 512 MiB.
    private static var limits: PeerMemory.Limits {
        var limits = PeerMemory.Limits()
        // One reply to GetManagedObjects may have 64 MiB, libdbus' limit of an array.
        limits.unread = PeerLimit(each: 64 << 20, total: 128 << 20)
        // Replies to GetImage. A connection that leaves 32 unread is not read any further.
        limits.unreadDescriptors = PeerLimit(each: 64, total: 256)
        // One message of the maximum size, and a second one that has begun.
        limits.incomplete = PeerLimit(each: 32 << 20, total: 64 << 20)
        return limits
    }

    private struct Entry {
        let client: String
        let connection: Connection
    }

    private let setup: ConnectionSetup
    /// The directory of the socket; `""` if the environment names none.
    private let directory: String
    /// Created for the first token, and removed with the last client. A token is expected for the unique name of a client.
    private var socket: PrivateSocket<String>?
    private var entries: [Entry] = []
    private let memory = PeerMemory(limits)

    init(core: Core, setup: ConnectionSetup, directory: String) {
        self.core = core
        self.setup = setup
        self.directory = directory
    }

    /// The unique names of the clients that have a connection or an unused token, once for each.
    private var holders: [String] { entries.map(\.client) + (socket?.expected ?? []) }

    var clients: Set<String> { Set(holders) }

    /// The number of connections and unused tokens.
    var count: Int { holders.count }

    /// Expects a connection of a client.
    ///
    /// - Returns: The address with the token.
    /// - Throws: `LimitsExceeded`; `AccessDenied` for a caller that is not a client; `Failed` without a socket.
    func open(for client: String) throws(DBusError) -> String {
        guard client.hasPrefix(":") else {
            throw .accessDenied("OpenConnection: '\(client)' is not a client of the bus")
        }
        let holders = holders
        try quotas.require(
            quotas.limits.connections, "private connection", "connections", for: 1,
            own: holders.count { $0 == client }, used: holders.count)
        // A token is a promise, so the ones that are not used yet count too.
        let promised = socket?.expected.count ?? 0
        guard DescriptorReserve.hasRoom(for: promised + 1 + DescriptorReserve.brief) else {
            throw .limitsExceeded("OpenConnection: too few file descriptors are free; use the bus")
        }
        let socket = try listening()
        let token = PrivateSockets.makeToken()
        socket.expect(client, with: token, for: Self.tokenLifetime)
        return PrivateConnectionAddress.make(socket.address, token: token)
    }

    private func listening() throws(DBusError) -> PrivateSocket<String> {
        if let socket { return socket }
        let socket = try PrivateSocket<String>(
            for: .clients, in: directory, at: TabNames.root, log: { log.warning("private connection: \($0)") },
            greeting: { [unowned self] connection in
                Export(Self.interface) { [unowned self, unowned connection] _ in
                    Peer(connections: self, connection: connection)
                }
            })
        self.socket = socket
        return socket
    }

    /// Closes the connections of a client that has left the bus, and withdraws its tokens. Without other clients, the socket
    /// is removed.
    func closeAll(of client: String) {
        socket?.withdraw { $0 == client }
        for entry in entries where entry.client == client {
            entry.connection.close()
            remove(entry.connection)
        }
        if holders.isEmpty { close() }
    }

    /// Removes the socket, and withdraws all tokens.
    func close() {
        socket?.close()
        socket = nil
    }

    // MARK: Peers

    /// A connection that has not identified itself.
    struct Peer {
        fileprivate let connections: PrivateConnections
        fileprivate let connection: Connection
    }

    static let interface = Interface<Peer>(PrivateConnectionInterface.self) {
        PrivateConnectionInterface.hello.handled { (peer, token) throws(DBusError) in
            try peer.connections.hello(token, from: peer.connection)
        }
    }

    private func hello(_ token: String, from connection: Connection) throws(DBusError) {
        guard let socket else { throw .accessDenied("the daemon ends") }
        accept(connection, from: try socket.claim(token, by: connection))
    }

    private func accept(_ connection: Connection, from client: String) {
        connection.limitReceiving(message: Self.incoming.message, waiting: Self.incoming.waiting)
        connection.limitTraffic(of: client, in: memory)
        connection.endsEveryTurn = false
        connection.onDisconnect = { [unowned self, unowned connection] in
            if let refusal = connection.refusal {
                log.warning("a private connection of \(client) was closed: \(refusal)")
            }
            remove(connection)
        }
        entries.append(Entry(client: client, connection: connection))
        bus.tree.add(peer: connection, standingFor: client)
        setup.handleCalls(on: connection)
    }

    private func remove(_ connection: Connection) {
        bus.tree.remove(peer: connection)
        entries.removeAll { $0.connection === connection }
    }
}
