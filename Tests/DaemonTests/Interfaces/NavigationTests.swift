import TestSupport

/// `org.tabd.Tabs1.NavigationController` beyond the scenarios: errors, announcements and permissions.
@EventLoop @Suite(.localDaemon) struct NavigationTests {
    private typealias Contract = NavigationControllerInterface
    private typealias Item = NavigationItemInterface
    private let stage: NavigationStage
    private var client: BusClient { stage.client }

    init() async throws { stage = try await NavigationStage() }

    @Test func `each invalid call has the error of the table and changes nothing`() async throws {
        let top = try await stage.push()
        let other = try await client.manager.createNavigationController(client.register())
        let free = try await client.register()
        let gone: ObjectPath = "/org/tabd/Tabs1/view_controllers/999999"
        let bar = BusClient.bar(of: stage.tabs)
        let before = try await client.managedObjects()
        let no = Variant.bool(false)
        func path(_ path: ObjectPath) -> [Variant] { [.objectPath(path), .bool(false)] }
        let calls: [String: [(member: String, arguments: [Variant])]] = [
            "InvalidArgument": [
                ("Push", path(top)), ("Push", path(gone)), ("Push", path("/")), ("Push", path(bar)),
                ("Push", path(other)), ("Push", path(stage.navigation)), ("PopTo", path(gone)), ("PopTo", path("/")),
                ("SetViewControllers", [[free, top, free].variant, no]),
                ("SetViewControllers", [[free, other].variant, no]),
                ("SetViewControllers", [[free, gone].variant, no]),
            ],
            "HierarchyInconsistency": [
                ("Push", path(stage.tabs)), ("SetViewControllers", [[stage.tabs].variant, no]),
            ],
            "InternalInconsistency": [("PopTo", path(free)), ("PopTo", path(stage.navigation))],
        ]
        for (expected, calls) in calls {
            for (member, arguments) in calls {
                let found = await failure {
                    try await client.callAnything(member, of: Contract.name, at: stage.navigation, arguments)
                }
                #expect(found == expected, "\(member) \(arguments)")
            }
        }
        let written: [(String, Variant, String)] = [
            ("ViewControllers", [top, top].variant, "InvalidArgument"),
            ("ViewControllers", [stage.tabs].variant, "HierarchyInconsistency"),
        ]
        for (property, value, expected) in written {
            let found = await failure {
                try await client.setAnything(property, of: Contract.name, at: stage.navigation, to: value)
            }
            #expect(found == expected, "\(property) = \(value)")
        }
        #expect(try await client.managedObjects() == before)
        #expect(await failure { try await client.tapBack(in: free) } == "UnknownInterface")
        let more = try await client.tabBarController(stage.tabs).moreNavigationController
        #expect(await failure { _ = try await client.window(more).size } == "UnknownInterface")
        #expect(await failure { try await client.tapBack(in: gone) } == "UnknownObject")
    }

    @Test(.rules("N1")) func `a new stack is announced once, with its top`() async throws {
        let second = try await stage.push()
        let expected: [String: Variant] = [
            "ViewControllers": [stage.root, second].variant, "TopViewController": .objectPath(second),
            "VisibleViewController": .objectPath(second),
        ]
        #expect(try await stage.announced(Contract.name, of: stage.navigation) == [expected])
        let navigation = client.navigationController(stage.navigation)
        try await navigation.set(\.viewControllers, to: [])
        try await client.barrier()
        client.clearSignals()
        #expect(try await stage.get(Contract.topViewController) == .none)
        #expect(try await navigation.pop(false) == .none)
        try await client.tapBack(in: stage.navigation)
        try await navigation.set(\.viewControllers, to: [])
        try await navigation.set(\.navigationBarHidden, to: false)
        #expect(try await stage.announced(Contract.name, of: stage.navigation).isEmpty)
    }

    @Test(.rules("N17")) func `WillShow precedes and DidShow follows the announcement of the change`() async throws {
        let second = try await client.register()
        client.clearSignals()
        try await client.push(second, onto: stage.navigation, animated: true)
        let received = client.signals.filter { signal in
            signal.path == stage.navigation
                && (signal.interface == Contract.name || signal.arguments.first == .string(Contract.name))
        }
        #expect(received.map(\.member) == ["WillShow", "PropertiesChanged", "DidShow"])
        for signal in received where signal.interface == Contract.name {
            #expect(signal.arguments == [.objectPath(second), .bool(true)])
        }
    }

