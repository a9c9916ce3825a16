import TestSupport

/// Clients on private connections, without a bus.
@EventLoop @Suite(.localDaemon) struct PrivateClientTests {
    @Test func `every client gets the announcements and signals that the calls of one cause`() async throws {
        let clients = try (1...3).map { _ in try BusClient() }
        let tabs = try await clients[0].manager.createTabBarController()
        try await clients[0].setTabs([clients[0].register(), clients[0].register()], of: tabs)
        #expect(try await clients[1].tap(1, in: tabs))
        #expect(try await clients[2].tabBarController(tabs).selectedIndex == 1)
        for client in clients {
            try await client.barrier()
            let members = client.signals.filter { $0.path == tabs || $0.path == TabNames.root }.map(\.member)
            #expect(members == clients[0].signals.filter { $0.path == tabs || $0.path == TabNames.root }.map(\.member))
            #expect(members.contains("InterfacesAdded") && members.contains("PropertiesChanged"))
        }
    }

    @Test func `a delegate is asked over its own connection`() async throws {
        let (client, delegate) = (try BusClient(), try BusClient())
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([client.register(), client.register()], of: tabs)
        let object = delegate.newObject()
        var questions: [String] = []
        delegate.handlers[object] = { call, _, reply in
            questions.append(call.member)
            reply.succeed { (writer) throws(DBusError) in try writer.write(false) }
        }
        try await delegate.setDelegate(object, of: tabs, ["Methods": ["ShouldSelectViewController"].variant])
        #expect(try await client.tap(1, in: tabs) == false)
        #expect(questions == ["ShouldSelectViewController"])
    }

    @Test func `what belongs to a client ends with its connection`() async throws {
        let (client, leaving) = (try BusClient(), try BusClient())
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([client.register(), client.register()], of: tabs)
        let object = leaving.newObject()
        try await leaving.setDelegate(object, of: tabs, ["Timeout": .uint32(10_000)])
        let own = try await leaving.register()
        leaving.connection.close()
        try await client.waitForSignal("the end of the view controller") { signal in
            signal.member == "InterfacesRemoved" && signal.arguments.first == .objectPath(own)
        }
        // A delegate that has left is not asked, so nothing waits for it.
        #expect(try await client.tap(1, in: tabs))
    }
}
