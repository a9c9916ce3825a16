import TestSupport

/// Creating with the identifier of a restored view controller claims it (I-4).
@EventLoop @Suite(.bus) struct ClaimingTests {
    @Test func `a restored view controller is claimed once, by its class`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let type = "clock.Stopwatch"
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let watch = try await client.createViewController(type, identifiedBy: "watch")
        let named: Options = ["RestorationIdentifier": .string("stack")]
        let root = try await client.createViewController(type, identifiedBy: "root")
        let stack = try await client.manager.createNavigationController(root, named)
        try await client.setTabs([watch, stack], of: tabs)
        try await client.select(1, in: tabs)
        // A controller that was created since the start counts as claimed.
        #expect(
            await complaint {
                _ = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
            }
            .contains(tabs.text))
        daemon = try await Self.restart(daemon)
        // Another class is refused, and the message names the object.
        for wrong in ["tabs", "stack"] {
            let answer = await complaint { _ = try await client.createViewController(type, identifiedBy: wrong) }
            #expect(answer.hasPrefix("InvalidArgument: ") && answer.contains(wrong == "tabs" ? tabs.text : stack.text))
        }
        let options: Options = [
            "RestorationIdentifier": .string("tabs"), "Title": .string("Ignored"), "Profile": .string("tv"),
        ]
        #expect(try await client.manager.createTabBarController(options) == tabs)
        #expect(try await client.viewController(tabs).title == "")
        #expect(try await client.tabBarController(tabs).selectedIndex == 1)
        #expect(try await client.createViewController(type, identifiedBy: "watch") == watch)
        #expect(try await client.manager.createNavigationController(watch, named) == stack)
        #expect(try await client.tabBarController(tabs).viewControllers == [watch, stack])
        for attempt in ["tabs", "watch", "stack"] {
            let answer = await complaint { _ = try await client.createViewController(type, identifiedBy: attempt) }
            #expect(answer.hasPrefix("InvalidArgument: ") && answer.contains("/view_controllers/"), "\(answer)")
        }
        // A replaced identifier is free.
        try await client.viewController(watch).set(\.restorationIdentifier, to: "other")
        #expect(try await client.createViewController(type, identifiedBy: "watch") != watch)
    }

    private static func restart(_ daemon: DaemonProcess) async throws -> DaemonProcess {
        await daemon.kill()
        return try await DaemonProcess.start()
    }

    @Test func `a remote view controller is claimed by its owner, by identifier or by bus name`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let other = try BusClient()
        let name = "org.example.Owner"
        _ = try await client.connection.requestName(name, replacing: false)
        let tabs = try await client.manager.createTabBarController(["RestorationIdentifier": .string("tabs")])
        let object = client.newObject()
        let owned = try await client.register(object, ["BusName": .string(name)])
        let named = try await client.register(["RestorationIdentifier": .string("named")])
        let both = try await client.register(
            client.newObject(), ["BusName": .string(name), "RestorationIdentifier": .string("both")])
        try await client.setTabs([owned, named, both], of: tabs)
        daemon = try await Self.restart(daemon)
        for path in [owned, named, both] {
            #expect(try await client.viewController(path).state == "failed")
            #expect(try await client.viewController(path).failureReason.contains("register"))
        }
        #expect(
            await complaint { _ = try await other.createViewController("clock.Stopwatch", identifiedBy: "named") }
                .contains(named.text))
        // It has not been claimed since the start, so any client that knows the identifier may claim it.
        #expect(try await other.register(["RestorationIdentifier": .string("named")]) == named)
        #expect(
            await complaint { _ = try await client.register(["RestorationIdentifier": .string("named")]) }
                .contains(named.text))
        #expect(try await client.register(object, ["BusName": .string(name)]) == owned)
        // A controller with a bus name can't be claimed by other clients.
        let stranger = await complaint { _ = try await other.register(["RestorationIdentifier": .string("both")]) }
        #expect(stranger.hasPrefix("InvalidArgument: ") && stranger.contains(name), "\(stranger)")
        #expect(
            try await client.register(
                client.newObject(), ["BusName": .string(name), "RestorationIdentifier": .string("both")]) == both)
        for path in [owned, named, both] {
            #expect(try await client.viewController(path).state == "ready")
        }
    }

    @Test func `texts are compared by their bytes, not by their look`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let type = "clock.Stopwatch"
        let first = try await client.createViewController(type, identifiedBy: composed)
        let second = try await client.createViewController(type, identifiedBy: decomposed)
        #expect(first != second)
        for text in [composed, decomposed] {
            try await client.viewController(first).set(\.title, to: text)
        }
        daemon = try await Self.restart(daemon)
        let title = try await client.viewController(first).title
        #expect(Array(title.utf8) == Array(decomposed.utf8))
        #expect(try await client.createViewController(type, identifiedBy: decomposed) == second)
        #expect(try await client.createViewController(type, identifiedBy: composed) == first)
    }

    @Test func `every bundled class is restored unchanged`() async throws {
        var daemon = try await DaemonProcess.start()
        let client = try BusClient()
        let types = try await client.manager.viewControllerTypes
        #expect(types.count > 3)
        for type in types { _ = try await client.createViewController(type, identifiedBy: type) }
        // The plugin's deferred work after the restoration is done.
        for _ in 1...2 {
            try await client.barrier()
            let before = try await client.managedObjects().filter { TabNames.number(of: $0.key) != nil }
            daemon = try await Self.restart(daemon)
            for type in types { #expect(try await client.createViewController(type, identifiedBy: type) != .none) }
            // A plugin process creates its view controllers asynchronously.
            for path in before.keys {
                try await EventLoop.until("the start") { try await client.viewController(path).state != "restarting" }
            }
            let after = try await client.managedObjects()
            for (path, object) in before {
                let own = object[ViewControllerInterface.name]
                guard own?["RestorationIdentifier"] != .string("") || own?["Parent"] != .objectPath(.none) else {
                    continue
                }
                #expect(after[path]?[TabBarItemInterface.name] == object[TabBarItemInterface.name], "\(path)")
                let names = ["Type", "Title", "Parent", "RestorationIdentifier", "State", "FailureReason"]
                for name in names {
                    #expect(after[path]?[ViewControllerInterface.name]?[name] == own?[name], "\(name) of \(path)")
                }
            }
        }
    }
}

extension BusClient {
    fileprivate func createNavigationController(
        _ root: ObjectPath, _ options: Options
    ) async throws(DBusError) -> ObjectPath {
        try await manager.createNavigationController(root, options)
    }
}
