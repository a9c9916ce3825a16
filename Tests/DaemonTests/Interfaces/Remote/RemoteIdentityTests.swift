import TestSupport

/// The identity of a remote view controller: its options, and the clients that may claim it.
@EventLoop @Suite(.bus) struct RemoteIdentityTests {
    private static let busName = "org.example.Notes"
    private static let name: Options = ["BusName": .string(busName)]
    private let watcher: BusClient

    init() async throws {
        try await DaemonProcess.start()
        watcher = try BusClient()
    }

    /// A client that owns the name.
    private func nameOwner() async throws -> RemoteOwner {
        let owner = try RemoteOwner()
        #expect(try await owner.client.connection.requestName(Self.busName, replacing: false))
        return owner
    }

    /// Ends the owner of a controller.
    private func end(_ owner: RemoteOwner, of path: ObjectPath) async throws {
        owner.client.connection.close()
        try await watcher.waitUntilOwnerIsGone(path)
    }

    @Test func `an invalid registration is refused by name, and creates nothing`() async throws {
        let large = Variant.string(String(repeating: "x", count: 65_537))
        let tabs = try await watcher.manager.createTabBarController(["RestorationIdentifier": .string("taken")])
        let cases: [(ObjectPath, Options, String)] = [
            ("/", [:], "InvalidArgument"), ("/o", ["Colour": .string("red")], "InvalidArgs"),
            ("/o", ["DestroyWithCaller": .string("yes")], "InvalidArgs"), ("/o", ["Title": .uint32(1)], "InvalidArgs"),
            ("/o", ["Title": large], "LimitsExceeded"), ("/o", ["RestorationIdentifier": large], "LimitsExceeded"),
            ("/o", ["RestorationIdentifier": .int32(1)], "InvalidArgs"),
            ("/o", ["RestorationIdentifier": .string("taken")], "InvalidArgument"),
        ]
        let before = try await watcher.managedObjects()
        for (object, options, expected) in cases {
            #expect(await failure { _ = try await watcher.register(object, options) } == expected, "\(options.values)")
        }
        #expect(try await watcher.managedObjects() == before)
        // The message has the value, and the object that uses it.
        let taken = await complaint {
            _ = try await watcher.register("/o", ["RestorationIdentifier": .string("taken")])
        }
        #expect(taken.contains("'taken'") && taken.contains(tabs.text), "\(taken)")
    }

    @Test func `a controller with a bus name and an identifier is claimed with both`() async throws {
        let identifier: Options = ["RestorationIdentifier": .string("notes")]
        let options: Options = ["BusName": .string(Self.busName), "RestorationIdentifier": .string("notes")]
        let owner = try await nameOwner()
        let path = try await owner.register(options)
        try await end(owner, of: path)
        // A partial match is refused, and the identifier is in use.
        let thief = try RemoteOwner()
        #expect(await failure { _ = try await thief.register(identifier) } == "InvalidArgument")
        #expect(await failure { _ = try await thief.register(options) } == "InvalidArgument")
        #expect(try await watcher.viewController(path).state == "failed")
        let heir = try await nameOwner()
        // The heir may use any of its objects.
        #expect(try await heir.client.register("/another", options) == path)
        #expect(try await watcher.viewController(path).state == "ready")
    }

    @Test func `only the owner of the well-known name may claim the controller`() async throws {
        let thief = try RemoteOwner()
        #expect(await failure { _ = try await thief.register(Self.name) } == "InvalidArgument")
        let owner = try await nameOwner()
        let path = try await owner.register(Self.name)
        let own = thief.client.connection.uniqueName
        for odd in [Self.busName, ":1.1", own, "x", "org.example.\u{e9}", "..", String(repeating: "x", count: 300)] {
            #expect(await failure { _ = try await thief.register(["BusName": .string(odd)]) } == "InvalidArgument")
        }
        #expect(await failure { _ = try await thief.register(["BusName": .uint32(1)]) } == "InvalidArgs")
        try await end(owner, of: path)
        // An object without the identifier is a different controller.
        #expect(try await thief.register([:]) != path)
        let heir = try await nameOwner()
        // The same object of the owner claims the controller, but another object does not.
        #expect(try await heir.client.register("/another", Self.name) != path)
        #expect(try await heir.register(Self.name) == path)
        try await heir.client.barrier()
        #expect(heir.calls.isEmpty)
        #expect(try await watcher.viewController(path).state == "ready")
    }

    @Test func `a controller without bus name and identifier ends with its owner`() async throws {
        try await watcher.manager.subscribe()
        let owner = try BusClient()
        #expect(try await owner.connection.requestName(Self.busName, replacing: false))
        let anonymous = try await owner.register()
        let named = try await owner.register(Self.name)
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

    @Test func `a controller with DestroyWithCaller ends with its owner, although it could be claimed`() async throws {
        let owner = try await nameOwner()
        let options: Options = [
            "BusName": .string(Self.busName), "RestorationIdentifier": .string("notes"),
            "DestroyWithCaller": .bool(true),
        ]
        let path = try await owner.register(options)
        // The options of a second registration have no effect.
        #expect(try await owner.register(Self.name) == path)
        let tabs = try await watcher.manager.createTabBarController()
        try await watcher.setTabs([path], of: tabs)
        let name = owner.client.connection.uniqueName
        owner.client.connection.close()
        try await watcher.left(name)
        try await watcher.barrier()
        #expect(try await watcher.tabBarController(tabs).viewControllers == [])
        #expect(await failure { _ = try await watcher.manager.getViewController("notes") } == "InvalidArgument")
        #expect(await failure { _ = try await watcher.reopen() } == "InternalInconsistency")
    }

    @Test func `a bus name that its living owner releases does not permit a claim`() async throws {
        let owner = try await nameOwner()
        let path = try await owner.register(Self.name)
        try await owner.client.connection.releaseName(Self.busName)
        let other = try await nameOwner()
        #expect(try await other.register(Self.name) != path)
        #expect(try await owner.client.viewController(path).state == "ready")
        try await owner.client.viewController(path).loadViewIfNeeded()
        #expect(await failure { try await other.client.updateView(of: path, [.view(2)]) } == "AccessDenied")
        try await owner.client.updateView(of: path, [.view(2)])
    }
}
