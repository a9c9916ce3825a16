import TestSupport

/// Private connections that clients ask for with OpenConnection, without a bus.
@EventLoop @Suite(.localDaemon) struct ClientConnectionTests {
    private let client: BusClient
    private let other: BusClient
    private let tabs: ObjectPath

    init() async throws {
        client = try BusClient()
        other = try BusClient()
        tabs = try await other.manager.createTabBarController()
        try await other.setTabs([other.register(), other.register()], of: tabs)
    }

    private func connections() async throws(DBusError) -> UInt64? {
        try await other.manager.usage["Connections"]?.used
    }

    /// Presents a token on a new connection. Returns the last component of the error's name, or `none`.
    private func present(_ token: String, at address: String) async throws -> String {
        let peer = try Connection.peer(at: address)
        defer { peer.close() }
        return await failure {
            try await peer.call(
                PrivateConnectionInterface.hello, at: TabNames.root, on: nil, token, timeout: TestTimeout.call)
        }
    }

    @Test func `the daemon has the feature`() async throws {
        #expect(try await client.manager.features.contains("private-connections"))
    }

    @Test func `the address has a token for one connection, which libdbus ignores`() async throws {
        let address = try await client.manager.openConnection()
        #expect(address.hasPrefix("unix:path=/") && address.contains("/clients-"))
        let token = try #require(PrivateConnectionAddress.token(in: address))
        #expect(token.count == 32 && address.hasSuffix(",token=\(token)"))
        #expect(try await client.manager.openConnection() != address)
        #expect(try await connections() == 2)
        for wrong in ["", "x", String(token.reversed()), token + "0", String(repeating: "0", count: 1 << 16)] {
            #expect(try await present(wrong, at: address) != "none", "\(wrong.prefix(40))")
        }
        #expect(try await present(token, at: address) == "none")
        #expect(try await present(token, at: address) != "none")
        // The other address may expire meanwhile.
        try await EventLoop.until("the end of the connection") { try await connections() ?? 2 < 2 }
    }

    @Test func `a connection that has not identified itself can only call Hello`() async throws {
        let address = try await client.manager.openConnection()
        for (member, interface) in [
            ("GetManagedObjects", ObjectManagerInterface.name), ("Ping", PeerInterface.name),
            ("Introspect", IntrospectableInterface.name), ("OpenConnection", ManagerInterface.name),
        ] {
            let peer = try Connection.peer(at: address)
            let method = Method<() -> Void>(member, of: interface, summary: "A call.")
            // libdbus itself answers a Ping without a destination.
            let refused = await failure { try await peer.call(method, at: TabNames.root, on: TabNames.busName) }
            #expect(refused != "none", "\(member)")
            try await EventLoop.until("the end of the connection") { !peer.isOpen }
        }
        #expect(try await connections() == 1)
    }

    @Test func `after Hello the interface is gone, and on the other connection it never exists`() async throws {
        let ownTree = try await client.managedObjects()
        let further = try await BusClient(privateOf: client)
        for connection in [client, further] {
            let refused = await failure {
                try await connection.call(PrivateConnectionInterface.hello, at: TabNames.root, "")
            }
            #expect(refused == "UnknownInterface")
        }
        #expect(try await further.managedObjects() == ownTree)
    }

    // MARK: Identity

    @Test func `attachments and their rights belong to the client, on all its connections`() async throws {
        let further = try await BusClient(privateOf: client)
        try await further.attach(to: tabs, ["ReadOnly": .bool(true)])
        let names = try await other.window(tabs).attachedClients
        try await client.attach(to: tabs, ["ReadOnly": .bool(true)])
        #expect(try await other.window(tabs).attachedClients == names && names.count == 1)
        for connection in [client, further] {
            #expect(await failure { _ = try await connection.tap(1, in: tabs) } == "AccessDenied")
        }
        #expect(try await other.tap(1, in: tabs))
        try await client.window(tabs).detach()
        #expect(try await further.tap(0, in: tabs))
        #expect(try await other.window(tabs).attachedClients.isEmpty)
    }

