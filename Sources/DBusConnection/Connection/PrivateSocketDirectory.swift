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

    /// The number of files that are looked at for leftovers. Any process of the user can create files here, and must not
    /// keep the loop busy with them. A file that is left out is looked at after others are removed.
    static let maximumFiles = 1024

    /// Removes the sockets of killed processes, on which no process listens.
    ///
    /// No lock is needed, which another process could hold for ever. Another daemon may have created its socket and not
    /// listen yet, so a socket stays while the process of its name exists. A living process that got the number of a killed
    /// one keeps the file until it ends, and does no harm: a daemon replaces a socket of its own name.
    private func removeLeftovers() {
        for name in names {
            guard let process = PrivateSocketKind.allCases.lazy.compactMap({ Self.process(of: name, $0) }).first,
                !Self.exists(process), let place = try? SocketPlace(name, in: path), Self.isDeserted(place.path)
            else { continue }
            unlink(place.path)
        }
    }

    /// Returns the process in the name of a socket; nil for another name.
    private static func process(of name: String, _ kind: PrivateSocketKind) -> pid_t? {
        guard name.hasPrefix(kind.prefix), let process = pid_t(name.dropFirst(kind.prefix.count)) else { return nil }
        // 0 and negative numbers stand for groups of processes.
        return process > 0 ? process : nil
    }

    /// Whether a process exists, of any user.
    private static func exists(_ process: pid_t) -> Bool { kill(process, 0) == 0 || errno != ESRCH }

    /// The names of the files, up to the maximum; empty when the directory can't be read.
    private var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        for _ in 0..<Self.maximumFiles {
            guard let entry = readdir(stream) else { break }
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
