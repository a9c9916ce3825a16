internal import DBusConnection
internal import DBusInterface
internal import EventLoop
internal import Glibc
internal import Logging

/// The socket for plugin processes, in a private directory of the user.
///
/// A peer must belong to the same user (libdbus asks the kernel), call `Hello` with an expected token, once and in
/// time, and be the process that was spawned for it.
@EventLoop
final class PluginProcessServer {
    /// The expected peer for a token.
    struct ExpectedProcess {
        /// Returns nil for a process that the user starts.
        let processID: @EventLoop () -> Int32?
        /// Takes over the connection. The result is the reply to `Hello`.
        let accept: @EventLoop (Connection) -> [String: Variant]
    }

    static let maximumPendingConnections = 16
    /// The timeout for `Hello` in milliseconds.
    private static let timeout: UInt64 = 5000

    private let logger = Logger(label: "tabd.hosts")
    private var server: Server?
    private var expectedProcesses: [String: ExpectedProcess] = [:]
    /// The peers that have not identified themselves, the oldest first.
    private var pendingConnections: [PendingConnection] = []

    private struct PendingConnection {
        let connection: Connection
        let deadline: LoopTimer
    }

    /// - Parameter directory: Created for this user alone if it does not exist.
    init(in directory: String) throws(DBusError) {
        try Self.prepare(directory)
        // Another daemon may be about to listen on the socket that it has just created. It holds this lock until it
        // listens.
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            if lock >= 0 { Glibc.close(lock) }
            throw .failed("\(directory) can't be locked: \(String(cString: strerror(errno)))")
        }
        defer { Glibc.close(lock) }
        Self.removeLeftovers(in: directory)
        let path = "\(directory)/hosts-\(getpid())"
        server = try Server(listeningAt: "unix:path=\(Self.escaped(path))") { [unowned self] in add($0) }
    }

    /// The address for clients.
    var address: String { server?.address ?? "" }

    /// Returns a token that can't be guessed.
    static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let words = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }
        return words.joined(separator: "-")
    }

    /// - Parameter token: The token that the peer must present.
    func expect(_ expected: ExpectedProcess, with token: String) { expectedProcesses[token] = expected }

    func withdraw(_ token: String) { expectedProcesses[token] = nil }

    /// Removes the socket. No peer is expected any longer.
    func close() {
        server?.close()
        server = nil
    }

    // MARK: Unknown peers

    private func add(_ connection: Connection) {
        // The newest peer may be a plugin process, which identifies itself at once. The oldest ones had the most time
        // for that.
        if pendingConnections.count >= Self.maximumPendingConnections, let oldest = pendingConnections.first {
            logger.warning("a connection was closed: \(pendingConnections.count) peers have not identified themselves")
            drop(oldest.connection)
        }
        connection.limitReceiving(message: 4096, waiting: 4096)
        let deadline = LoopTimer(after: Self.timeout) { [unowned self, unowned connection] in drop(connection) }
        pendingConnections.append(PendingConnection(connection: connection, deadline: deadline))
        let greeting = Export(Self.greeting) { [unowned self, unowned connection] _ in
            Greeting(server: self, connection: connection)
        }
        connection.onDisconnect = { [unowned self, unowned connection] in release(connection) }
        connection.onCall = { [unowned self, unowned connection] call, reader, reply in
            do throws(DBusError) {
                guard call.path == DaemonServicesInterface.path.text, call.interface == DaemonServicesInterface.name
                else {
                    throw .unknownObject("call Hello first")
                }
                try greeting.dispatch(call, reading: reader, replyingTo: reply)
            } catch {
                logger.warning("a connection was closed: \(error.message)")
                drop(connection)
            }
        }
    }

    private func release(_ connection: Connection) {
        pendingConnections.removeAll { $0.connection === connection }
    }

    private func drop(_ connection: Connection) {
        release(connection)
        connection.close()
    }

    private struct Greeting {
        let server: PluginProcessServer
        let connection: Connection
    }

    private static let greeting = Interface<Greeting>(DaemonServicesInterface.self) {
        DaemonServicesInterface.hello.handled { (greeting, token) throws(DBusError) in
            try greeting.server.hello(token, from: greeting.connection)
        }
    }

    private func hello(_ token: String, from connection: Connection) throws(DBusError) -> [String: Variant] {
        guard let expected = expectedProcesses[token] else { throw .accessDenied("an unexpected token") }
        guard connection.peerUserID == getuid() else { throw .accessDenied("the peer belongs to another user") }
        if let processID = expected.processID(), connection.peerProcessID != processID {
            throw .accessDenied("the token is for process \(processID)")
        }
        expectedProcesses[token] = nil
        release(connection)
        return expected.accept(connection)
    }

    // MARK: Directory

    private static func prepare(_ directory: String) throws(DBusError) {
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw .failed("\(directory) can't be created: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw .failed("\(directory) is not a directory of this user, as the socket of plugin processes requires")
        }
        if status.st_mode & 0o077 != 0, chmod(directory, 0o700) != 0 {
            throw .failed("\(directory) can't get private permissions: \(String(cString: strerror(errno)))")
        }
    }

    /// Removes the sockets of killed daemons, on which no process listens.
    ///
    /// The process number in the name is not enough: the system may have reused it.
    private static func removeLeftovers(in directory: String) {
        for name in (try? CheckedFolder(path: directory))?.names() ?? []
        where name.hasPrefix("hosts-") && pid_t(name.dropFirst(6)) != nil {
            let path = "\(directory)/\(name)"
            if isDeserted(path) { unlink(path) }
        }
    }

    private static func isDeserted(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isShort = withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            guard path.utf8.count < bytes.count else { return false }
            bytes.copyBytes(from: path.utf8)
            return true
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard isShort, descriptor >= 0 else { return false }
        defer { Glibc.close(descriptor) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result != 0 && errno == ECONNREFUSED
    }

    /// Returns a path as a value in a D-Bus address.
    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-./_".contains(character))
            if isPlain { return String(character) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count < 2 ? "0" : "") + digits
        }.joined()
    }
}
