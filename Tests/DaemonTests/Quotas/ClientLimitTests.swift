import TestSupport

/// The quotas of a client and of all clients together, with small limits.
@EventLoop @Suite(.bus) struct ClientLimitTests {
    @EventLoop private struct Stage {
        let bus: PrivateBus
        let daemon: DaemonProcess
        let client: BusClient

        init(_ limits: String) async throws {
            bus = try PrivateBus.current
            try bus.configure("[limits]\n" + limits)
            daemon = try await DaemonProcess.start()
            client = try BusClient()
        }

        func used(_ quota: String) async throws -> UInt64? {
            try await client.manager.usage[quota]?.used
        }
    }

    /// Repeats a call until it is refused with the expected message. Returns the number of successful calls.
    private func fill(
        _ key: String, most: Int = 1000, _ body: () async throws(DBusError) -> Void
    ) async -> Int {
        for count in 0..<most {
            do {
                try await body()
            } catch {
                #expect(error.name == "org.freedesktop.DBus.Error.LimitsExceeded")
                #expect(error.message.contains("\(key) in [limits]"), "\(error.message)")
                return count
            }
        }
        Issue.record("\(key) has no limit")
        return most
    }

    @Test func `a client has a limit of view controllers, which leaves room for other clients`() async throws {
        let stage = try await Stage("view_controllers = 64\nview_controllers_per_client = 20")
        let first = await fill("view_controllers") { () throws(DBusError) in _ = try await stage.client.register() }
        #expect(first == 20)
        // A reopened controller is charged to the client that reopens it.
        let all = try await stage.client.manager.viewControllers
        try await stage.client.manager.destroy(all[0])
        _ = try await stage.client.register()
        #expect(await failure { _ = try await stage.client.manager.reopen() } == "LimitsExceeded")
        // A tab bar controller needs room for More and its list.
        #expect(await failure { _ = try await stage.client.manager.createTabBarController() } == "LimitsExceeded")
        var before = first
        // Their view controllers end when they leave the bus.
        var others: [BusClient] = []
        for _ in 0..<3 {
            let other = try BusClient()
            others.append(other)
            let count = await fill("view_controllers") { () throws(DBusError) in _ = try await other.register() }
            #expect(count > 0 && count < before)
            before = count
        }
        let used = try await stage.used("ViewControllers")
        #expect(try #require(used) <= 64)
        // Destroying makes room.
        let paths = try await stage.client.manager.viewControllers
        for path in paths { try await stage.client.manager.destroy(path) }
        #expect(try await stage.used("ViewControllers") == 0)
        _ = try await stage.client.manager.createTabBarController()
        #expect(try await stage.used("ViewControllers") == 3)
        for other in others { other.connection.close() }
    }

    @Test func `a layout that exceeds the limit of view controllers changes nothing`() async throws {
        let stage = try await Stage("view_controllers_per_client = 5")
        let text = """
            [[controller]]
            identifier = "desk"
            tabs = ["clock.WorldClock", "clock.Stopwatch", "gallery.Labels"]
            """
        #expect(await failure { _ = try await stage.client.manager.applyLayout(text) } == "LimitsExceeded")
        #expect(try await stage.used("ViewControllers") == 0)
    }

    @Test func `a client has a limit of windows that it is attached to`() async throws {
        let stage = try await Stage("attachments = 64\nattachments_per_client = 3")
        var roots: [ObjectPath] = []
        for _ in 0..<4 { roots.append(try await stage.client.manager.createTabBarController()) }
        for root in roots.prefix(3) { try await stage.client.attach(to: root) }
        #expect(await failure { try await stage.client.attach(to: roots[3]) } == "LimitsExceeded")
        // Attaching again does not count again.
        try await stage.client.attach(to: roots[0])
        try await BusClient().attach(to: roots[3])
        try await stage.client.window(roots[0]).detach()
        try await stage.client.attach(to: roots[3])
        try await stage.client.manager.destroy(roots[1])
        try await stage.client.attach(to: roots[0])
    }

