import TestSupport

/// The front ends of a tree, and the effect of their options on its window.
@EventLoop @Suite(.bus) struct WindowTests {
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
        let controller = stage.other.viewController(root)
        #expect(try await controller.appearanceState == "appeared")
        try await stage.other.setTabs([navigation], of: stage.tabs)
        #expect(try await controller.appearanceState == "disappeared")
        try await stage.other.setTabs([], of: stage.tabs)
        #expect(try await controller.appearanceState == "appeared")
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
