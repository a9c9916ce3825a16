import DBusConnection
import DBusInterface
import EventLoop
import Glibc
import TabInterface
import TestSupport
import Testing

/// The front ends of a tree, and the effect of their options on its window.
@Suite(.serialized) struct WindowTests {
    @Test func `Attach returns the same tree as GetManagedObjects and GetView`() async throws {
        try await Self.attach(try PrivateBus())
    }

    @EventLoop private static func attach(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 2)
        let front = stage.front
        let nested = try await stage.other.register()
        let navigation = try await stage.other.createNavigationController(nested)
        try await stage.other.setTabs(stage.children + [navigation], of: stage.tabs)
        try await stage.other.select(2, in: stage.tabs)
        let elsewhere = try await stage.other.createTabBarController()
        let reply = try await front.attach(to: stage.tabs)
        let all = try await front.managedObjects()
        let more = try await front.get(
            TabBarControllerInterface.moreNavigationController, of: TabBarControllerInterface.name, at: stage.tabs)
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
        front.forgetSignals()
        let revision = try await front.getView(of: nested).revision
        try await stage.other.updateView(of: nested, [.view(2)])
        try await front.barrier()
        let changes = front.signals.filter { $0.path == nested && $0.member == "ViewChanged" }
        #expect(changes.map { $0.arguments[0] } == [.uint64(revision + 1)])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test(arguments: ["in-process", "process"])
    func `Attach returns the state at the time of the call, and precedes later signals`(
        isolation: String
    ) async throws {
        try await Self.attachBetween(try PrivateBus(), isolation)
    }

    @EventLoop private static func attachBetween(_ bus: PrivateBus, _ isolation: String) async throws {
        // A timeout for views that a plugin process never exceeds.
        try bus.configure(
            """
            [isolation]
            "*" = "\(isolation)"
            [deadlines]
            update_content = 5000
            """)
        let stage = try await WindowStage(bus)
        let (front, daemon) = (stage.front, stage.daemon)
        let page = try await stage.other.createViewController("clock.Stopwatch")
        try await stage.other.setTabs([page], of: stage.tabs)
        func setTitle(_ title: String) -> Task<Void, any Error> {
            Task.immediate { @EventLoop in
                try await front.set(
                    ViewControllerInterface.title, of: ViewControllerInterface.name, at: page, to: title)
            }
        }
        func announcedTitles() -> [String] {
            front.signals.filter { $0.path == page && $0.member == "PropertiesChanged" }.compactMap { change in
                guard change.arguments[0] == .string(ViewControllerInterface.name) else { return nil }
                let values: [String: Variant]? = change.arguments[1].get()
                return values?["Title"]?.get()
            }
        }
        try await front.barrier()
        front.forgetSignals()
        // The daemon reads all three calls in the same turn.
        daemon.send(SIGSTOP)
        let first = setTitle("a")
        var told: (BusClient.Objects, [ObjectPath: ViewSnapshot])?
        var announced: [String] = []
        front.connection.call(
            WindowInterface.attach, of: WindowInterface.name, at: stage.tabs, on: TabNames.busName, [:],
            timeout: Patience.call
        ) { result in
            told = try? result.get()
            announced = announcedTitles()
        }
        let second = setTitle("b")
        _ = try await front.connection.owner(of: TabNames.busName)
        daemon.send(SIGCONT)
        try await first.value
        try await second.value
        #expect(told?.0[page]?[ViewControllerInterface.name]?["Title"] == .string("a"))
        // The reply includes the plugin's views, in-process and isolated.
        #expect(told?.1[page]?.views.count ?? 0 > 1)
        #expect(announced == ["a"])
        #expect(announcedTitles() == ["a", "b"])
        #expect(await daemon.stop() == 0)
    }

    @Test func `a Destroy after Attach destroys controllers that Attach has returned`() async throws {
        try await Self.attachAndDestroy(try PrivateBus())
    }

    @EventLoop private static func attachAndDestroy(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 1)
        stage.daemon.send(SIGSTOP)
        let attaching = Task.immediate { @EventLoop in try await stage.front.attach(to: stage.tabs) }
        let destroying = Task.immediate { @EventLoop in try await stage.other.destroy(stage.tabs) }
        for client in [stage.front, stage.other] { _ = try await client.connection.owner(of: TabNames.busName) }
        stage.daemon.send(SIGCONT)
        let reply = try await attaching.value
        #expect(reply.objects[stage.tabs] != nil && reply.views[stage.tabs] != nil)
        try await destroying.value
        #expect(try await stage.front.managedObjects()[stage.tabs] == nil)
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `controllers of a client that leaves after Attach are destroyed`() async throws {
        try await Self.attachAndLeave(try PrivateBus())
    }

