package import DBusInterface
package import EventLoop
internal import Glibc

/// A socket for peers that present a token, in a private directory of the user.
///
/// A peer must belong to the same user (libdbus asks the kernel), and present an expected token, once and in time. Until
/// then it has one object with one interface, the greeting. A peer that calls anything else, or whose call fails, is
/// disconnected.
///
/// `Expected` says what a token stands for.
@EventLoop
package final class PrivateSocket<Expected> {
    private struct Token {
        let value: Expected
        /// Withdraws the token.
        let expiry: LoopTimer?
    }

    private struct UnknownPeer {
        let connection: Connection
        /// Closes the connection.
        let deadline: LoopTimer
    }

    /// The maximum number of peers that have not identified themselves.
    package static var maximumUnknownPeers: Int { 16 }
    /// The maximum size of a message of such a peer, in bytes.
    private static var maximumMessage: Int { 4096 }

    private let kind: PrivateSocketKind
    private let path: ObjectPath
    private let timeout: UInt64
    private let log: @EventLoop (String) -> Void
    private let greeting: @EventLoop (Connection) -> any ExportedInterface
    private var server: Server?
    private var tokens: [String: Token] = [:]
    /// The peers that have not identified themselves, the oldest first.
    private var unknownPeers: [UnknownPeer] = []

    /// - Parameters:
    ///   - directory: Created for this user alone if it does not exist.
    ///   - path: The object that a peer calls to identify itself.
    ///   - timeout: The time that a peer has for that, in milliseconds.
    ///   - log: Gets a line for each peer that is refused.
    ///   - greeting: Returns the interface of that object for a peer. Its method calls `claim`.
    /// - Throws: `Failed`, `NoMemory`, or the error of the system.
    package init(
        for kind: PrivateSocketKind, in directory: String, at path: ObjectPath, timeout: UInt64 = 5000,
        log: @escaping @EventLoop (String) -> Void,
        greeting: @escaping @EventLoop (Connection) -> any ExportedInterface
    ) throws(DBusError) {
        self.kind = kind
        self.path = path
        self.timeout = timeout
        self.log = log
        self.greeting = greeting
        server = try PrivateSocketDirectory(directory).listen(for: kind) { [unowned self] in add($0) }
        server?.onShortage = { [log] in
            log("no connection can be accepted: too few file descriptors or too little memory")
        }
    }

    /// The address for peers.
    package var address: String { server?.address ?? "" }

    /// Removes the socket. No peer is expected any longer.
    package func close() {
        server?.close()
        server = nil
        tokens = [:]
        for peer in unknownPeers { drop(peer.connection) }
    }

    // MARK: Tokens

    /// Expects one peer that presents a token.
    ///
    /// - Parameter lifetime: The time after which the token is withdrawn, in milliseconds; nil for no limit.
    package func expect(_ value: Expected, with token: String, for lifetime: UInt64? = nil) {
        let expiry = lifetime.map { LoopTimer(after: $0) { [unowned self] in withdraw(token) } }
        tokens[token] = Token(value: value, expiry: expiry)
    }

    package func withdraw(_ token: String) { tokens[token] = nil }

    package func withdraw(where isWithdrawn: (Expected) -> Bool) {
        tokens = tokens.filter { !isWithdrawn($0.value.value) }
    }

    /// What the unused tokens stand for.
    package var expected: [Expected] { tokens.values.map(\.value) }

    /// Identifies a peer by its token, which can't be used again. From then on the caller is responsible for the connection.
    ///
    /// - Parameter check: May refuse the peer. The token stays valid then.
    /// - Throws: `AccessDenied`.
    package func claim(
        _ token: String, by connection: Connection,
        if check: (Expected) throws(DBusError) -> Void = { (_) throws(DBusError) in }
    ) throws(DBusError) -> Expected {
        guard let expected = tokens[token]?.value else { throw .accessDenied("an unexpected token") }
        guard connection.peerUserID == getuid() else { throw .accessDenied("the peer belongs to another user") }
        try check(expected)
        tokens[token] = nil
        release(connection)
        return expected
    }

    // MARK: Unknown peers

    private func add(_ connection: Connection) {
        // Connections of clients never use the descriptors that plugin processes need.
        guard kind == .hosts || DescriptorReserve.hasRoom(for: 0) else {
            log("a connection was closed: too few file descriptors are free")
            return connection.close()
        }
        // The newest peer may be an expected one, which identifies itself at once. The oldest ones had the most time for
        // that.
        if unknownPeers.count >= Self.maximumUnknownPeers, let oldest = unknownPeers.first {
            log("a connection was closed: \(unknownPeers.count) peers have not identified themselves")
            drop(oldest.connection)
        }
        connection.limitReceiving(message: Self.maximumMessage, waiting: Self.maximumMessage)
        let deadline = LoopTimer(after: timeout) { [unowned self, unowned connection] in drop(connection) }
        unknownPeers.append(UnknownPeer(connection: connection, deadline: deadline))
        let greeting = greeting(connection)
        connection.onDisconnect = { [unowned self, unowned connection] in release(connection) }
        connection.onCall = { [unowned self, unowned connection] call, reader, reply in
            do throws(DBusError) {
                guard call.path == path.text, call.interface ?? greeting.name == greeting.name else {
                    throw .unknownObject("call Hello first")
                }
                try greeting.dispatch(call, reading: reader, replyingTo: reply)
            } catch {
                log("a connection was closed: \(error.message)")
                drop(connection)
            }
        }
    }

    private func release(_ connection: Connection) {
        unknownPeers.removeAll { $0.connection === connection }
    }

    private func drop(_ connection: Connection) {
        release(connection)
        connection.close()
    }
}
