import TestSupport

/// The calls to the owner of a remote view controller, and the effect of its replies on the controller's state.
@EventLoop @Suite(.bus) struct RemoteCallTests {
    @Test(.rules("L4")) func `the calls have UIKit's order, and only those with a result expect a reply`() async throws
    {
        let user = try await BusClient.ofNewDaemon()
        let owner = try RemoteOwner()
        owner.methods["Action"] = { reply in reply.succeed { (_) throws(DBusError) in } }
        let controller = try await owner.register([:])
        let tabs = try await user.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
        try await user.setTabs([controller], of: tabs)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        try await owner.client.updateView(of: controller, [.view(2, "Switch")])
        _ = try await user.getView(of: controller)
        try await user.sendAction("valueChanged", .bool(true), to: 2, of: controller)
        try await user.window(tabs).set(\.size, to: DBusSize(width: 200, height: 480))
        // Each appearance has a layout of its own, even with the same size.
        for isShown in [false, true] { try await user.window(tabs).set(\.alwaysVisible, to: isShown) }
        try await user.setTabs([], of: tabs)
        try await owner.client.barrier()
        #expect(
            owner.details == [
                "WillMoveToParent(\(tabs))", "DidMoveToParent(\(tabs))", "ViewDidLoad()", "ViewWillAppear(false)",
                "ViewIsAppearing(false)", "ViewWillLayout(0 0 320 480, 20 0 49 0)", "ViewDidAppear(false)",
                "UpdateContent()!", "Action(2, valueChanged, true)!", "ViewWillLayout(0 0 200 480, 20 0 49 0)",
                "ViewWillDisappear(false)", "ViewDidDisappear(false)", "ViewWillAppear(false)",
                "ViewIsAppearing(false)", "ViewWillLayout(0 0 200 480, 20 0 49 0)", "ViewDidAppear(false)",
                "WillMoveToParent(/)", "ViewWillDisappear(false)", "ViewDidDisappear(false)", "DidMoveToParent(/)",
            ])
    }

    @Test func `the calls to two tabs of one owner come in the order of the signals`() async throws {
        let user = try await BusClient.ofNewDaemon()
        try await user.manager.subscribe()
        let client = try BusClient()
        let owners = [try RemoteOwner(client: client), try RemoteOwner(client: client)]
        var received: [String] = []
        var controllers: [ObjectPath] = []
        for owner in owners {
            let controller = try await owner.register([:])
            controllers.append(controller)
            // A handler of the test replaces that of the owner, to record the order of the two.
            client.handlers[owner.object] = { call, _, _ in
                let isApart = ["ViewWillLayout", "EncodeRestorableState"].contains(call.member)
                if !isApart { received.append("\(controller) \(call.member)") }
            }
        }
        let tabs = try await user.manager.createTabBarController()
        user.clearSignals()
        try await user.setTabs(controllers, of: tabs)
        try await user.window(tabs).set(\.alwaysVisible, to: true)
        #expect(try await user.tap(1, in: tabs))
        try await user.select(0, in: tabs)
        try await user.setTabs([controllers[1]], of: tabs)
        try await user.manager.destroy(tabs)
        try await client.barrier()
        let members = RemoteViewControllerInterface.description.members.map(\.name)
        let signals = user.signals.filter { controllers.contains($0.path) && members.contains($0.member) }
        #expect(received == signals.map { "\($0.path) \($0.member)" })
        #expect(received.count > 20)
    }

    @Test func `an owner that returns an error to UpdateContent stays ready, and its views are read as before`()
        async throws
    {
        try PrivateBus.current.configure("[deadlines]\nupdate_content = 5000\n")
        let stage = try await ViewStage()
        try await stage.update([.view(2)])
        for error in [DBusError.unknownMethod("x"), .timeout("x"), DBusError(name: "org.example.Odd", message: "x")] {
            stage.methods["UpdateContent"] = { _, reply in reply.fail(error) }
            #expect(try await stage.view().views.map(\.id) == [1, 2])
            #expect(try await stage.watcher.viewController(stage.controller).state == "ready")
        }
        #expect(stage.calls.count { $0 == "UpdateContent" } == 3)
    }

    @Test
    func `an owner that is silent for 5 s on UpdateContent is unresponsive until it replies to a Ping`() async throws {
        try PrivateBus.current.configure("", deadlines: ["action": 5000])
        let stage = try await ViewStage()
        func state(_ state: String) async throws {
            try await stage.watcher.waitForSignal("State \(state)") {
                $0.path == stage.controller && $0.changes["State"] == .string(state)
            }
        }
        var open: [PendingReply] = []
        stage.methods["UpdateContent"] = { _, reply in open.append(reply) }
        stage.methods["Ping"] = { _, reply in open.append(reply) }
        _ = try await stage.view()
        try await state("unresponsive")
        #expect(try await stage.watcher.viewController(stage.controller).failureReason.contains("UpdateContent"))
        // The daemon stops asking the owner, but its views stay its own.
        _ = try await stage.view()
        #expect(stage.calls.count { $0 == "UpdateContent" } == 1)
        try await stage.update([.view(2)])
        #expect(try await stage.view().views.map(\.id) == [1, 2])
        #expect(try await stage.watcher.viewController(stage.controller).state == "unresponsive")
        try await stage.call(of: "Ping")
        stage.watcher.clearSignals()
        // The old question is answered too late, but the Ping is answered in time.
        open.last?.succeed { (_) throws(DBusError) in }
        try await state("ready")
        #expect(try await stage.watcher.viewController(stage.controller).failureReason.isEmpty)
        #expect(stage.calls.count { $0 == "Ping" } == 1)
        stage.clearCalls()
        stage.methods["UpdateContent"] = { _, reply in reply.succeed { (_) throws(DBusError) in } }
        _ = try await stage.view()
        // GetView waits only for a limited time.
        try await stage.call(of: "UpdateContent")
        #expect(!stage.calls.contains("Ping"))
    }
}
