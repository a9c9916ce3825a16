import TestSupport

/// Mistakes of callers, and the error for each of them.
@EventLoop @Suite(.localDaemon) struct ErrorTests {
    @Test func `a call of an unknown method is refused by name`() async throws {
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController()
        try await client.setTabs([try await client.register(), try await client.register()], of: tabs)
        let bar = BusClient.bar(of: tabs)
        let gone: ObjectPath = "/org/tabd/Tabs1/view_controllers/999999"
        let peer = PeerInterface.name
        let cases: [(String, String, ObjectPath, [Variant], String)] = [
            ("TapItem", TabBarInterface.name, bar, [.string("1")], "InvalidArgs"),
            ("TapItem", TabBarInterface.name, bar, [], "InvalidArgs"),
            ("TapItem", TabBarInterface.name, bar, [.uint32(1), .uint32(1)], "InvalidArgs"),
            ("TapItem", TabBarInterface.name, bar, [.uint32(2)], "OutOfRange"),
            ("TapItem", TabBarInterface.name, tabs, [.uint32(1)], "UnknownInterface"),
            ("TapItem", TabBarInterface.name, gone, [.uint32(1)], "UnknownObject"),
            ("TapNothing", TabBarInterface.name, bar, [.uint32(1)], "UnknownMethod"),
            ("TapItem", "org.example.Nothing", bar, [], "UnknownInterface"),
            ("Ping", peer, gone, [], "UnknownObject"),
            ("Ping", peer, "/org/tabd/Tabs1/view_controllers/01", [], "UnknownObject"),
            ("Ping", peer, "/nowhere", [], "UnknownObject"),
            ("Ping", peer, tabs, [], "none"),
            ("Ping", peer, "/org/tabd", [], "none"),
            ("Pong", peer, tabs, [], "UnknownMethod"),
            ("Ping", peer, tabs, [.uint32(1)], "InvalidArgs"),
            ("Subscribe", ManagerInterface.name, TabNames.root, [], "none"),
            ("Unsubscribe", ManagerInterface.name, TabNames.root, [], "none"),
            ("ClearDelegate", TabBarControllerInterface.name, tabs, [], "none"),
            ("SetTabBarHidden", TabBarControllerInterface.name, tabs, [.bool(false), .bool(false)], "none"),
            ("Destroy", ManagerInterface.name, TabNames.root, [.objectPath(gone)], "InvalidArgument"),
            ("Destroy", ManagerInterface.name, TabNames.root, [.objectPath(bar)], "InvalidArgument"),
        ]
        for (member, interface, path, arguments, expected) in cases {
            let found = await failure {
                try await client.callAnything(member, of: interface, at: path, arguments)
            }
            #expect(found == expected, "\(interface).\(member) at \(path) with \(arguments)")
        }
    }

