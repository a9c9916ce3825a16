import TestSupport

/// The ownership of a remote view controller: owners that die, and clients that take over.
@EventLoop @Suite(.bus) struct RemoteTests {
    @Test func `an owner that dies leaves its last view and a failed controller`() async throws {
        let stage = try await ViewStage(identifier: "page")
        try await stage.update([.view(2, "Button")])
        let before = try await stage.view()
        stage.owner.connection.close()
        try await stage.waitUntilOwnerIsGone()
        #expect(try await stage.watcher.viewController(stage.controller).state == "failed")
        #expect(try await !stage.watcher.viewController(stage.controller).failureReason.isEmpty)
        #expect(try await stage.view() == before)
        #expect(try await stage.watcher.viewController(stage.controller).appearanceState == "appeared")
        let found = await failure {
            try await stage.watcher.sendAction("primaryActionTriggered", .bool(true), to: 2, of: stage.controller)
        }
        #expect(found == "PluginUnavailable")
        #expect(await failure { try await stage.watcher.updateView(of: stage.controller, []) } == "AccessDenied")
        // It still follows its window.
        try await stage.watcher.window(stage.tabs).set(\.size, to: DBusSize(width: 100, height: 480))
        #expect(try await stage.view().views.first?.frame.width == 100)
    }

    /// The calls to a new owner of a controller in a window.
    private static let catchingUp = [
        "WillMoveToParent", "DidMoveToParent", "ViewDidLoad", "ViewWillAppear", "ViewIsAppearing",
        "ViewWillLayout(320.0x480.0,20.0,49.0)", "ViewDidAppear",
    ]

    @Test func `a client with the identifier claims a controller and is notified of its place`() async throws {
        let stage = try await ViewStage()
        try await stage.watcher.viewController(stage.controller).set(\.restorationIdentifier, to: "notes")
        try await stage.update([.view(2, "Label")])
        let options: Options = ["RestorationIdentifier": .string("notes"), "Title": .string("Notes")]
        let heir = try RemoteOwner()
        // While the owner lives its identifier is in use.
        #expect(await failure { _ = try await heir.register(options) } == "InvalidArgument")
        stage.owner.connection.close()
        try await stage.waitUntilOwnerIsGone()
        #expect(try await heir.register(options) == stage.controller)
        try await heir.client.barrier()
        #expect(heir.calls == Self.catchingUp)
        let controller = stage.watcher.viewController(stage.controller)
        #expect(try await controller.state == "ready")
        #expect(try await controller.failureReason.isEmpty)
        // The other options are ignored.
        #expect(try await controller.title.isEmpty)
        // The last views stay until the heir changes them.
        #expect(try await stage.view().views.map(\.id) == [1, 2])
        try await heir.client.updateView(of: stage.controller, [.view(3)], removing: [2])
        #expect(try await stage.view().views.map(\.id) == [1, 3])
    }

    @Test func `the new owner of a hidden controller is notified of its parent only`() async throws {
        let stage = try await ViewStage(shown: false)
        try await stage.watcher.viewController(stage.controller).set(\.restorationIdentifier, to: "notes")
        func replace(_ owner: BusClient) async throws -> RemoteOwner {
            stage.watcher.clearSignals()
            owner.connection.close()
            try await stage.waitUntilOwnerIsGone()
            let heir = try RemoteOwner()
            #expect(try await heir.register(["RestorationIdentifier": .string("notes")]) == stage.controller)
            try await heir.client.barrier()
            return heir
        }
        let heir = try await replace(stage.owner)
        #expect(heir.calls == ["WillMoveToParent", "DidMoveToParent"])
        // Loaded but not shown is a third case.
        try await stage.watcher.viewController(stage.controller).loadViewIfNeeded()
        #expect(try await replace(heir.client).calls == ["WillMoveToParent", "DidMoveToParent", "ViewDidLoad"])
    }

    @Test func `an object registered twice is one controller`() async throws {
        try await DaemonProcess.start()
        let owner = try RemoteOwner()
        let path = try await owner.register([:])
        #expect(try await owner.register(["Title": .string("ignored")]) == path)
        // The same path of another client is a different object, and so is another path.
        let other = try RemoteOwner()
        #expect(other.object == owner.object)
        #expect(try await other.register([:]) != path)
        #expect(try await owner.client.register() != path)
        // Only its owner can start it again.
        #expect(await failure { try await owner.client.viewController(path).respawn() } == "NotSupported")
        // The object of a destroyed controller can be registered again, on another path.
        try await other.client.manager.destroy(path)
        #expect(try await owner.register([:]) != path)
    }

    @Test func `a reopened controller belongs to its owner again, or has failed without it`() async throws {
        let stage = try await ViewStage(identifier: "page")
        try await stage.watcher.manager.destroy(stage.controller)
        try await stage.owner.barrier()
        stage.clearCalls()
        #expect(try await stage.watcher.reopen() == stage.controller)
        #expect(try await stage.receivedCalls() == Self.catchingUp)
        try await stage.update([.view(2)])
        #expect(try await stage.view().views.map(\.id) == [1, 2])
        try await stage.watcher.setTabs([], of: stage.tabs)
        try await stage.watcher.manager.destroy(stage.controller)
        let name = stage.owner.connection.uniqueName
        stage.owner.connection.close()
        try await stage.watcher.left(name)
        var mirror = ObjectMirror(try await stage.watcher.managedObjects())
        stage.watcher.clearSignals()
        #expect(try await stage.watcher.reopen() == stage.controller)
        let objects = try await stage.watcher.managedObjects()
        #expect(objects[stage.controller]?[ViewControllerInterface.name]?["State"] == .string("failed"))
        mirror.apply(stage.watcher.signals)
        #expect(mirror.differences(from: objects).isEmpty)
    }

    @Test func `an object that is another controller by now is not claimed`() async throws {
        try await DaemonProcess.start()
        let owner = try RemoteOwner()
        let first = try await owner.register([:])
        try await owner.client.manager.destroy(first)
        let second = try await owner.register([:])
        #expect(try await owner.client.reopen() == first)
        // An object can be only one controller, so the owner of the second controller can't own the first one as well.
        #expect(try await owner.client.viewController(first).state == "failed")
        #expect(try await owner.client.viewController(second).state == "ready")
    }
}