    @Test func `the objects of the client are called on its other connection`() async throws {
        let further = try await BusClient(privateOf: client)
        let object = client.newObject()
        var questions: [String] = []
        for (connection, name) in [(client, "first"), (further, "further")] {
            connection.handlers[object] = { call, _, reply in
                questions.append(name)
                reply.succeed { (writer) throws(DBusError) in try writer.write(false) }
            }
        }
        try await further.setDelegate(object, of: tabs, ["Methods": ["ShouldSelectViewController"].variant])
        #expect(try await further.tap(1, in: tabs) == false)
        #expect(questions == ["first"])
    }

    // MARK: Signals

    @Test func `all signals arrive once, in their order and before the reply`() async throws {
        let further = try await BusClient(privateOf: client)
        try await further.manager.subscribe()
        for connection in [client, further, other] {
            try await connection.barrier()
            connection.clearSignals()
        }
        #expect(try await further.tap(1, in: tabs))
        let signals = further.signals
        #expect(signals.map(\.member).contains("DidSelectViewController"))
        #expect(signals.map(\.member).contains("PropertiesChanged"))
        try await further.barrier()
        try await client.barrier()
        #expect(further.signals.map(\.member) == signals.map(\.member))
        #expect(client.signals.map(\.member) == signals.map(\.member))
        #expect(client.signals.map(\.path) == signals.map(\.path))
        // The signals that other clients cause arrive as well.
        #expect(try await other.select(0, in: tabs) == ())
        try await further.waitForSignal("the selection") { $0.changes["SelectedIndex"] == .int64(0) }
    }

    // MARK: Ends

    @Test func `the end of the connection has no effect on the client`() async throws {
        let further = try await BusClient(privateOf: client)
        try await further.attach(to: tabs)
        try await further.manager.subscribe()
        further.connection.close()
        try await EventLoop.until("the end of the connection") { try await connections() == 0 }
        #expect(try await other.window(tabs).attachedClients.count == 1)
        client.clearSignals()
        #expect(try await client.tap(1, in: tabs))
        #expect(client.signals.map(\.member).contains("ViewDidAppear"))
    }

    @Test func `the connection and unused tokens end with the client`() async throws {
        let further = try await BusClient(privateOf: client)
        let address = try await client.manager.openConnection()
        let token = try #require(PrivateConnectionAddress.token(in: address))
        // Keeps the socket.
        _ = try await other.manager.openConnection()
        try await further.attach(to: tabs)
        client.connection.close()
        try await EventLoop.until("the end of the connection") { !further.connection.isOpen }
        #expect(try await connections() == 1)
        #expect(try await other.window(tabs).attachedClients.isEmpty)
        #expect(try await present(token, at: address) != "none")
    }

    @Test func `the socket is removed with the last client, and created again for the next one`() async throws {
        let address = try await client.manager.openConnection()
        client.connection.close()
        try await EventLoop.until("the end of the socket") { (try? Connection.peer(at: address)) == nil }
        let next = try await BusClient(privateOf: other)
        #expect(try await next.tap(1, in: tabs))
    }

    // MARK: Limits

    @Test func `a client can have sixteen connections and unused tokens, and others can have some as well`()
        async throws
    {
        let further = try await BusClient(privateOf: client)
        for number in 1..<16 {
            _ = try await (number % 2 == 0 ? client : further).manager.openConnection()
        }
        for connection in [client, further] {
            let refused = await complaint { _ = try await connection.manager.openConnection() }
            #expect(refused.hasPrefix("LimitsExceeded: private connection limit reached: this client has 16 of 16"))
            #expect(refused.contains("connections in [limits]"))
        }
        _ = try await BusClient(privateOf: other)
        further.connection.close()
        try await EventLoop.until("room for another connection") {
            await failure { _ = try await client.manager.openConnection() } == "none"
        }
    }
}
