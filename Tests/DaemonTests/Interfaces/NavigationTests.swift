import TestSupport
import Testing

/// `org.tabd.Tabs1.NavigationController` beyond the scenarios: errors, announcements and permissions.
@EventLoop @Suite(.bus) struct NavigationTests {
    private typealias Contract = NavigationControllerInterface

    @Test func `each invalid call has the error of the table and changes nothing`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        let top = try await stage.push()
        let (other, free) = (
            try await client.manager.createNavigationController(client.register()), try await client.register()
        )
        let gone: ObjectPath = "/org/tabd/Tabs1/view_controllers/999999"
        let bar = BusClient.bar(of: stage.tabs)
        let before = try await client.managedObjects()
        let no = Variant.bool(false)
        let cases: [(String, [Variant], String)] = [
            ("Push", [.objectPath(top), no], "InvalidArgument"), ("Push", [.objectPath(gone), no], "InvalidArgument"),
            ("Push", [.objectPath("/"), no], "InvalidArgument"), ("Push", [.objectPath(bar), no], "InvalidArgument"),
            ("Push", [.objectPath(other), no], "InvalidArgument"),
            ("Push", [.objectPath(stage.navigation), no], "InvalidArgument"),
            ("Push", [.objectPath(stage.tabs), no], "HierarchyInconsistency"),
            ("Push", [.objectPath(free)], "InvalidArgs"), ("Push", [.string(free.description), no], "InvalidArgs"),
            ("Push", [.objectPath(free), no, ["Speed": Variant.double(1)].variant], "InvalidArgs"),
            ("PopTo", [.objectPath(free), no], "InternalInconsistency"),
            ("PopTo", [.objectPath(stage.navigation), no], "InternalInconsistency"),
            ("PopTo", [.objectPath(gone), no], "InvalidArgument"),
            ("PopTo", [.objectPath("/"), no], "InvalidArgument"),
            ("Pop", [], "InvalidArgs"), ("PopToRoot", [.uint32(0)], "InvalidArgs"),
            ("SetViewControllers", [[free, top, free].variant, no], "InvalidArgument"),
            ("SetViewControllers", [[free, other].variant, no], "InvalidArgument"),
            ("SetViewControllers", [[free, gone].variant, no], "InvalidArgument"),
            ("SetViewControllers", [[stage.tabs].variant, no], "HierarchyInconsistency"),
            ("TapBack", [.bool(true)], "InvalidArgs"),
        ]
        for (member, arguments, expected) in cases {
            let found = await failure {
                try await client.callAnything(member, of: Contract.name, at: stage.navigation, arguments)
            }
            #expect(found == expected, "\(member) \(arguments)")
        }
        let written: [(String, Variant, String)] = [
            ("ViewControllers", [top, top].variant, "InvalidArgument"),
            ("ViewControllers", [stage.tabs].variant, "HierarchyInconsistency"),
            ("NavigationBarHidden", .uint32(1), "InvalidArgs"),
            ("TopViewController", .objectPath(free), "PropertyReadOnly"),
            ("VisibleViewController", .objectPath(free), "PropertyReadOnly"),
        ]
        for (property, value, expected) in written {
            let found = await failure {
                try await client.setAnything(property, of: Contract.name, at: stage.navigation, to: value)
            }
            #expect(found == expected, "\(property) = \(value)")
        }
        #expect(try await client.managedObjects() == before)
        #expect(await failure { try await client.tapBack(in: free) } == "UnknownInterface")
        #expect(await failure { try await client.tapBack(in: gone) } == "UnknownObject")
    }

    @Test(.rules("N1")) func `a new stack is announced once, with its top`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        func expect(_ stack: [ObjectPath], _ comment: Comment) async throws {
            let expected: [String: Variant] = [
                "ViewControllers": stack.variant, "TopViewController": .objectPath(stack.last ?? .none),
                "VisibleViewController": .objectPath(stack.last ?? .none),
            ]
            #expect(try await stage.announced(Contract.name, of: stage.navigation) == [expected], comment)
            #expect(try await stage.get(Contract.viewControllers) == stack, comment)
            #expect(try await stage.get(Contract.topViewController) == stack.last ?? .none, comment)
            #expect(try await stage.get(Contract.visibleViewController) == stack.last ?? .none, comment)
        }
        let second = try await stage.push()
        try await expect([stage.root, second], "pushed")
        let third = try await stage.push()
        client.clearSignals()
        let popped = try await client.navigationController(stage.navigation).popToRoot(true)
        #expect(popped == [second, third])
        try await expect([stage.root], "popped")
        try await client.navigationController(stage.navigation).set(\.viewControllers, to: [third, second, stage.root])
        #expect(try await stage.get(Contract.viewControllers) == [third, second, stage.root])
        try await client.navigationController(stage.navigation).set(\.viewControllers, to: [])
        try await client.barrier()
        client.clearSignals()
        #expect(try await stage.get(Contract.topViewController) == .none)
        #expect(try await client.navigationController(stage.navigation).pop(false) == .none)
        try await client.tapBack(in: stage.navigation)
        try await client.navigationController(stage.navigation).set(\.viewControllers, to: [])
        try await client.navigationController(stage.navigation).set(\.navigationBarHidden, to: false)
        #expect(try await stage.announced(Contract.name, of: stage.navigation).isEmpty)
    }

    @Test(.rules("N17")) func `WillShow precedes and DidShow follows the announcement of the change`() async throws {
        let stage = try await NavigationStage()
        let client = stage.client
        let second = try await client.register()
        func expect(_ shown: ObjectPath, animated: Bool, _ comment: Comment) async throws {
            try await client.barrier()
            let received = client.signals.filter { signal in
                signal.path == stage.navigation
                    && (signal.interface == Contract.name || signal.arguments.first == .string(Contract.name))
            }
            client.clearSignals()
            #expect(received.map(\.member) == ["WillShow", "PropertiesChanged", "DidShow"], comment)
            for signal in received where signal.interface == Contract.name {
                #expect(signal.arguments == [.objectPath(shown), .bool(animated)], comment)
            }
        }
        client.clearSignals()
        try await client.push(second, onto: stage.navigation, animated: true)
        try await expect(second, animated: true, "pushed")
        _ = try await client.navigationController(stage.navigation).pop(false)
        try await expect(stage.root, animated: false, "popped")
        try await client.push(second, onto: stage.navigation)
        try await expect(second, animated: false, "pushed again")
        try await client.tapBack(in: stage.navigation)
        try await expect(stage.root, animated: true, "tapped back")
        try await client.navigationController(stage.navigation).setViewControllers([second, stage.root], true)
        try await client.barrier()
        #expect(!client.signals.contains { ["WillShow", "DidShow"].contains($0.member) })
    }

    @Test func `a read-only front end can't navigate`() async throws {
        let stage = try await NavigationStage()
        let top = try await stage.push()
        let reader = try BusClient()
        try await reader.attach(to: stage.tabs, ["ReadOnly": .bool(true)])
        let free = try await reader.register()
        let (no, item) = (Variant.bool(false), NavigationItemInterface.name)
        let calls: [(String, String, ObjectPath, [Variant])] = [
            ("Push", Contract.name, stage.navigation, [.objectPath(free), no]),
            ("Pop", Contract.name, stage.navigation, [no]), ("PopToRoot", Contract.name, stage.navigation, [no]),
            ("PopTo", Contract.name, stage.navigation, [.objectPath(stage.root), no]),
            ("SetViewControllers", Contract.name, stage.navigation, [[free].variant, no]),
            ("TapBack", Contract.name, stage.navigation, []), ("TapBarButtonItem", item, top, [.uint32(1)]),
        ]
        let before = try await stage.client.managedObjects()
        for (member, interface, path, arguments) in calls {
            let found = await failure {
                try await reader.callAnything(member, of: interface, at: path, arguments)
            }
            #expect(found == "AccessDenied", "\(member)")
        }
        let writes: [(String, String, ObjectPath, Variant)] = [
            ("ViewControllers", Contract.name, stage.navigation, [free].variant),
            ("NavigationBarHidden", Contract.name, stage.navigation, .bool(true)),
            ("Title", item, top, .string("x")), ("HidesBackButton", item, top, .bool(true)),
        ]
        for (property, interface, path, value) in writes {
            let found = await failure {
                try await reader.setAnything(property, of: interface, at: path, to: value)
            }
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
        #expect(try await stage.client.managedObjects()[stage.navigation] == before[stage.navigation])
    }

    @Test(.rules("S-37 S-38")) func `More is a navigation controller with rules of its own, and borrows stacks`()
        async throws
    {
        let stage = try await NavigationStage()
        let client = stage.client
        let more = try await client.tabBarController(stage.tabs).moreNavigationController
        func stack(_ navigation: ObjectPath) async throws(DBusError) -> [ObjectPath] {
            try await client.navigationController(navigation).viewControllers
        }
        let extra = try await client.register()
        let list = try #require(try await stack(more).first)
        // The list is not on the bar.
        #expect(await failure { try await client.push(extra, onto: more) } == "InternalInconsistency")
        let top = try await stage.push("Top")
        var tabs: [ObjectPath] = []
        for _ in 0..<5 { tabs.append(try await client.register()) }
        try await client.setTabs(tabs + [stage.navigation], of: stage.tabs)
        try await client.tabBarController(stage.tabs).set(\.selectedViewController, to: stage.navigation)
        // The stack is lent to More.
        #expect(try await stack(stage.navigation).isEmpty)
        #expect(try await stack(more) == [list, stage.root, top])
        #expect(await failure { try await client.push(extra, onto: stage.navigation) } == "InternalInconsistency")
        #expect(await failure { try await client.push(tabs[4], onto: more) } == "InvalidArgument")
        let set = await failure {
            try await client.navigationController(more).set(\.viewControllers, to: [list])
        }
        #expect(set == "NotSupported")
        try await client.push(extra, onto: more)
        try await client.tapBack(in: more)
        #expect(try await stack(more) == [list, stage.root, top])
        #expect(try await client.navigationController(more).popTo(list, false) == [stage.root, top])
        #expect(try await stack(more) == [list])
        #expect(try await stack(stage.navigation) == [stage.root, top])
        try await client.tapBack(in: more)
        #expect(try await stack(more) == [list])
        #expect(try await client.getView(of: more).views.named("NavigationBar")?.frame == DBusRect(0, 20, 375, 44))
        #expect(await failure { _ = try await client.window(more).size } == "UnknownInterface")
    }

    @Test(.rules("N1")) func `a navigation controller without a parent has a window, and shows pushed controllers`()
        async throws
    {
        let stage = try await NavigationStage()
        let client = stage.client
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
}
