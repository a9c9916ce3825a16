import TestSupport

/// The reply of Attach, and its order among other calls and signals.
@EventLoop @Suite(.bus) struct AttachTests {
    @Test func `Attach returns the same tree as GetManagedObjects and GetView`() async throws {
        let stage = try await WindowStage(tabs: 2)
        let front = stage.front
        let nested = try await stage.other.register()
        let navigation = try await stage.other.manager.createNavigationController(nested)
        try await stage.other.setTabs(stage.children + [navigation], of: stage.tabs)
        try await stage.other.select(2, in: stage.tabs)
        let elsewhere = try await stage.other.manager.createTabBarController()
        let reply = try await front.attach(to: stage.tabs)
        let all = try await front.managedObjects()
        let more = try await front.tabBarController(stage.tabs).moreNavigationController
        let list = all.keys.filter { path in
            all[path]?[ViewControllerInterface.name]?["Parent"] == .objectPath(more)
        }
        let tree = stage.children + [stage.tabs, BusClient.bar(of: stage.tabs), more, navigation, nested] + list
        #expect(Set(reply.objects.keys) == Set(tree))
        #expect(!reply.objects.keys.contains(elsewhere))
        for path in tree { #expect(reply.objects[path] == all[path], "\(path)") }
        #expect(Set(reply.views.keys) == [stage.tabs, navigation, nested])
        for (path, view) in reply.views { #expect(try await front.getView(of: path) == view, "\(path)") }
        // Later changes arrive as signals, with no gap in between.
        front.clearSignals()
        let revision = try await front.getView(of: nested).revision
        try await stage.other.updateView(of: nested, [.view(2)])
        try await front.barrier()
        let changes = front.signals.filter { $0.path == nested && $0.member == "ViewChanged" }
        #expect(changes.map { $0.arguments[0] } == [.uint64(revision + 1)])
    }

    @Test(arguments: ["in-process", "process"])
    func `Attach returns the state at the time of the call, and precedes later signals`(
        isolation: String
    ) async throws {
        try IsolatedStage.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await WindowStage()
        let (front, daemon) = (stage.front, stage.daemon)
        let page = try await stage.other.createViewController("clock.Stopwatch")
        try await stage.other.setTabs([page], of: stage.tabs)
        func setTitle(_ title: String) -> Task<Void, any Error> {
            Task.immediate { @EventLoop in try await front.viewController(page).set(\.title, to: title) }
        }
        func announcedTitles() -> [String] {
            front.signals.filter { $0.path == page && $0.member == "PropertiesChanged" }.compactMap { change in
                guard change.arguments[0] == .string(ViewControllerInterface.name) else { return nil }
                let values: [String: Variant]? = change.arguments[1].get()
                return values?["Title"]?.get()
            }
        }
        try await front.barrier()
        front.clearSignals()
        // The daemon reads all three calls in the same turn.
        daemon.send(SIGSTOP)
        let first = setTitle("a")
        var received: (BusClient.Objects, [ObjectPath: ViewSnapshot])?
        var announced: [String] = []
        front.connection.call(
            WindowInterface.attach, at: stage.tabs, on: TabNames.busName, [:],
            timeout: TestTimeout.call
        ) { result in
            received = try? result.get()
            announced = announcedTitles()
        }
        let second = setTitle("b")
        _ = try await front.connection.owner(of: TabNames.busName)
        daemon.send(SIGCONT)
        try await first.value
        try await second.value
        #expect(received?.0[page]?[ViewControllerInterface.name]?["Title"] == .string("a"))
        // The reply includes the plugin's views, in-process and isolated.
        #expect(received?.1[page]?.views.count ?? 0 > 1)
        #expect(announced == ["a"])
        #expect(announcedTitles() == ["a", "b"])
    }

    @Test func `a Destroy after Attach destroys controllers that Attach has returned`() async throws {
        let stage = try await WindowStage(tabs: 1)
        stage.daemon.send(SIGSTOP)
        let attaching = Task.immediate { @EventLoop in try await stage.front.attach(to: stage.tabs) }
        let destroying = Task.immediate { @EventLoop in try await stage.other.manager.destroy(stage.tabs) }
        for client in [stage.front, stage.other] { _ = try await client.connection.owner(of: TabNames.busName) }
        stage.daemon.send(SIGCONT)
        let reply = try await attaching.value
        #expect(reply.objects[stage.tabs] != nil && reply.views[stage.tabs] != nil)
        try await destroying.value
        #expect(try await stage.front.managedObjects()[stage.tabs] == nil)
    }

    @Test func `controllers of a client that leaves after Attach are destroyed`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let brief = try BusClient()
        let name = brief.connection.uniqueName
        let before = try await stage.other.managedObjects().count
        stage.daemon.send(SIGSTOP)
        let attaching = Task.immediate { @EventLoop in try await stage.front.attach(to: stage.tabs) }
        _ = try await stage.front.connection.owner(of: TabNames.busName)
        let creating = Task.immediate { @EventLoop in
            try await brief.manager.createTabBarController(["DestroyWithCaller": .bool(true)])
        }
        _ = try await brief.connection.owner(of: TabNames.busName)
        brief.connection.close()
        #expect(await failure { _ = try await creating.value } != "none")
        try await EventLoop.until("the end") { try await stage.other.connection.owner(of: name) == nil }
        stage.daemon.send(SIGCONT)
        _ = try await attaching.value
        // The departure may take several turns of the daemon.
        try await EventLoop.until("the departure") { try await stage.other.managedObjects().count == before }
    }

    @Test func `with Tree false Attach does everything except returning the tree`() async throws {
        let stage = try await WindowStage(tabs: 1)
        for width in [300.0, 200] {
            let options: Options = ["Size": DBusSize(width: width, height: 400).variant, "Tree": false.variant]
            let reply = try await stage.front.attach(to: stage.tabs, options)
            #expect(reply.objects.isEmpty && reply.views.isEmpty)
            #expect(try await stage.size() == "\(width)x400.0")
        }
        // The changes of the views by the new size are announced before the reply.
        let received = stage.front.signals.filter { $0.path == stage.tabs && $0.member == "ViewChanged" }
        #expect(try await received.last?.arguments[0] == .uint64(stage.front.getView(of: stage.tabs).revision))
        #expect(await failure { try await stage.front.attach(to: stage.tabs, ["Tree": "no".variant]) } == "InvalidArgs")
    }
}