    @Test func `a read-only front end can't navigate`() async throws {
        let top = try await stage.push()
        let reader = try BusClient()
        try await reader.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        let free = try await reader.register()
        let (no, item) = (Variant.bool(false), Item.name)
        let calls: [(String, String, ObjectPath, [Variant])] = [
            ("Push", Contract.name, stage.navigation, [.objectPath(free), no]),
            ("Pop", Contract.name, stage.navigation, [no]), ("PopToRoot", Contract.name, stage.navigation, [no]),
            ("PopTo", Contract.name, stage.navigation, [.objectPath(stage.root), no]),
            ("SetViewControllers", Contract.name, stage.navigation, [[free].variant, no]),
            ("TapBack", Contract.name, stage.navigation, []), ("TapBarButtonItem", item, top, [.uint32(1)]),
        ]
        let before = try await client.managedObjects()
        for (member, interface, path, arguments) in calls {
            let found = await failure { try await reader.callAnything(member, of: interface, at: path, arguments) }
            #expect(found == "AccessDenied", "\(member)")
        }
        let writes: [(String, String, ObjectPath, Variant)] = [
            ("ViewControllers", Contract.name, stage.navigation, [free].variant),
            ("NavigationBarHidden", Contract.name, stage.navigation, .bool(true)),
            ("Title", item, top, .string("x")), ("HidesBackButton", item, top, .bool(true)),
        ]
        for (property, interface, path, value) in writes {
            let found = await failure { try await reader.setAnything(property, of: interface, at: path, to: value) }
            #expect(found == "AccessDenied", "\(property)")
        }
        #expect(try await reader.navigationController(stage.navigation).topViewController == top)
        // Removing a controller from the tree changes the tree.
        let mine = try await reader.manager.createNavigationController(free)
        #expect(await failure { try await reader.push(top, onto: mine) } == "AccessDenied")
        let stolen = await failure {
            try await reader.navigationController(mine).set(\.viewControllers, to: [free, top])
        }
        #expect(stolen == "AccessDenied")
        try await reader.manager.destroy(mine)
        #expect(try await client.managedObjects()[stage.navigation] == before[stage.navigation])
    }

    @Test(.rules("N1"))
    func `a navigation controller without a parent has a window, and shows pushed controllers`() async throws {
        let root = try await client.register()
        let navigation = try await client.manager.createNavigationController(root)
        let attached = try await client.attach(to: navigation, ["Size": DBusSize(width: 320, height: 480).variant])
        #expect(Set(attached.objects.keys) == [navigation, root])
        #expect(attached.views[navigation]?.views.named("NavigationBar")?.frame == DBusRect(0, 20, 320, 44))
        let pushed = try await client.register()
        client.clearSignals()
        try await client.push(pushed, onto: navigation)
        try await client.barrier()
        #expect(
            client.lifeCycle(of: pushed) == [
                "WillMoveToParent", "ViewDidLoad", "ViewWillAppear", "ViewIsAppearing", "ViewDidAppear",
                "DidMoveToParent",
            ])
        #expect(try await client.window(navigation).attachedClients.count == 1)
    }

    private static func button(_ id: UInt32, enabled: Bool = true) -> BarButtonItemEntry {
        BarButtonItemEntry(id: id, title: "Button \(id)", image: "list-add-symbolic", enabled: enabled)
    }

    @Test(.rules("N14 N15")) func `bar buttons are written as a whole, and announced`() async throws {
        let left = [Self.button(7), Self.button(1, enabled: false)]
        try await client.navigationItem(stage.root).set(\.leftBarButtonItems, to: left)
        #expect(try await stage.announced(Item.name, of: stage.root) == [["LeftBarButtonItems": left.variant]])
        #expect(try await client.navigationItem(stage.root).leftBarButtonItems == left)
        let long = String(repeating: "x", count: 70_000)
        let cases: [([BarButtonItemEntry], String)] = [
            ([Self.button(0)], "InvalidArgument"), ([Self.button(2), Self.button(2)], "InvalidArgument"),
            ([Self.button(7)], "InvalidArgument"),
            ([BarButtonItemEntry(id: 2, title: long)], "LimitsExceeded"),
            ([BarButtonItemEntry(id: 2, image: "../add")], "InvalidArgument"),
            ((100...164).map { Self.button($0) }, "LimitsExceeded"),
        ]
        for (items, expected) in cases {
            let found = await failure {
                try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: items)
            }
            #expect(found == expected, "\(items.count) items, the first of id \(items[0].id)")
        }
        #expect(try await stage.announced(Item.name, of: stage.root).isEmpty)
        let right = (100...163).map { Self.button($0) }
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: right)
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: right)
        #expect(try await stage.announced(Item.name, of: stage.root) == [["RightBarButtonItems": right.variant]])
    }

    @Test func `a tap on a bar button is announced, and refused on a disabled or unknown one`() async throws {
        try await client.navigationItem(stage.root).set(
            \.leftBarButtonItems, to: [Self.button(7), Self.button(1, enabled: false)])
        try await client.navigationItem(stage.root).set(\.rightBarButtonItems, to: [Self.button(.max)])
        let stranger = try BusClient()
        func tap(_ id: UInt32) async throws(DBusError) {
            try await stranger.navigationItem(stage.root).tapBarButtonItem(id)
        }
        client.clearSignals()
        try await tap(7)
        try await tap(.max)
        for id in [0, 1, 8] as [UInt32] { #expect(await failure { try await tap(id) } == "InvalidArgument", "\(id)") }
        let unknown = await complaint { try await tap(8) }
        #expect(unknown.contains("bar button item 8") && unknown.contains("7, 1, 4294967295"), "\(unknown)")
        try await client.barrier()
        let received = client.signals.filter { $0.member == "BarButtonItemActivated" }
        #expect(received.map(\.path) == [stage.root, stage.root])
        #expect(received.map(\.arguments) == [[.uint32(7)], [.uint32(.max)]])
    }
}