    @EventLoop private static func attachAndLeave(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 1)
        let brief = try BusClient(on: bus)
        let name = brief.connection.uniqueName
        let before = try await stage.other.managedObjects().count
        stage.daemon.send(SIGSTOP)
        let attaching = Task.immediate { @EventLoop in try await stage.front.attach(to: stage.tabs) }
        _ = try await stage.front.connection.owner(of: TabNames.busName)
        let creating = Task.immediate { @EventLoop in
            try await brief.createTabBarController(["DestroyWithCaller": .bool(true)])
        }
        _ = try await brief.connection.owner(of: TabNames.busName)
        brief.connection.close()
        #expect(await failure { _ = try await creating.value } != "none")
        while try await stage.other.connection.owner(of: name) != nil {}
        stage.daemon.send(SIGCONT)
        _ = try await attaching.value
        #expect(try await stage.other.managedObjects().count == before)
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `with Tree false Attach does everything except returning the tree`() async throws {
        try await Self.attachOnly(try PrivateBus())
    }

    @EventLoop private static func attachOnly(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 1)
        for width in [300.0, 200] {
            let options: Options = ["Size": DBusSize(width: width, height: 400).variant, "Tree": false.variant]
            let reply = try await stage.front.attach(to: stage.tabs, options)
            #expect(reply.objects.isEmpty && reply.views.isEmpty)
            #expect(try await stage.size() == "\(width)x400.0")
        }
        // The changes of the views by the new size are announced before the reply.
        let told = stage.front.signals.filter { $0.path == stage.tabs && $0.member == "ViewChanged" }
        #expect(try await told.last?.arguments[0] == .uint64(stage.front.getView(of: stage.tabs).revision))
        #expect(await failure { try await stage.front.attach(to: stage.tabs, ["Tree": "no".variant]) } == "InvalidArgs")
        #expect(await stage.daemon.stop() == 0)
    }

    @Test(.rules("S-99")) func `the smallest width and height that clients gave count`() async throws {
        try await Self.sizes(try PrivateBus())
    }

    @EventLoop private static func sizes(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus)
        let clients = try (0..<3).map { _ in try BusClient(on: bus) }
        func attach(_ client: Int, _ width: Double, _ height: Double) async throws(DBusError) {
            try await clients[client].attach(
                to: stage.tabs, ["Size": DBusSize(width: width, height: height).variant])
        }
        #expect(try await stage.size() == "375.0x667.0")
        try await attach(0, 400, 300)
        #expect(try await stage.size() == "400.0x300.0")
        try await attach(1, 300, 500)
        #expect(try await stage.size() == "300.0x300.0")
        // A client without a size is ignored, and so is a written size while a client has given one.
        try await clients[2].attach(to: stage.tabs)
        try await stage.setSize(100, 110)
        #expect(try await stage.size() == "300.0x300.0")
        // The size of a read-only client counts as well.
        try await clients[2].attach(
            to: stage.tabs, ["Size": DBusSize(width: 200, height: 900).variant, "Visible": .bool(false)])
        #expect(try await stage.size() == "200.0x300.0")
        // Attaching again replaces the options.
        try await clients[2].attach(to: stage.tabs)
        try await clients[0].detach(from: stage.tabs)
        #expect(try await stage.size() == "300.0x500.0")
        try await attach(1, 640, 480)
        #expect(try await stage.size() == "640.0x480.0")
        clients[1].connection.close()
        try await stage.client(clients[1], hasLeft: stage.tabs)
        #expect(try await stage.size() == "100.0x110.0")
        try await clients[2].detach(from: stage.tabs)
        #expect(try await stage.size() == "100.0x110.0")
        try await stage.setSize(120, 130)
        #expect(try await stage.size() == "120.0x130.0")
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a root that gets a parent loses its front ends and keeps the written size`() async throws {
        try await Self.getParent(try PrivateBus())
    }

    @EventLoop private static func getParent(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus)
        let root = try await stage.other.register()
        let navigation = try await stage.other.createNavigationController(root)
        try await stage.setSize(500, 600, of: navigation)
        try await stage.front.attach(to: navigation, ["Size": DBusSize(width: 400, height: 300).variant])
        #expect(try await stage.size(of: navigation) == "400.0x300.0")
        stage.front.forgetSignals()
        try await stage.other.setTabs([navigation], of: stage.tabs)
        try await stage.front.barrier()
        // The front end is still attached.
        #expect(
            stage.front.lifeCycle(of: navigation) == [
                "ViewWillDisappear", "ViewDidDisappear", "WillMoveToParent", "DidMoveToParent",
            ])
        #expect(stage.front.lifeCycle(of: root) == ["ViewWillDisappear", "ViewDidDisappear"])
        #expect(try await stage.front.window(WindowInterface.attachedClients, of: navigation).isEmpty)
        #expect(try await !stage.front.window(WindowInterface.visible, of: navigation))
        for found in [
            await failure { try await stage.front.attach(to: navigation) },
            await failure { try await stage.setSize(1, 1, of: navigation) },
            await failure { try await stage.other.setWindow(WindowInterface.alwaysVisible, of: navigation, to: true) },
            await failure { try await stage.other.setWindow(WindowInterface.statusBarHeight, of: navigation, to: 1) },
        ] {
            #expect(found == "HierarchyInconsistency")
        }
        #expect(await failure { try await stage.front.detach(from: navigation) } == "InvalidArgument")
        try await stage.other.setTabs([], of: stage.tabs)
        #expect(try await stage.size(of: navigation) == "500.0x600.0")
        #expect(try await !stage.front.window(WindowInterface.visible, of: navigation))
        stage.front.forgetSignals()
        try await stage.front.attach(to: navigation)
        #expect(stage.front.lifeCycle(of: root) == ["ViewWillAppear", "ViewIsAppearing", "ViewDidAppear"])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a root that is always visible is visible again without its parent`() async throws {
        try await Self.resume(try PrivateBus())
    }

    @EventLoop private static func resume(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus)
        let root = try await stage.other.register()
        let navigation = try await stage.other.createNavigationController(root)
        try await stage.other.setWindow(WindowInterface.alwaysVisible, of: navigation, to: true)
        let state: @EventLoop () async throws(DBusError) -> String = { () throws(DBusError) in
            try await stage.other.own(ViewControllerInterface.appearanceState, of: root)
        }
        #expect(try await state() == "appeared")
        try await stage.other.setTabs([navigation], of: stage.tabs)
        #expect(try await state() == "disappeared")
        try await stage.other.setTabs([], of: stage.tabs)
        #expect(try await state() == "appeared")
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `a read-only front end is attached and does not make the tree visible`() async throws {
        try await Self.watch(try PrivateBus())
    }

    @EventLoop private static func watch(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 1)
        let front = stage.front
        let reply = try await front.attach(to: stage.tabs, ["Visible": .bool(false)])
        #expect(reply.views.isEmpty)
        let clients = try await front.window(WindowInterface.attachedClients, of: stage.tabs)
        #expect(clients == [front.connection.uniqueName])
        #expect(try await !front.window(WindowInterface.visible, of: stage.tabs))
        let child = stage.children[0]
        #expect(try await !front.own(ViewControllerInterface.isViewLoaded, of: child))
        front.forgetSignals()
        // It gets the signals of changes by others.
        try await stage.other.attach(to: stage.tabs)
        try await front.barrier()
        #expect(
            front.lifeCycle(of: child) == ["ViewDidLoad", "ViewWillAppear", "ViewIsAppearing", "ViewDidAppear"])
        front.forgetSignals()
        try await stage.other.attach(to: stage.tabs, ["Visible": .bool(false)])
        try await front.barrier()
        #expect(front.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
        #expect(await stage.daemon.stop() == 0)
    }

    @Test func `the view disappears when its front end ends, and a second Detach is refused`() async throws {
        try await Self.end(try PrivateBus())
    }

    @EventLoop private static func end(_ bus: PrivateBus) async throws {
        let stage = try await WindowStage(bus, tabs: 1)
        let child = stage.children[0]
        let watcher = stage.other
        try await watcher.attach(to: stage.tabs, ["Visible": .bool(false)])
        try await stage.front.attach(to: stage.tabs)
        watcher.forgetSignals()
        try await stage.front.detach(from: stage.tabs)
        #expect(await failure { try await stage.front.detach(from: stage.tabs) } == "InvalidArgument")
        try await watcher.barrier()
        #expect(watcher.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
        let mortal = try BusClient(on: bus)
        try await mortal.attach(to: stage.tabs)
        #expect(try await watcher.window(WindowInterface.visible, of: stage.tabs))
        watcher.forgetSignals()
        mortal.connection.close()
        try await stage.client(mortal, hasLeft: stage.tabs)
        #expect(watcher.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
        #expect(try await !watcher.window(WindowInterface.visible, of: stage.tabs))
        // A view that other clients watch stays.
        try await stage.front.attach(to: stage.tabs)
        let second = try BusClient(on: bus)
        try await second.attach(to: stage.tabs)
        watcher.forgetSignals()
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(watcher.lifeCycle(of: child).isEmpty)
        #expect(await stage.daemon.stop() == 0)
    }
}
