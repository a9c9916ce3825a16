import TestSupport

/// The permissions of front ends, and the signals that they get.
@EventLoop @Suite(.localDaemon) struct WindowAccessTests {
    private typealias Case = (member: String, interface: String, path: ObjectPath, arguments: [Variant])

    @Test func `a read-only front end can read, attach and detach`() async throws {
        let stage = try await WindowStage(tabs: 2)
        let front = stage.front
        try await front.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        let before = try await stage.other.managedObjects()
        let child = stage.children[0]
        let controller = TabBarControllerInterface.name
        let own = ViewControllerInterface.name
        let bar = BusClient.bar(of: stage.tabs)
        func set(_ property: String, _ interface: String, _ path: ObjectPath, _ value: Variant) -> Case {
            ("Set", PropertiesInterface.name, path, [.string(interface), .string(property), .variant(value)])
        }
        let refused: [Case] = [
            ("TapItem", TabBarInterface.name, bar, [.uint32(1)]),
            ("SetViewControllers", controller, stage.tabs, [[ObjectPath]().variant, .bool(false)]),
            ("SetDelegate", controller, stage.tabs, [.objectPath("/delegate")]),
            ("ClearDelegate", controller, stage.tabs, []),
            ("SetTabBarHidden", controller, stage.tabs, [.bool(true), .bool(false)]),
            ("TapAt", WindowInterface.name, stage.tabs, [.double(10), .double(10)]),
            ("LoadViewIfNeeded", own, stage.children[1], []),
            ("SendAction", own, child, [.uint32(1), .string("x"), .variant(.bool(true))]),
            ("Destroy", ManagerInterface.name, TabNames.root, [.objectPath(child)]),
            ("Destroy", ManagerInterface.name, TabNames.root, [.objectPath(stage.tabs)]),
            set("SelectedIndex", controller, stage.tabs, .int64(1)), set("Title", own, child, .string("x")),
            set("BadgeValue", TabBarItemInterface.name, child, .string("x")),
            set("Translucent", TabBarInterface.name, bar, .bool(false)),
            set("Size", WindowInterface.name, stage.tabs, DBusSize(width: 9, height: 9).variant),
        ]
        for (member, interface, path, arguments) in refused {
            let found = await failure { try await front.callAnything(member, of: interface, at: path, arguments) }
            #expect(found == "AccessDenied", "\(member) \(arguments)")
        }
        #expect(try await stage.other.managedObjects() == before)
        let views = "ta\(ViewEntry.signature)"
        let objects = "a{oa{sa{sv}}}"
        let allowed: [(call: Case, results: String)] = [
            (("Get", PropertiesInterface.name, child, [.string(own), .string("Title")]), "v"),
            (("GetAll", PropertiesInterface.name, bar, [.string(TabBarInterface.name)]), "a{sv}"),
            (("GetView", own, child, []), views), (("Introspect", IntrospectableInterface.name, stage.tabs, []), "s"),
            (("Ping", PeerInterface.name, child, []), ""),
            (("GetManagedObjects", ObjectManagerInterface.name, TabNames.root, []), objects),
            (("Detach", WindowInterface.name, stage.tabs, []), ""),
            (("LoadViewIfNeeded", own, stage.children[1], []), ""),
            (("Attach", WindowInterface.name, stage.tabs, []), "\(objects)a{o(\(views))}"),
            (("TapItem", TabBarInterface.name, bar, [.uint32(1)]), "b"),
        ]
        for (call, results) in allowed {
            let found = await failure {
                try await front.callAnything(
                    call.member, of: call.interface, at: call.path, call.arguments, returning: results)
            }
            #expect(found == "none", "\(call.member) \(call.arguments)")
        }
    }

    @Test func `ReadOnly applies to a single client and tree`() async throws {
        let stage = try await WindowStage(tabs: 2)
        let front = stage.front
        try await front.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        try await stage.other.select(1, in: stage.tabs)
        let mine = try await front.manager.createTabBarController()
        try await front.setTabs([try await front.register()], of: mine)
        // A tab that has left the tree loses its protection.
        try await stage.other.setTabs([stage.children[1]], of: stage.tabs)
        try await front.viewController(stage.children[0]).set(\.title, to: "free")
        try await front.manager.destroy(stage.children[0])
        #expect(try await front.tabBarController(stage.tabs).selectedIndex == 0)
        // Removing a tab from the tree changes the tree.
        let stolen = await failure { try await front.setTabs([stage.children[1]], of: mine) }
        let wrapped = await failure { _ = try await front.manager.createNavigationController(stage.children[1]) }
        #expect([stolen, wrapped] == ["AccessDenied", "AccessDenied"])
    }

