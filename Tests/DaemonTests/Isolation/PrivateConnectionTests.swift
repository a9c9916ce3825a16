import Foundation
import Glibc
import TestSupport
import Testing

/// Foreign connections to the daemon's private socket.
@EventLoop @Suite(.bus) struct PrivateConnectionTests {
    /// The first messages of a plugin process, as foreign clients imitate them.
    private enum Services {
        static let name = "org.tabd.PluginHost1.Services"
        static let path = ObjectPath("/org/tabd/PluginHost1/services")
    }

    /// Makes the call of a plugin process. Returns an error, or `none`.
    private static func call(
        _ member: String, on connection: Connection, _ arguments: Variant..., returning signature: String = ""
    ) async -> String {
        await withCheckedContinuation { continuation in
            connection.call(
                member, of: Services.name, at: Services.path, on: nil, returning: signature, timeout: TestTimeout.call,
                autoStart: false,
                body: { (writer) throws(DBusError) in
                    for argument in arguments { try argument.writeContent(to: writer) }
                }, reading: { (_) throws(DBusError) in },
                completion: { (result: Result<Void, DBusError>) in
                    switch result {
                    case .success: continuation.resume(returning: "none")
                    case .failure(let error):
                        let name = error.name.split(separator: ".").last ?? ""
                        continuation.resume(returning: "\(name): \(error.message)")
                    }
                })
        }
    }

    /// The only socket in the private folder.
    private static func socket(_ stage: IsolatedStage) throws -> String {
        stage.privateFolder + "/" + (try #require(stage.sockets.first))
    }

    private static func descriptors(_ stage: IsolatedStage) -> Int {
        ProcessEntry(stage.daemon.processID).descriptors.count
    }

    /// Expects that everything works as before, and that no traces of the foreign clients remain.
    private static func expectOrder(_ stage: IsolatedStage, _ before: Int) async throws {
        try await stage.until("the descriptors being closed") { descriptors(stage) == before }
        try await stage.run("count")
        #expect(try await stage.text("Count") == "3")
    }

    @Test func `silent connections are limited, and plugin processes still start`() async throws {
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        let (path, before) = (try Self.socket(stage), Self.descriptors(stage))
        var peers: [RawPeer] = []
        for _ in 0..<300 {
            guard let peer = RawPeer(path) else { break }
            peers.append(peer)
        }
        try await stage.client.barrier()
        #expect(Self.descriptors(stage) < before + 100)
        // A plugin process can still start.
        stage.client.clearSignals()
        _ = await complaint { try await stage.run("crash") }
        try await stage.waitForRecovery()
        peers = []
        try await Self.expectOrder(stage, before)
    }

    @Test func `a connection with invalid authentication is closed`() async throws {
        let stage = try await IsolatedStage()
        let (path, before) = (try Self.socket(stage), Self.descriptors(stage))
        let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
        let begin = "\0AUTH EXTERNAL \(user)\r\nBEGIN\r\n"
        let texts = [
            "GET / HTTP/1.0\r\n\r\n", "\0GET / HTTP/1.0\r\n\r\n", "\0AUTH ANONYMOUS\r\nBEGIN\r\n",
            "\0AUTH EXTERNAL 3939393939\r\nBEGIN\r\n", "\0" + String(repeating: "x", count: 100_000),
            begin + String(repeating: "y", count: 5000),
            begin + "l\u{1}\u{0}\u{1}" + String(repeating: "\0", count: 400),
        ]
        // Some messages are only refused, and a client that does not authenticate in time is disconnected.
        let peers = try texts.map { text in
            let peer = try #require(RawPeer(path))
            peer.send(text)
            return peer
        }
        for (peer, text) in zip(peers, texts) {
            try await stage.until("the end of \(text.prefix(30).debugDescription)") { peer.isClosed }
        }
        try await Self.expectOrder(stage, before)
    }

    @Test func `a wrong or missing token is refused, and gives no access`() async throws {
        let stage = try await IsolatedStage()
        let (host, before) = (try await stage.host(), Self.descriptors(stage))
        let address = "unix:path=" + (try Self.socket(stage))
        for token in ["", "x", String(repeating: "0", count: 64), String(repeating: "x", count: 1 << 20)] {
            let peer = try Connection.peer(at: address)
            let answer = await Self.call("Hello", on: peer, .string(token), returning: "a{sv}")
            // The client does not learn the reason, and can't try again.
            #expect(answer != "none")
            let _: Bool = try await EventLoop.waiting(for: "the end of the connection") { resolve in
                peer.onDisconnect = { resolve(true) }
                if !peer.isOpen { resolve(true) }
            }
            peer.close()
        }
        let title = Variant.string("stolen")
        let number = Variant.uint64(try #require(TabNames.number(of: stage.controller)))
        for (member, arguments) in [
            ("Ready", []), ("Failed", [title]), ("SetTitle", [number, title]), ("Nonsense", []),
        ] as [(String, [Variant])] {
            let peer = try Connection.peer(at: address)
            let answer =
                switch arguments.count {
                case 0: await Self.call(member, on: peer)
                case 1: await Self.call(member, on: peer, arguments[0])
                default: await Self.call(member, on: peer, arguments[0], arguments[1])
                }
            #expect(answer != "none", "\(member)")
            peer.close()
        }
        #expect(try await stage.host() == host)
        #expect(try await stage.title(of: stage.controller) == "Counter")
        try await Self.expectOrder(stage, before)
    }

    @Test func `a token is valid for one connection`() async throws {
        let stage = try await IsolatedStage()
        let (host, before) = (try await stage.host(), Self.descriptors(stage))
        let (address, token) = try await stage.expectHost()
        let (first, second) = (try Connection.peer(at: address), try Connection.peer(at: address))
        #expect(await Self.call("Hello", on: first, .string(token), returning: "a{sv}") == "none")
        #expect(await Self.call("Hello", on: second, .string(token), returning: "a{sv}") != "none")
        #expect(await Self.call("Hello", on: first, .string(token), returning: "a{sv}") != "none")
        first.close()
        second.close()
        #expect(try await stage.host() == host)
        try await Self.expectOrder(stage, before)
    }

    @Test func `without the user's consent a client's process can't become a plugin process`() async throws {
        let bus = try PrivateBus.current
        let stage = try await IsolatedStage()
        let (host, before) = (try await stage.host(), Self.descriptors(stage))
        let consent = bus.directory + "/" + TabNames.hostConsentPrefix
        // A symbolic link does not count as consent.
        #expect(symlink("/dev/null", consent + String(repeating: "1", count: 32)) == 0)
        for (token, error) in [
            (IsolatedStage.token, "AccessDenied"), (String(repeating: "1", count: 32), "AccessDenied"),
            ("", "InvalidArgument"), (String(repeating: "0", count: 31), "InvalidArgument"),
            ("../../../../../../../../../etc/ab", "InvalidArgument"),
            (String(repeating: "é", count: 16), "InvalidArgument"),
        ] {
            #expect(await failure { _ = try await stage.expectHost(with: token) } == error, "\(token)")
            let peer = try Connection.peer(at: "unix:path=" + (try Self.socket(stage)))
            #expect(await Self.call("Hello", on: peer, .string(token), returning: "a{sv}") != "none", "\(token)")
            peer.close()
        }
        #expect(try await stage.host() == host)
        #expect(try await stage.title(of: stage.controller) == "Counter")
        try await Self.expectOrder(stage, before)
    }

    @Test func `an expected process becomes the plugin's, and invalid messages end it`() async throws {
        let bus = try PrivateBus.current
        let stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        let (address, token) = try await stage.expectHost()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltProducts.directory + "/tabd-plugin-host")
        process.arguments = ["--debug", MisbehavingPlugin.id]
        process.environment = bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 }
        try process.run()
        let own = ProcessEntry(process.processIdentifier)
        try await stage.until("the expected host") { try await stage.host() == own }
        #expect(try await stage.text("Count") == "2")
        stage.client.clearSignals()
        _ = await complaint { try await stage.run("garbage") }
        try await stage.waitForRecovery()
        #expect(try await stage.host() != own)
        #expect(try await stage.host().parent == stage.daemon.processID)
        _ = try await onThread { process.waitForEnd() }
        try await stage.run("count")
        #expect(try await stage.text("Count") == "3")
    }

