import Foundation
import TestSupport

/// A private socket in a temporary directory: tokens, unknown peers, and files of other processes.
@EventLoop @Suite struct PrivateSocketTests {
    private enum Greeting: ContractInterface {
        static let name = "org.example.Greeting"
        static let summary = "The first call of a peer."
        static let path: ObjectPath = "/greeting"
        static let hello: Method<(String) -> String> = method(
            "Hello", "token", returns: "name", summary: "Returns what the token stands for.")
    }

    /// A socket whose peers learn what their tokens stand for.
    @EventLoop private final class Stage {
        let folder: TemporaryFolder
        private(set) var socket: PrivateSocket<String>?
        private(set) var identified: [Connection] = []
        private(set) var log: [String] = []

        private let timeout: UInt64
        /// The path of the folder of the private one, below the temporary one.
        private let place: String

        init(timeout: UInt64 = TestTimeout.milliseconds, below place: String = "") throws {
            folder = try TemporaryFolder()
            self.timeout = timeout
            self.place = place
            try FileManager.default.createDirectory(
                atPath: folder.path + place, withIntermediateDirectories: true)
            try listen()
        }

        func listen() throws {
            let interface = Interface<Connection>(Greeting.self) {
                Greeting.hello.handled { [unowned self] (connection, token) throws(DBusError) in
                    try identify(connection, by: token)
                }
            }
            socket = try PrivateSocket(
                for: .clients, in: directory, at: Greeting.path, timeout: timeout,
                log: { [unowned self] in log.append($0) },
                greeting: { connection in Export(interface) { [unowned connection] _ in connection } })
        }

        isolated deinit { socket?.close() }

        var directory: String { folder.path + place + "/private" }

        private func identify(_ connection: Connection, by token: String) throws(DBusError) -> String {
            let name = try socket?.claim(token, by: connection) ?? ""
            identified.append(connection)
            return name
        }

        func connect() throws -> Connection {
            let peer = try Connection.peer(at: socket?.address ?? "")
            peer.callTimeout = TestTimeout.call
            return peer
        }

        /// Presents a token on a new connection. Returns what it stands for, or the name of the error.
        func present(_ token: String, on peer: Connection? = nil) async throws -> String {
            let peer = try peer ?? connect()
            do throws(DBusError) {
                return try await peer.call(Greeting.hello, at: Greeting.path, on: nil, token)
            } catch {
                try await EventLoop.until("the end of the connection") { !peer.isOpen }
                return error.shortName
            }
        }
    }

    @Test func `a token is valid once`() async throws {
        let stage = try Stage()
        stage.socket?.expect("one", with: "1")
        stage.socket?.expect("two", with: "2")
        #expect(try await stage.present("1") == "one")
        #expect(try await stage.present("1") != "one")
        #expect(try await stage.present("2") == "two")
        #expect(stage.socket?.expected.isEmpty == true)
        #expect(stage.log == ["a connection was closed: an unexpected token"])
    }

    @Test func `a token that is not used in time is withdrawn`() async throws {
        let stage = try Stage()
        stage.socket?.expect("one", with: "1", for: 1)
        stage.socket?.expect("two", with: "2", for: TestTimeout.milliseconds)
        try await EventLoop.until("the end of the token") { stage.socket?.expected == ["two"] }
        #expect(try await stage.present("1") != "one")
        stage.socket?.withdraw { $0 == "two" }
        #expect(try await stage.present("2") != "two")
    }

    @Test func `a wrong token or any other call ends the connection`() async throws {
        let stage = try Stage()
        stage.socket?.expect("one", with: "1")
        for token in ["", "2", "11", String(repeating: "1", count: 5000)] {
            #expect(try await stage.present(token) != "one", "\(token)")
        }
        for (member, path, interface) in [
            ("Ping", "/greeting", "org.freedesktop.DBus.Peer"),
            ("Introspect", "/", "org.freedesktop.DBus.Introspectable"),
            ("Hello", "/", Greeting.name), ("Goodbye", "/greeting", Greeting.name),
        ] {
            let peer = try stage.connect()
            let method = Method<() -> Void>(member, of: interface, summary: "A call.")
            // libdbus itself answers a Ping without a destination.
            let refused = await failure { try await peer.call(method, at: ObjectPath(path), on: "a.b") }
            #expect(refused != "none", "\(member)")
            try await EventLoop.until("the end of the connection") { !peer.isOpen }
        }
        // None of them has used up the token.
        #expect(try await stage.present("1") == "one")
    }

    @Test func `a peer that does not identify itself in time is disconnected`() async throws {
        let stage = try Stage(timeout: 20)
        let peer = try stage.connect()
        try await EventLoop.until("the end of the connection") { !peer.isOpen }
        #expect(stage.identified.isEmpty)
    }

