import Foundation
import TestSupport

/// Foreign connections to the daemon's private socket.
@EventLoop @Suite(.bus) struct PrivateConnectionTests {
    private let stage: IsolatedStage
    private let host: ProcessEntry
    private let neighbourHost: ProcessEntry
    /// The daemon's descriptors before the foreign connections.
    private let before: Int

    init() async throws {
        stage = try await IsolatedStage(settings: "[hosts]\nrestart_delay = 0\n")
        (host, neighbourHost) = (try await stage.host(), try await stage.neighbourHost())
        before = ProcessEntry(stage.daemon.processID).descriptors.count
    }

    private var descriptors: Int { ProcessEntry(stage.daemon.processID).descriptors.count }

    /// Expects that everything works as before, and that no traces of the foreign clients remain.
    private func expectOrder() async throws {
        try await EventLoop.until("the descriptors being closed") { descriptors == before }
        #expect(try await stage.neighbourHost() == neighbourHost)
        #expect(try await stage.countUp() == "3")
    }

    @Test func `silent connections are limited, and plugin processes still start`() async throws {
        let path = try stage.socket
        var peers: [RawPeer] = []
        for _ in 0..<300 {
            guard let peer = RawPeer(path) else { break }
            peers.append(peer)
        }
        try await stage.client.barrier()
        #expect(descriptors < before + 100)
        // A plugin process can still start.
        await stage.breakDown()
        try await stage.waitForRecovery()
        peers = []
        try await expectOrder()
    }

    @Test func `a connection with invalid authentication is closed`() async throws {
        let path = try stage.socket
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
            try await EventLoop.until("the end of \(text.prefix(30).debugDescription)") { peer.isClosed }
        }
        try await expectOrder()
    }

    @Test func `a wrong or missing token is refused, and gives no access`() async throws {
        let address = "unix:path=" + (try stage.socket)
        for token in ["", "x", String(repeating: "0", count: 64), String(repeating: "x", count: 1 << 20)] {
            let peer = try Connection.peer(at: address)
            // The client does not learn the reason, and can't try again.
            #expect(await peer.hello(token) != "none")
            let _: Bool = try await EventLoop.waiting(for: "the end of the connection") { resolve in
                peer.onDisconnect = { resolve(true) }
                if !peer.isOpen { resolve(true) }
            }
            peer.close()
        }
        let title = Variant.string("stolen")
        let number = Variant.uint64(try #require(TabNames.number(of: stage.controller)))
        for (member, arguments) in [
            ("Ready", []), ("Failed", [title]), ("InstanceMade", [number, title]), ("Nonsense", []),
        ] as [(String, [Variant])] {
            let peer = try Connection.peer(at: address)
            #expect(await peer.callDaemon(member, arguments) != "none", "\(member)")
            peer.close()
        }
        let properties = PropertiesInterface.name
        let setting: [Variant] = [.string(ViewControllerInterface.name), .string("Title"), .variant(title)]
        for (member, arguments, path) in [
            ("Set", setting, stage.controller), ("Get", Array(setting.prefix(2)), stage.controller),
            ("Get", [.string(ManagerInterface.name), .string("Version")], TabNames.root),
        ] as [(String, [Variant], ObjectPath)] {
            let peer = try Connection.peer(at: address)
            let outcome = await peer.callDaemon(
                member, arguments, returning: member == "Get" ? "v" : "", at: path, of: properties)
            #expect(outcome != "none", "\(member)")
            peer.close()
        }
        #expect(try await stage.host() == host)
        #expect(try await stage.title(of: stage.controller) == "Counter")
        try await expectOrder()
    }

    @Test func `a token is valid for one connection`() async throws {
        let (address, token) = try await stage.expectHost()
        let (first, second) = (try Connection.peer(at: address), try Connection.peer(at: address))
        #expect(await first.hello(token) == "none")
        #expect(await second.hello(token) != "none")
        #expect(await first.hello(token) != "none")
        first.close()
        second.close()
        #expect(try await stage.host() == host)
        try await expectOrder()
    }

    @Test func `without the user's consent a client's process can't become a plugin process`() async throws {
        let consent = try PrivateBus.current.directory + "/" + TabNames.hostConsentPrefix
        // A symbolic link does not count as consent.
        #expect(symlink("/dev/null", consent + String(repeating: "1", count: 32)) == 0)
        for (token, error) in [
            (IsolatedStage.token, "AccessDenied"), (String(repeating: "1", count: 32), "AccessDenied"),
            ("", "InvalidArgument"), (String(repeating: "0", count: 31), "InvalidArgument"),
            ("../../../../../../../../../etc/ab", "InvalidArgument"),
            (String(repeating: "é", count: 16), "InvalidArgument"),
        ] {
            #expect(await failure { _ = try await stage.expectHost(with: token) } == error, "\(token)")
            let peer = try Connection.peer(at: "unix:path=" + (try stage.socket))
            #expect(await peer.hello(token) != "none", "\(token)")
            peer.close()
        }
        #expect(try await stage.host() == host)
        #expect(try await stage.title(of: stage.controller) == "Counter")
        try await expectOrder()
    }

    @Test func `an expected process becomes the plugin's, and invalid messages end it`() async throws {
        let bus = try PrivateBus.current
        let (address, token) = try await stage.expectHost()
        let process = try ChildProcess(
            BuiltProducts.directory + "/tabd-plugin-host", ["--debug", MisbehavingPlugin.id],
            environment: bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 })
        let own = ProcessEntry(process.id)
        try await EventLoop.until("the expected host") { try await stage.host() == own }
        #expect(try await stage.text("Count") == "2")
        await stage.breakDown("garbage")
        try await stage.waitForRecovery()
        #expect(try await stage.host() != own)
        #expect(try await stage.host().parent == stage.daemon.processID)
        _ = await process.ended()
        #expect(try await stage.countUp() == "3")
    }

    @Test func `a plugin process checks the library again after the daemon`() async throws {
        let bus = try PrivateBus.current
        let (address, token) = try await stage.expectHost()
        // Replaced between the check of the daemon and that of the plugin process.
        let library = "\(stage.folder)/\(MisbehavingPlugin.id)/lib\(MisbehavingPlugin.id).so"
        #expect(chmod(library, 0o777) == 0)
        let run = try await HouseCommand.runOnThread(
            [HouseCommand.binaries + "/tabd-plugin-host", "--debug", MisbehavingPlugin.id],
            environment: bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 })
        #expect(run.status == 1)
        #expect(try await stage.host() == host)
        try await expectOrder()
    }

    @Test func `a plugin process with the token of another plugin is refused`() async throws {
        let bus = try PrivateBus.current
        let (address, token) = try await stage.expectHost()
        let run = try await HouseCommand.runOnThread(
            [HouseCommand.binaries + "/tabd-plugin-host", IsolatedStage.neighbourID],
            environment: bus.environment.merging(["TABD_HOST_ADDRESS": address, "TABD_HOST_TOKEN": token]) { $1 })
        #expect(run.status != 0 && !run.errors.isEmpty)
        #expect(try await stage.host() == host)
        try await expectOrder()
    }
}