    @Test func `a client has a limit of delegates, of tab bar controllers and of popovers`() async throws {
        let stage = try await Stage("delegates = 64\ndelegates_per_client = 2")
        var roots: [ObjectPath] = []
        for _ in 0..<3 { roots.append(try await stage.client.manager.createTabBarController()) }
        let object = stage.client.newObject()
        for root in roots.prefix(2) { try await stage.client.setDelegate(object, of: root) }
        #expect(await failure { try await stage.client.setDelegate(object, of: roots[2]) } == "LimitsExceeded")
        // Taking its own place again is allowed.
        try await stage.client.setDelegate(stage.client.newObject(), of: roots[0])
        let page = try await stage.client.register()
        try await stage.client.viewController(page).set(\.modalPresentationStyle, to: "popover")
        let refused = await failure {
            try await stage.client.callAnything(
                "SetDelegate", of: PopoverPresentationControllerInterface.name, at: page,
                [.objectPath(object), Options().variant])
        }
        #expect(refused == "LimitsExceeded")
        #expect(try await stage.used("Delegates") == 2)
    }

    @Test func `the number of subscribed clients is limited, and one that leaves makes room`() async throws {
        let stage = try await Stage("subscriptions = 3")
        try await stage.client.manager.subscribe()
        try await stage.client.manager.subscribe()
        let others = try (0..<3).map { _ in try BusClient() }
        for other in others.prefix(2) { try await other.manager.subscribe() }
        #expect(await failure { try await others[2].manager.subscribe() } == "LimitsExceeded")
        stage.client.connection.addMatch("type='signal',member='NameOwnerChanged'")
        try await stage.client.barrier()
        let leaving = others[0].connection.uniqueName
        others[0].connection.close()
        try await stage.client.left(leaving)
        try await others[2].manager.subscribe()
    }

    @Test func `a client has a limit of calls that wait for replies of other clients`() async throws {
        let stage = try await Stage("calls = 64\ncalls_per_client = 5")
        let owner = try RemoteOwner()
        var open: [PendingReply] = []
        owner.methods["Action"] = { open.append($0) }
        let page = try await owner.register([:])
        try await stage.client.viewController(page).loadViewIfNeeded()
        try await owner.client.updateView(of: page, [.view(2, "Switch")])
        var results: [Result<Void, DBusError>] = []
        func act(_ completion: @escaping @EventLoop (Result<Void, DBusError>) -> Void) {
            stage.client.connection.call(
                ViewControllerInterface.sendAction, at: page, on: TabNames.busName, 2,
                "valueChanged", .bool(true), [:], timeout: TestTimeout.call, completion: completion)
        }
        for _ in 0..<5 { act { results.append($0) } }
        let refused: Result<Void, DBusError> = try await EventLoop.waiting(for: "a refusal") { resolve in act(resolve) }
        guard case .failure(let error) = refused else {
            Issue.record("six calls wait")
            return
        }
        #expect(error.name.hasSuffix("LimitsExceeded"))
        #expect(error.message.contains("this client waits for 5 of"))
        // Calls that need no other client are refused as well, but other clients are served.
        #expect(await failure { try await stage.client.barrier() } == "LimitsExceeded")
        try await BusClient().barrier()
        try await owner.client.barrier()
        for reply in open { reply.succeed { (_) throws(DBusError) in } }
        // The owner is asked for its state before the caller has a reply.
        while results.count < 5 { try await owner.client.barrier() }
        try await stage.client.barrier()
        #expect(try await stage.used("Calls") == 0)
    }

    @Test func `the views of a client's view controllers have a common size limit`() async throws {
        let stage = try await Stage("content = 4194304\ncontent_per_client = 200000")
        let text = String(repeating: "x", count: 60_000)
        var pages: [ObjectPath] = []
        let count = await fill("content") { () throws(DBusError) in
            let page = try await stage.client.register()
            pages.append(page)
            try await stage.client.viewController(page).loadViewIfNeeded()
            try await stage.client.updateView(of: page, [.view(2, "Label", with: ["Text": .string(text)])])
        }
        #expect(count == 3)
        // A smaller value is always allowed, and so is a replacement of the same size.
        try await stage.client.updateView(
            of: pages[0], [.view(2, "Label", with: ["Text": .string("y" + text.dropFirst())])])
        try await stage.client.updateView(of: pages[0], [.view(2, "Label")])
        try await stage.client.updateView(of: pages[3], [.view(2, "Label", with: ["Text": .string(text)])])
        for page in pages { try await stage.client.manager.destroy(page) }
        #expect(try await stage.used("Content") == 0)
    }

