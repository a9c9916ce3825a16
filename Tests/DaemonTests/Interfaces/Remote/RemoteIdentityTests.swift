import TestSupport
import Testing

/// The identity of a remote view controller: its options, and the clients that may claim it.
@EventLoop @Suite(.bus) struct RemoteIdentityTests {
    @Test func `an invalid registration is refused by name, and creates nothing`() async throws {
        try await DaemonProcess.start()
        let client = try BusClient()
        let large = Variant.string(String(repeating: "x", count: 65_537))
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("taken")])
        let cases: [(ObjectPath, Options, String)] = [
            ("/", [:], "InvalidArgument"), ("/o", ["Colour": .string("red")], "InvalidArgs"),
            ("/o", ["DestroyWithCaller": .bool(true)], "InvalidArgs"), ("/o", ["Title": .uint32(1)], "InvalidArgs"),
            ("/o", ["Title": large], "LimitsExceeded"), ("/o", ["RestorationIdentifier": large], "LimitsExceeded"),
            ("/o", ["RestorationIdentifier": .int32(1)], "InvalidArgs"),
            ("/o", ["RestorationIdentifier": .string("taken")], "InvalidArgument"),
        ]
        let before = try await client.managedObjects()
        for (object, options, expected) in cases {
            #expect(await failure { _ = try await client.register(object, options) } == expected, "\(options.values)")
        }
        #expect(try await client.managedObjects() == before)
        do {
            _ = try await client.register("/o", ["RestorationIdentifier": .string("taken")])
        } catch {
            // The message has the value, and the object that uses it.
            #expect(error.message.contains("'taken'"))
            #expect(error.message.contains(tabs.text))
        }
    }

    @Test func `a controller with a bus name and an identifier is claimed with both`() async throws {
        try await DaemonProcess.start()
        let watcher = try BusClient()
        let identifier: Options = ["RestorationIdentifier": .string("notes")]
        let options: Options = ["BusName": .string("org.example.Notes"), "RestorationIdentifier": .string("notes")]
        let owner = try RemoteOwner()
        #expect(try await owner.client.connection.requestName("org.example.Notes", replacing: false))
        let path = try await owner.register(options)
        owner.client.connection.close()
        try await watcher.waitUntilOwnerIsGone(path)
        // A partial match is refused, and the identifier is in use.
        let thief = try RemoteOwner()
        #expect(await failure { _ = try await thief.register(identifier) } == "InvalidArgument")
        #expect(await failure { _ = try await thief.register(options) } == "InvalidArgument")
        #expect(try await watcher.viewController(path).state == "failed")
        let heir = try RemoteOwner()
        #expect(try await heir.client.connection.requestName("org.example.Notes", replacing: false))
        // The heir may use any of its objects.
        #expect(try await heir.client.register("/another", options) == path)
        #expect(try await watcher.viewController(path).state == "ready")
    }

    @Test func `a controller without bus name and identifier ends with its owner`() async throws {
        try await DaemonProcess.start()
        let watcher = try BusClient()
        try await watcher.manager.subscribe()
        let owner = try BusClient()
        #expect(try await owner.connection.requestName("org.example.Notes", replacing: false))
        let anonymous = try await owner.register()
        let named = try await owner.register(["BusName": .string("org.example.Notes")])
        let identified = try await owner.register(["RestorationIdentifier": .string("notes")])
        // A controller that got its identifier later.
        let renamed = try await owner.register()
        try await watcher.viewController(renamed).set(\.restorationIdentifier, to: "later")
        let tabs = try await watcher.manager.createTabBarController()
        try await watcher.setTabs([anonymous, named, identified, renamed], of: tabs)
        // Reopen would restore this controller for its owner, and for no other client.
        let closed = try await owner.register()
        try await watcher.manager.destroy(closed)
        watcher.clearSignals()
        let name = owner.connection.uniqueName
        owner.connection.close()
        try await watcher.left(name)
        try await watcher.barrier()
        let removed = watcher.signals.filter { $0.member == "InterfacesRemoved" }.map { $0.arguments[0] }
        #expect(removed == [.objectPath(anonymous)])
        #expect(
            watcher.lifeCycle(of: anonymous).contains("DidMoveToParent"), "it leaves its tab with the usual signals")
        let left = try await watcher.tabBarController(tabs).viewControllers
        #expect(left == [named, identified, renamed])
        for path in left { #expect(try await watcher.viewController(path).state == "failed") }
        #expect(await failure { _ = try await watcher.reopen() } == "InternalInconsistency")
    }

    @Test func `a new owner of a view in a window is notified of its place before the reply`() async throws {
        try await DaemonProcess.start()
        let watcher = try BusClient()
        let name: Options = ["BusName": .string("org.example.Notes")]
        let owner = try RemoteOwner()
        #expect(try await owner.client.connection.requestName("org.example.Notes", replacing: false))
        let path = try await owner.register(name)
        let tabs = try await watcher.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await watcher.setTabs([path], of: tabs)
        try await watcher.window(tabs).set(\.alwaysVisible, to: true)
        try await owner.client.updateView(of: path, [.view(2, "Label"), .view(3, in: 2)])
        let before = try await watcher.getView(of: path)
        owner.client.connection.close()
        try await watcher.waitUntilOwnerIsGone(path)
        let heir = try RemoteOwner()
        #expect(try await heir.client.connection.requestName("org.example.Notes", replacing: false))
        #expect(try await heir.register(name) == path)
        try await heir.client.barrier()
        #expect(
            heir.calls == [
                "WillMoveToParent", "DidMoveToParent", "ViewDidLoad", "ViewWillAppear", "ViewIsAppearing",
                "ViewWillLayout(320.0x480.0,20.0,49.0)", "ViewDidAppear",
            ])
        #expect(try await watcher.getView(of: path) == before)
        // The first update of the heir finds only the root. A refused update keeps the previous views.
        #expect(await failure { try await heir.client.updateView(of: path, [.view(4, in: 3)]) } == "InvalidArgument")
        #expect(try await watcher.getView(of: path) == before)
        try await heir.client.updateView(of: path, [.view(1, "StackView", in: 0), .view(2, "Switch")])
        let after = try await watcher.getView(of: path).views
        #expect(after.map(\.id) == [1, 2])
        #expect(after.map(\.className) == ["StackView", "Switch"])
        // That was the first update. From now on ids and classes are fixed.
        #expect(await failure { try await heir.client.updateView(of: path, [.view(1, in: 0)]) } == "InvalidArgument")
    }

    @Test func `a bus name that its living owner releases does not permit a claim`() async throws {
        try await DaemonProcess.start()
        let name: Options = ["BusName": .string("org.example.Notes")]
        let owner = try RemoteOwner()
        #expect(try await owner.client.connection.requestName("org.example.Notes", replacing: false))
        let path = try await owner.register(name)
        try await owner.client.connection.releaseName("org.example.Notes")
        let other = try RemoteOwner()
        #expect(try await other.client.connection.requestName("org.example.Notes", replacing: false))
        #expect(try await other.register(name) != path)
        #expect(try await owner.client.viewController(path).state == "ready")
        try await owner.client.viewController(path).loadViewIfNeeded()
        #expect(await failure { try await other.client.updateView(of: path, [.view(2)]) } == "AccessDenied")
        try await owner.client.updateView(of: path, [.view(2)])
    }
}