    @Test func `a plugin process checks the library again after the daemon`() async throws {
        let bus = try PrivateBus.current
        let stage = try await IsolatedStage()
        let (host, before) = (try await stage.host(), Self.descriptors(stage))
        let (address, token) = try await stage.expectHost()
        // Replaced between the check of the daemon and that of the plugin process.
        let library = "\(stage.folder)/\(MisbehavingPlugin.id)/lib\(MisbehavingPlugin.id).so"
        #expect(chmod(library, 0o777) == 0)
        let run = try await HouseCommand.runOnThread(
            [HouseCommand.binaries + "/tabd-plugin-host", "--debug", MisbehavingPlugin.id],
            environment: bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 })
        #expect(run.status == 1)
        #expect(try await stage.host() == host)
        try await Self.expectOrder(stage, before)
    }

    @Test func `a plugin process with the token of another plugin is refused`() async throws {
        let bus = try PrivateBus.current
        let stage = try await IsolatedStage()
        let (host, neighbourHost, before) = (
            try await stage.host(), try await stage.neighbourHost(), Self.descriptors(stage)
        )
        let (address, token) = try await stage.expectHost()
        let run = try await HouseCommand.runOnThread(
            [HouseCommand.binaries + "/tabd-plugin-host", IsolatedStage.neighbourID],
            environment: bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 })
        #expect(run.status != 0 && !run.errors.isEmpty)
        #expect(try await stage.host() == host)
        #expect(try await stage.neighbourHost() == neighbourHost)
        try await Self.expectOrder(stage, before)
    }
}

extension IsolatedStage {
    static let token = "0123456789abcdef0123456789abcdef"

    /// Has the daemon expect a plugin process, with the user's consent.
    func expectHost() async throws -> (address: String, token: String) {
        let bus = try PrivateBus.current
        let consent = bus.directory + "/" + TabNames.hostConsentPrefix + Self.token
        try Data().write(to: URL(fileURLWithPath: consent))
        defer { unlink(consent) }
        return (try await expectHost(with: Self.token), Self.token)
    }

    /// Calls ExpectHost without creating a consent file. Returns the address.
    func expectHost(with token: String) async throws(DBusError) -> String {
        try await client.plugin(plugin).expectHost(token)
    }
}