    @Test(.rules("S-222")) func `texts count for their client alone, whatever sets them`() async throws {
        let stage = try await Stage("content = 1048576\ncontent_per_client = 100000")
        let client = stage.client
        let (long, text) = (String(repeating: "x", count: 4096), String(repeating: "y", count: 2000))
        var pages: [ObjectPath] = []
        let full = await fill("content") { () throws(DBusError) in
            pages.append(try await client.register())
            try await client.viewController(pages[pages.count - 1]).set(\.title, to: long)
        }
        // A title is that of both items, too.
        #expect(full == 100_000 / (3 * 4096))
        let before = try await client.managedObjects()
        let page = pages[0]
        let button = BarButtonItemEntry(id: 1, title: text)
        let layout = "[[controller]]\nidentifier = \"desk\"\ntitle = \"\(text)\"\n"
        func setText(_ way: Int) async throws(DBusError) {
            switch way {
            case 0: try await client.tabBarItem(page).set(\.badgeValue, to: text)
            case 1: try await client.tabBarItem(page).set(\.tooltip, to: text)
            case 2: try await client.tabBarItem(page).set(\.accessibilityLabel, to: text)
            case 3: try await client.tabBarItem(page).setValues(["BadgeValue": .string(text)])
            case 4: try await client.navigationItem(page).set(\.leftBarButtonItems, to: [button])
            case 5: try await client.navigationItem(page).setValues(["RightBarButtonItems": [button].variant])
            case 6: try await client.viewController(page).addToolbarItem(1, text, "", true)
            case 7: try await client.viewController(page).set(\.restorationIdentifier, to: text)
            case 8: _ = try await client.manager.createTabBarController(["RestorationIdentifier": .string(text)])
            case 9: _ = try await client.manager.createTabBarController(["Title": .string(text)])
            case 10: _ = try await client.register(["Title": .string(text)])
            case 11: _ = try await client.manager.createViewController("clock.Alarm", ["Title": .string(text)])
            case 12: _ = try await client.manager.createNavigationController(page, ["Title": .string(text)])
            default: _ = try await client.manager.applyLayout(layout)
            }
        }
        for way in 0...13 {
            do throws(DBusError) {
                try await setText(way)
                Issue.record("\(way) was accepted")
            } catch {
                #expect(error.name == DBusError.Name.limitsExceeded, "\(way)")
                #expect(error.message.contains("content in [limits]"), "\(way): \(error.message)")
            }
        }
        #expect(try await client.managedObjects() == before)
        #expect(try await stage.used("Content") == UInt64(full * 3 * 4096))
        // Another client has its own quota, and its messages are as large as before.
        let other = try BusClient()
        let own = try await other.register(["Title": .string(long)])
        try await other.viewController(own).loadViewIfNeeded()
        try await other.updateView(
            of: own, [.view(2, "Label", with: ["Text": .string(String(repeating: "z", count: 50_000))])])
        // Shorter texts make room.
        try await client.viewController(page).set(\.title, to: "short")
        try await client.tabBarItem(page).set(\.badgeValue, to: text)
    }

    @Test(.rules("S-222")) func `used-up content does not make the messages of other clients smaller`() async throws {
        let stage = try await Stage("content = 1048576")
        var greedy: [BusClient] = []
        for _ in 0..<12 {
            let client = try BusClient()
            greedy.append(client)
            _ = await fill("content") { () throws(DBusError) in
                _ = try await client.register(["Title": .string(String(repeating: "x", count: 4096))])
            }
        }
        // The value is not kept, so it needs no room.
        let options = ["X": Variant.string(String(repeating: "x", count: 100_000))]
        let refused = await failure {
            try await stage.client.callAnything(
                "Destroy", of: ManagerInterface.name, at: TabNames.root, [.objectPath("/"), options.variant])
        }
        #expect(refused == "InvalidArgs")
        for client in greedy { client.connection.close() }
    }

    @Test func `a client has a limit of changes in a second, and may read and wait beyond it`() async throws {
        let stage = try await Stage("changes = 2")
        let page = try await stage.client.register()
        func write(_ client: BusClient) async throws(DBusError) {
            try await client.viewController(page).set(\.title, to: "x")
        }
        let count = await fill("changes") { () throws(DBusError) in try await write(stage.client) }
        // Two seconds are counted together. A slow machine may reach the limit only in a later period.
        #expect(count >= 3)
        try await write(try BusClient())
        _ = try await stage.used("Calls")
    }
}