    @Test func `an option that a method lacks is named, with the known ones`() async throws {
        let client = try BusClient()
        do {
            _ = try await client.manager.createTabBarController(["Colour": .string("red")])
            Issue.record("an unknown option was accepted")
        } catch {
            #expect(error.name == DBusError.Name.invalidArgs)
            #expect(error.message.contains("'Colour'"))
            for known in ManagerInterface.CreateTabBarControllerOption.all {
                #expect(error.message.contains(known.description.name))
            }
        }
        let tabs = try await client.manager.createTabBarController()
        let large: Variant = .string(String(repeating: "x", count: 4097))
        let cases: [(Options, String)] = [
            (["Title": .uint32(1)], "InvalidArgs"), (["Title": large], "LimitsExceeded"),
            (["Profile": .string("watch")], "InvalidArgument"), (["Profile": .string("pad")], "none"),
            (["LifecycleOrder": .string("")], "InvalidArgument"),
            (["MaximumVisibleItems": .uint32(0)], "InvalidArgument"),
            (["Size": .structure([.double(0), .double(1)])], "InvalidArgument"),
            (["Size": .structure([.double(.nan), .double(1)])], "InvalidArgument"),
            (["Types": .array(of: "s", [.string("clock.Nothing")])], "NoSuchType"),
        ]
        for (options, expected) in cases {
            #expect(
                await failure { _ = try await client.manager.createTabBarController(options) } == expected,
                "\(options.values.keys)")
        }
        let delegates: [(Options, String)] = [
            (["Timeout": .uint32(0)], "InvalidArgument"), (["Timeout": .uint32(10_001)], "InvalidArgument"),
            (["Timeout": .int32(5)], "InvalidArgs"), (["OnTimeout": .uint32(1)], "InvalidArgs"),
            (["Methods": .array(of: "s", [.string("Released")])], "InvalidArgument"),
            (["Methods": .array(of: "s", [])], "none"),
        ]
        for (options, expected) in delegates {
            #expect(
                await failure { try await client.setDelegate("/delegate", of: tabs, options) } == expected,
                "\(options.values)")
        }
    }

    @Test func `a property that can't be written is refused with the reason`() async throws {
        let client = try BusClient()
        let tabs = try await client.manager.createTabBarController()
        let child = try await client.register()
        let bar = BusClient.bar(of: tabs)
        let own = ViewControllerInterface.name
        let item = TabBarItemInterface.name
        let controller = TabBarControllerInterface.name
        let large: Variant = .string(String(repeating: "x", count: 4097))
        let cases: [(String, String, ObjectPath, Variant, String)] = [
            ("Items", TabBarInterface.name, bar, .array(of: "o", []), "InternalInconsistency"),
            ("SelectedItem", TabBarInterface.name, bar, .objectPath("/"), "InternalInconsistency"),
            ("Hidden", TabBarInterface.name, bar, .bool(true), "InternalInconsistency"),
            ("Translucent", TabBarInterface.name, bar, .bool(false), "none"),
            ("Translucent", TabBarInterface.name, bar, .uint32(0), "InvalidArgs"),
            ("Title", own, child, large, "LimitsExceeded"),
            ("Title", own, child, .string(String(repeating: "x", count: 4096)), "none"),
            ("Parent", own, child, .objectPath("/"), "PropertyReadOnly"),
            ("Nothing", own, child, .objectPath("/"), "UnknownProperty"),
            ("Title", "org.example.Nothing", child, .string("x"), "UnknownInterface"),
            ("Title", own, bar, .string("x"), "UnknownInterface"),
            ("Title", own, "/nowhere", .string("x"), "UnknownObject"),
            ("Title", item, child, large, "LimitsExceeded"),
            ("BadgeValue", item, child, large, "LimitsExceeded"),
            ("BadgeColor", item, child, .string("mauve"), "InvalidArgument"),
            ("BadgeColor", item, child, .string("#aabbcc"), "none"),
            ("Image", item, child, .string("../icon"), "InvalidArgument"),
            ("SystemItem", item, child, .string("nothing"), "InvalidArgument"),
            ("Tag", item, child, .uint32(1), "InvalidArgs"),
            ("SelectedIndex", controller, tabs, .int64(0), "OutOfRange"),
            ("SelectedIndex", controller, tabs, .int64(.min), "OutOfRange"),
            ("SelectedIndex", controller, tabs, .int64(.max), "OutOfRange"),
            ("SelectedViewController", controller, tabs, .objectPath(child), "InvalidArgument"),
            ("ViewControllers", controller, tabs, .array(of: "o", [.objectPath(bar)]), "InvalidArgument"),
            ("ViewControllers", controller, tabs, .array(of: "o", [.objectPath(tabs)]), "HierarchyInconsistency"),
            ("Profile", controller, tabs, .string("pad"), "PropertyReadOnly"),
        ]
        for (property, interface, path, value, expected) in cases {
            let found = await failure {
                try await client.setAnything(property, of: interface, at: path, to: value)
            }
            #expect(found == expected, "\(interface).\(property) at \(path) = \(value.signature)")
        }
        let reading = await failure {
            let unknown: Property<String> = ViewControllerInterface.property("Nothing", summary: "")
            _ = try await client.get(unknown, at: child)
        }
        #expect(reading == "UnknownProperty")
    }
}
