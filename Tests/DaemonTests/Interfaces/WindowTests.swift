import Glibc
import TestSupport
import Testing

/// The front ends of a tree, and the effect of their options on its window.
@EventLoop @Suite(.bus) struct WindowTests {
    @Test(.rules("S-99")) func `the window has the smallest width and height of its front ends`() async throws {
        let stage = try await WindowStage()
        let clients = try (0..<3).map { _ in try BusClient() }
        func attach(_ client: Int, _ width: Double, _ height: Double) async throws(DBusError) {
            try await clients[client].attach(to: stage.tabs, ["Size": DBusSize(width: width, height: height).variant])
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
        try await clients[0].window(stage.tabs).detach()
        #expect(try await stage.size() == "300.0x500.0")
        try await attach(1, 640, 480)
        #expect(try await stage.size() == "640.0x480.0")
        clients[1].connection.close()
        try await stage.client(clients[1], hasLeft: stage.tabs)
        #expect(try await stage.size() == "100.0x110.0")
        try await clients[2].window(stage.tabs).detach()
        #expect(try await stage.size() == "100.0x110.0")
        try await stage.setSize(120, 130)
        #expect(try await stage.size() == "120.0x130.0")
    }

    @Test func `a root that gets a parent loses its front ends and keeps the written size`() async throws {
        let stage = try await WindowStage()
        let root = try await stage.other.register()
        let navigation = try await stage.other.manager.createNavigationController(root)
        try await stage.setSize(500, 600, of: navigation)
        try await stage.front.attach(to: navigation, ["Size": DBusSize(width: 400, height: 300).variant])
        #expect(try await stage.size(of: navigation) == "400.0x300.0")
        stage.front.clearSignals()
        try await stage.other.setTabs([navigation], of: stage.tabs)
        try await stage.front.barrier()
        // The front end is still attached.
        #expect(
            stage.front.lifeCycle(of: navigation) == [
                "ViewWillDisappear", "ViewDidDisappear", "WillMoveToParent", "DidMoveToParent",
            ])
        #expect(stage.front.lifeCycle(of: root) == ["ViewWillDisappear", "ViewDidDisappear"])
        #expect(try await stage.front.window(navigation).attachedClients.isEmpty)
        #expect(try await !stage.front.window(navigation).visible)
        for found in [
            await failure { try await stage.front.attach(to: navigation) },
            await failure { try await stage.setSize(1, 1, of: navigation) },
            await failure { try await stage.other.window(navigation).set(\.alwaysVisible, to: true) },
            await failure { try await stage.other.window(navigation).set(\.statusBarHeight, to: 1) },
        ] {
            #expect(found == "HierarchyInconsistency")
        }
        #expect(await failure { try await stage.front.window(navigation).detach() } == "InvalidArgument")
        try await stage.other.setTabs([], of: stage.tabs)
        #expect(try await stage.size(of: navigation) == "500.0x600.0")
        #expect(try await !stage.front.window(navigation).visible)
        stage.front.clearSignals()
        try await stage.front.attach(to: navigation)
        #expect(stage.front.lifeCycle(of: root) == ["ViewWillAppear", "ViewIsAppearing", "ViewDidAppear"])
    }

    @Test func `a root that is always visible is visible again without its parent`() async throws {
        let stage = try await WindowStage()
        let root = try await stage.other.register()
        let navigation = try await stage.other.manager.createNavigationController(root)
        try await stage.other.window(navigation).set(\.alwaysVisible, to: true)
        let state: @EventLoop () async throws(DBusError) -> String = { () throws(DBusError) in
            try await stage.other.viewController(root).appearanceState
        }
        #expect(try await state() == "appeared")
        try await stage.other.setTabs([navigation], of: stage.tabs)
        #expect(try await state() == "disappeared")
        try await stage.other.setTabs([], of: stage.tabs)
        #expect(try await state() == "appeared")
    }

    @Test func `a read-only front end is attached and does not make the tree visible`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let front = stage.front
        #expect(try await front.attach(to: stage.tabs, ["Visible": .bool(false)]).views.isEmpty)
        #expect(try await front.window(stage.tabs).attachedClients == [front.connection.uniqueName])
        #expect(try await !front.window(stage.tabs).visible)
        let child = stage.children[0]
        #expect(try await !front.viewController(child).isViewLoaded)
        front.clearSignals()
        // It gets the signals of changes by others.
        try await stage.other.attach(to: stage.tabs)
        try await front.barrier()
        #expect(front.lifeCycle(of: child) == ["ViewDidLoad", "ViewWillAppear", "ViewIsAppearing", "ViewDidAppear"])
        front.clearSignals()
        try await stage.other.attach(to: stage.tabs, ["Visible": .bool(false)])
        try await front.barrier()
        #expect(front.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
    }

    @Test func `the view disappears when its front end ends, and a second Detach is refused`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let child = stage.children[0]
        let watcher = stage.other
        try await watcher.attach(to: stage.tabs, ["Visible": .bool(false)])
        try await stage.front.attach(to: stage.tabs)
        watcher.clearSignals()
        try await stage.front.window(stage.tabs).detach()
        #expect(await failure { try await stage.front.window(stage.tabs).detach() } == "InvalidArgument")
        try await watcher.barrier()
        #expect(watcher.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
        let mortal = try BusClient()
        try await mortal.attach(to: stage.tabs)
        #expect(try await watcher.window(stage.tabs).visible)
        watcher.clearSignals()
        mortal.connection.close()
        try await stage.client(mortal, hasLeft: stage.tabs)
        #expect(watcher.lifeCycle(of: child) == ["ViewWillDisappear", "ViewDidDisappear"])
        #expect(try await !watcher.window(stage.tabs).visible)
        // A view that other clients watch stays.
        try await stage.front.attach(to: stage.tabs)
        let second = try BusClient()
        try await second.attach(to: stage.tabs)
        watcher.clearSignals()
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(watcher.lifeCycle(of: child).isEmpty)
    }
}