    @Test func `unknown peers are limited, and the newest can identify itself`() async throws {
        let stage = try Stage()
        let count = PrivateSocket<String>.maximumUnknownPeers
        let silent = try (0..<count + 4).map { _ in try stage.connect() }
        try await EventLoop.until("the end of the oldest connections") { silent.count { !$0.isOpen } == 4 }
        stage.socket?.expect("one", with: "1")
        let peer = try stage.connect()
        #expect(try await stage.present("1", on: peer) == "one")
        #expect(stage.identified.count == 1 && stage.identified[0].isOpen)
        stage.socket?.close()
        try await EventLoop.until("the end of the silent connections") { !silent.contains { $0.isOpen } }
        #expect(stage.identified[0].isOpen && peer.isOpen)
    }

    @Test func `the sockets of ended processes are removed, those in use and other files stay`() async throws {
        let folder = try TemporaryFolder()
        let directory = folder.path + "/private"
        let files = FileManager.default
        try files.createDirectory(atPath: directory, withIntermediateDirectories: false)
        // A socket on which no process listens, as after a crash: of a number that no process can have, and of a process
        // that may be about to listen.
        let deserted = ["hosts-4194305", "clients-4194305", "clients-1", "hosts--1", "clients-x", "others-4194305"]
        for name in deserted {
            let descriptor = try #require(Self.bound("\(directory)/\(name)"))
            close(descriptor)
        }
        let live = try Server(listeningAt: "unix:path=\(directory)/hosts-2") { _ in }
        let socket = try PrivateSocket<String>(
            for: .clients, in: directory, at: Greeting.path, log: { _ in },
            greeting: { _ in Export(Interface<Void>(Greeting.self) {}) { _ in } })
        let own = "clients-\(getpid())"
        #expect(
            try files.contentsOfDirectory(atPath: directory).sorted()
                == [own, "clients-1", "clients-x", "hosts--1", "hosts-2", "others-4194305"].sorted())
        var status = stat()
        #expect(stat(directory, &status) == 0 && status.st_mode & 0o777 == 0o700)
        socket.close()
        #expect(!files.fileExists(atPath: "\(directory)/\(own)"))
        live.close()
    }

    @Test func `a folder with a path that is too long for an address has sockets that peers reach`() async throws {
        let stage = try Stage(below: "/" + String(repeating: "x", count: 200))
        // A socket of a process that has ended.
        let folder = open(stage.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        close(try #require(Self.bound("/proc/self/fd/\(folder)/hosts-999999999")))
        close(folder)
        stage.socket?.close()
        try stage.listen()
        #expect(stage.socket?.address.hasPrefix("unix:path=/proc/\(getpid())/fd/") == true)
        let names = { try FileManager.default.contentsOfDirectory(atPath: stage.directory) }
        #expect(try names() == ["clients-\(getpid())"])
        stage.socket?.expect("one", with: "1")
        #expect(try await stage.present("1") == "one")
        stage.socket?.close()
        #expect(try names() == [])
    }

    /// A plugin can lock the directory, or fill it with files.
    @Test func `a lock on the directory and many files in it delay nothing`() async throws {
        let folder = try TemporaryFolder()
        let directory = folder.path + "/private"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        for number in 0..<2000 {
            try #require(FileManager.default.createFile(atPath: "\(directory)/file-\(number)", contents: nil))
        }
        let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        let socket = try PrivateSocket<String>(
            for: .clients, in: directory, at: Greeting.path, log: { _ in },
            greeting: { _ in Export(Interface<Void>(Greeting.self) {}) { _ in } })
        let peer = try Connection.peer(at: socket.address)
        try await EventLoop.until("the connection") { peer.isConnected }
        peer.close()
        socket.close()
    }

    private static func bound(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0 ? descriptor : nil
    }

    @Test func `a directory that is not the user's is refused`() async throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path + "/file"))
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "/tmp")
        for directory in ["", folder.path + "/file", folder.path + "/link", folder.path + "/no/such"] {
            let refused = await failure {
                _ = try PrivateSocket<String>(
                    for: .hosts, in: directory, at: Greeting.path, log: { _ in },
                    greeting: { _ in Export(Interface<Void>(Greeting.self) {}) { _ in } })
            }
            #expect(refused == "Failed", "\(directory)")
        }
    }

    @Test func `tokens are 32 random hexadecimal digits`() {
        let tokens = Set((0..<100).map { _ in PrivateSockets.makeToken() })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.count == 32 && $0.allSatisfy { $0.isHexDigit && !$0.isUppercase } })
    }
}
