import TestSupport

/// The methods of the manager that take scalars in place of options.
@EventLoop @Suite(.bus) struct ScalarCreationTests {
    @Test
    func `controllers get the properties in the arguments, and are claimed with them after a restart`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let types = ["clock.Stopwatch", "clock.WorldClock"]
        func makeTabs() async throws -> ObjectPath {
            try await client.manager.createRestorableTabBarController("clocks", "Clocks", "pad", types)
        }
        func makeView() async throws -> ObjectPath {
            try await client.manager.createRestorableViewController("clock.CountdownTimer", "tea", "Tea")
        }
        func makeStack(_ root: ObjectPath) async throws -> ObjectPath {
            try await client.manager.createRestorableNavigationController(root, "pages", "Pages")
        }
        let tabs = try await makeTabs()
        let view = try await makeView()
        let stack = try await makeStack(view)
        for (path, title, identifier) in [(tabs, "Clocks", "clocks"), (view, "Tea", "tea"), (stack, "Pages", "pages")] {
            #expect(try await client.viewController(path).title == title)
            #expect(try await client.viewController(path).restorationIdentifier == identifier)
        }
        let children = try await client.tabBarController(tabs).viewControllers
        #expect(try await client.tabBarController(tabs).profile == "pad")
        var made: [String] = []
        for child in children { made.append(try await client.viewController(child).type) }
        #expect(made == types)
        #expect(await complaint { _ = try await makeTabs() }.contains(tabs.text))

        await daemon.kill()
        daemon = try await DaemonProcess.start()
        #expect(try await makeTabs() == tabs)
        #expect(try await makeView() == view)
        #expect(try await makeStack(view) == stack)
        #expect(await complaint { _ = try await makeView() }.contains(view.text))
    }

    @Test func `empty arguments are the defaults, and others are validated like options`() async throws {
        let client = try await BusClient.ofNewDaemon()
        func make(_ profile: String, _ types: [String], _ order: String, _ items: UInt32) async throws -> ObjectPath {
            try await client.manager.createConfiguredTabBarController("", "", profile, types, order, items)
        }
        let plain = try await make("", [], "", 0)
        #expect(try await client.tabBarController(plain).profile == "phone")
        #expect(try await client.tabBarController(plain).lifecycleOrder == "modern")
        #expect(try await client.viewController(plain).restorationIdentifier == "")
        let tv = try await make("tv", Array(repeating: "clock.Stopwatch", count: 3), "legacy", 2)
        #expect(try await client.tabBarController(tv).lifecycleOrder == "legacy")
        #expect(try await client.tabBar(of: tv).items.count == 2)
        let type = "clock.Stopwatch"
        let watch = try await client.manager.createRestorableViewController(type, "", "")
        #expect(try await client.viewController(watch).title == "Stopwatch")

        let before = try await client.managedObjects()
        let cases: [(String, [String], String, UInt32, String)] = [
            ("watch", [], "", 0, "InvalidArgument: 'watch'"), ("", ["clock.Nothing"], "", 0, "NoSuchType: "),
            ("", [], "reverse", 0, "InvalidArgument: 'reverse'"),
            ("tv", [], "", 101, "InvalidArgument: MaximumVisibleItems 101"),
        ]
        for (profile, types, order, items, expected) in cases {
            let answer = await complaint { _ = try await make(profile, types, order, items) }
            #expect(answer.hasPrefix(expected), "\(answer)")
        }
        let stack = await complaint { _ = try await client.manager.createRestorableNavigationController(tv, "", "") }
        #expect(stack.hasPrefix("HierarchyInconsistency: "), "\(stack)")
        #expect(try await client.managedObjects() == before)
    }

    @Test func `a plan reports the changes of a layout without making them`() async throws {
        let client = try await BusClient.ofNewDaemon()
        let layout = "[[controller]]\nidentifier = \"desk\"\ntabs = [\"clock.Stopwatch\"]\n"
        func plan(_ text: String) async throws -> [String] {
            try await client.manager.planLayout(text)
        }
        let planned = try await plan(layout)
        #expect(try await client.managedObjects().keys.allSatisfy { TabNames.number(of: $0) == nil })
        let made = try await client.manager.applyLayout(layout)
        #expect(planned == made && !made.isEmpty)
        #expect(try await plan(layout).isEmpty)
        let answer = await complaint { _ = try await plan("[[controller]]\nidentifier = 1\n") }
        #expect(answer.hasPrefix("InvalidArgument: ") && answer.contains("2"), "\(answer)")
    }
}