    @Test func `an invalid attachment or write is refused with the reason, and changes nothing`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let before = try await stage.other.managedObjects()
        let sizes = [
            DBusSize(width: 0, height: 1), DBusSize(width: 1, height: -1), DBusSize(width: .nan, height: 1),
            DBusSize(width: .infinity, height: 1), DBusSize(width: 1, height: 16385),
        ]
        for size in sizes {
            let attached = await failure { try await stage.front.attach(to: stage.tabs, ["Size": size.variant]) }
            #expect(attached == "InvalidArgument", "\(size)")
            #expect(await failure { try await stage.setSize(size.width, size.height) } == "InvalidArgument", "\(size)")
        }
        let options: [Options] = [["Size": .double(1)], ["Readonly": .bool(true)], ["Visible": .uint32(1)]]
        for option in options {
            #expect(await failure { try await stage.front.attach(to: stage.tabs, option) } == "InvalidArgs")
        }
        #expect(await failure { try await stage.front.attach(to: stage.children[0]) } == "UnknownInterface")
        let writes: [(String, Variant)] = [
            ("StatusBarHeight", .double(-1)), ("StatusBarHeight", .double(.nan)), ("KeyboardHeight", .double(16385)),
            ("BottomSafeAreaInset", .double(.infinity)), ("InterfaceOrientation", .string("upside")),
            ("DeviceOrientation", .string("")),
        ]
        for (property, value) in writes {
            let found = await failure {
                try await stage.other.setAnything(property, of: WindowInterface.name, at: stage.tabs, to: value)
            }
            #expect(found == "InvalidArgument", "\(property) = \(value)")
        }
        #expect(try await stage.other.managedObjects() == before)
    }

    @Test(arguments: ["removed", "destroyed", "stolen"])
    func `a front end is notified when a controller leaves its tree, and not of other trees`(how: String) async throws {
        let stage = try await WindowStage(tabs: 2)
        let child = stage.children[0]
        let elsewhere = try await stage.other.manager.createTabBarController()
        let foreign = try await stage.other.register()
        try await stage.other.setTabs([foreign], of: elsewhere)
        try await stage.front.attach(to: stage.tabs)
        stage.front.clearSignals()
        let disappearing = ["ViewWillDisappear", "ViewDidDisappear"]
        switch how {
        case "removed": try await stage.other.setTabs([stage.children[1]], of: stage.tabs)
        case "destroyed": try await stage.other.manager.destroy(child)
        default: try await stage.other.setTabs([foreign, child], of: elsewhere)
        }
        try await stage.front.barrier()
        let received = stage.front.lifeCycle(of: child)
        #expect(received.filter { $0.hasSuffix("Disappear") } == disappearing)
        #expect(received.filter { $0.hasSuffix("Parent") } == ["WillMoveToParent", "DidMoveToParent"])
        let parents = stage.front.signals.filter { $0.path == child && $0.member.hasSuffix("MoveToParent") }
        let parent: ObjectPath = how == "stolen" ? elsewhere : .none
        #expect(parents.allSatisfy { $0.arguments == [.objectPath(parent)] })
        #expect(
            stage.front.lifeCycle(of: stage.children[1]) == [
                "ViewDidLoad", "ViewWillAppear", "ViewIsAppearing", "ViewDidAppear",
            ])
        stage.front.clearSignals()
        // From here on it belongs to another tree.
        try await stage.other.window(elsewhere).set(\.alwaysVisible, to: true)
        try await stage.other.setTabs(how == "stolen" ? [child] : [], of: elsewhere)
        try await stage.front.barrier()
        #expect(stage.front.lifeCycle(of: child).isEmpty)
        #expect(stage.front.lifeCycle(of: foreign).isEmpty)
    }

    @Test func `TapAt hits items, content and empty space`() async throws {
        let stage = try await WindowStage(tabs: 2)
        func tap(_ x: Double, _ y: Double) async throws(DBusError) -> String {
            try await stage.front.window(stage.tabs).tapAt(x, y)
        }
        #expect(try await tap(10, 10) == "content")
        #expect(try await tap(300, 640) == "handled")
        #expect(try await stage.front.tabBarController(stage.tabs).selectedIndex == 1)
        try await stage.other.tabBarItem(stage.children[0]).set(\.enabled, to: false)
        #expect(try await tap(10, 640) == "refused")
        #expect(try await stage.front.tabBarController(stage.tabs).selectedIndex == 1)
        for (x, y) in [(-1.0, 10.0), (375, 10), (10, 667)] { #expect(try await tap(x, y) == "none") }
        #expect(await failure { _ = try await tap(.nan, 1) } == "InvalidArgument")
    }

    @Test func `TapAt is handled for controls that it acts on, and does not wait for their owner`() async throws {
        let stage = try await ViewStage()
        var received: [UInt32] = []
        var replies: [PendingReply] = []
        stage.methods["Action"] = { arguments, reply in
            if let view: UInt32 = arguments.first?.get() { received.append(view) }
            replies.append(reply)
        }
        let views: [(String, [String: Variant])] = [
            ("Button", [:]), ("Switch", [:]), ("SegmentedControl", ["Segments": ["a", "b"].variant]),
            ("TextField", [:]),
            ("Slider", [:]), ("Label", [:]), ("View", [:]), ("Button", ["Enabled": .bool(false)]),
        ]
        try await stage.update(
            views.enumerated().map { index, view in
                .view(UInt32(index) + 2, view.0, at: DBusRect(10, 60 + 40 * Double(index), 100, 30), with: view.1)
            })
        var found: [String] = []
        for index in views.indices {
            found.append(try await stage.watcher.window(stage.tabs).tapAt(20, 70 + 40 * Double(index)))
        }
        #expect(found == ["handled", "handled", "handled"] + [String](repeating: "content", count: 5))
        try await stage.owner.barrier()
        #expect(received == [2, 3, 4])
    }
}
