internal import CDBus
internal import DBusInterface
internal import EventLoop
internal import Glibc

/// The kind of peers that a private socket is for. The file's name consists of the kind and the process number.
package enum PrivateSocketKind: String, CaseIterable {
    /// Plugin processes.
    case hosts
    /// Clients of the bus that have asked for a private connection.
    case clients

    fileprivate var prefix: String { rawValue + "-" }
}

/// The directory of the private sockets, which belongs to the user alone.
@EventLoop
struct PrivateSocketDirectory {
    let path: String

    /// - Parameter path: Created for this user alone if it does not exist.
    init(_ path: String) throws(DBusError) {
        self.path = path
        guard !path.isEmpty else {
            throw .failed(
                "no directory for a private socket: none of XDG_RUNTIME_DIR, XDG_STATE_HOME and HOME is an absolute path"
            )
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .failed("\(path) can't be created: \(Self.reason)")
        }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            throw .failed("\(path) is not a directory of this user, as a private socket requires")
        }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 {
            throw .failed("\(path) can't get private permissions: \(Self.reason)")
        }
    }

    private static var reason: String { String(cString: strerror(errno)) }

    /// Removes the sockets of killed processes, and listens on the socket of this process.
    func listen(
        for kind: PrivateSocketKind, onConnection: @escaping @EventLoop (Connection) -> Void
    ) throws(DBusError) -> Server {
        // Another daemon may be about to listen on the socket that it has just created. It holds this lock until it
        // listens.
        let lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else {
            let reason = Self.reason
            if lock >= 0 { Glibc.close(lock) }
            throw .failed("\(path) can't be locked: \(reason)")
        }
        defer { Glibc.close(lock) }
        removeLeftovers()
        let place = try SocketPlace("\(kind.prefix)\(getpid())", in: path)
        guard let escaped = dbus_address_escape_value(place.path) else {
            throw .noMemory("not enough memory for an address")
        }
        defer { dbus_free(escaped) }
        let server = try Server(listeningAt: "unix:path=\(String(cString: escaped))", onConnection: onConnection)
        server.place = place
        return server
    }

    /// Removes the sockets of killed processes, on which no process listens.
    ///
    /// The process number in the name is not enough: the system may have reused it.
    private func removeLeftovers() {
        for name in names where PrivateSocketKind.allCases.contains(where: { Self.isSocket(name, of: $0) }) {
            guard let place = try? SocketPlace(name, in: path) else { continue }
            if Self.isDeserted(place.path) { unlink(place.path) }
        }
    }

    private static func isSocket(_ name: String, of kind: PrivateSocketKind) -> Bool {
        name.hasPrefix(kind.prefix) && pid_t(name.dropFirst(kind.prefix.count)) != nil
    }

    /// The names of the files; empty when the directory can't be read.
    private var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name { names.append(name) }
        }
        return names
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
}

/// The environment and the tokens of private sockets.
package enum PrivateSockets {
    /// Returns the directory of the private sockets: `tabd` in `$XDG_RUNTIME_DIR`, else the fallback.
    package static func directory(in environment: [String: String], fallback: String) -> String {
        environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 + "/tabd" : nil } ?? fallback
    }

    /// Returns a token that can't be guessed: 128 random bits in 32 hexadecimal digits.
    package static func makeToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<16).map { _ in
            let digits = String(UInt8.random(in: 0...255, using: &generator), radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }
}
