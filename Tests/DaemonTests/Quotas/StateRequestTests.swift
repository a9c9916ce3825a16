import TestSupport

/// The requests for the states of a client's view controllers.
@EventLoop @Suite(.localDaemon) struct StateRequestTests {
    private typealias Remote = RemoteViewControllerInterface

    @Test func `a client with many view controllers is asked for the states of a few at the same time`() async throws {
        let client = try BusClient()
        var open: [PendingReply] = []
        var asked: Set<ObjectPath> = []
        var most = 0
        var paths: [ObjectPath] = []
        for _ in 0..<200 {
            let object = client.newObject()
            client.handlers[object] = { call, _, reply in
                guard call.member == Remote.encodeRestorableState.name else {
                    return reply.fail(.unknownMethod("\(call.member) is not there"))
                }
                asked.insert(object)
                open.append(reply)
                most = max(most, open.count)
            }
            paths.append(try await client.manager.registerViewController(object, [:]))
        }
        // Each of them gets callbacks, after which its state may have changed.
        try await client.setTabs(paths, of: try await client.manager.createTabBarController())
        try await EventLoop.until("64 requests") { open.count == 64 }
        try await client.barrier()
        #expect(open.count == 64)
        while asked.count < 200 || !open.isEmpty {
            try await EventLoop.until("the next request") { !open.isEmpty }
            let reply = open.removeFirst()
            reply.succeed { (writer) throws(DBusError) in
                try ([:] as [String: Variant]).variant.writeContent(to: writer)
            }
        }
        #expect(most == 64)
    }
}