extension IsolatedStage {
    static let token = "0123456789abcdef0123456789abcdef"

    /// The only socket in the private folder.
    var socket: String { get throws { privateFolder + "/" + (try #require(sockets.first)) } }

    /// Has the daemon expect a plugin process, with the user's consent.
    func expectHost() async throws -> (address: String, token: String) {
        let consent = try PrivateBus.current.directory + "/" + TabNames.hostConsentPrefix + Self.token
        try Data().write(to: URL(fileURLWithPath: consent))
        defer { unlink(consent) }
        return (try await expectHost(with: Self.token), Self.token)
    }

    /// Calls ExpectHost without creating a consent file. Returns the address.
    func expectHost(with token: String) async throws(DBusError) -> String {
        try await client.plugin(plugin).expectHost(token)
    }
}

extension Connection {
    /// Makes the first call of a plugin process. Returns the last component of the error's name, or `none`.
    fileprivate func hello(_ token: String) async -> String {
        await callDaemon("Hello", [.string(token)], returning: "a{sv}")
    }

    /// Makes a call of a plugin process. Returns the last component of the error's name, or `none`.
    func callDaemon(
        _ member: String, _ arguments: [Variant], returning signature: String = "",
        at path: ObjectPath = "/org/tabd/PluginHost1/supervision",
        of interface: String = "org.tabd.PluginHost1.Supervision"
    ) async -> String {
        let result: Result<Void, DBusError> = await withCheckedContinuation { continuation in
            call(
                member, of: interface, at: path, on: nil, returning: signature, timeout: TestTimeout.call,
                autoStart: false,
                body: { (writer) throws(DBusError) in
                    for argument in arguments { try argument.writeContent(to: writer) }
                }, reading: { (_) throws(DBusError) in }, completion: { continuation.resume(returning: $0) })
        }
        return await failure { try result.get() }
    }
}
