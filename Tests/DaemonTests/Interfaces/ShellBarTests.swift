import TestSupport

/// The bar as front ends and creations want it, over the bus.
@EventLoop @Suite(.bus) struct ShellBarTests {
    @Test(.rules("S-130")) func `each value comes from the front end that attached last and gave it`() async throws {
        let stage = try await WindowStage(tabs: 4)
        let bar = stage.other.tabBar(of: stage.tabs)
        #expect(try await (bar.side, bar.slots) == ("bottom", 5))
        stage.other.clearSignals()
        try await stage.front.attach(
            to: stage.tabs, ["BarSide": .string("leading"), "BarSlots": .uint32(3), "BarHeight": .double(100)])
        #expect(try await (bar.side, bar.slots) == ("leading", 3))
        #expect(try await bar.frame == DBusRect(x: 0, y: 20, width: 100, height: 647))
        #expect(try await bar.items.count == 3)
        #expect(try await bar.itemFrames.map(\.width) == [100, 100, 100])
        let changes = stage.other.signals.filter { $0.path == BusClient.bar(of: stage.tabs) }.map(\.changes)
        #expect(
            changes.contains { $0["Side"] == .string("leading") && $0["Slots"] == .uint32(3) && $0["Frame"] != nil })
        let second = try BusClient()
        try await second.attach(to: stage.tabs, ["BarSide": .string("top"), "BarSlots": .uint32(2)])
        #expect(try await (bar.side, bar.slots) == ("top", 2))
        #expect(try await bar.frame.height == 100)
        // A second Attach replaces the options.
        try await second.attach(to: stage.tabs, ["BarSlots": .uint32(4)])
        #expect(try await (bar.side, bar.slots) == ("leading", 4))
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(try await (bar.side, bar.slots) == ("leading", 3))
        try await stage.front.window(stage.tabs).detach()
        #expect(try await (bar.side, bar.slots) == ("bottom", 5))
        #expect(try await bar.frame == DBusRect(x: 0, y: 618, width: 375, height: 49))
        #expect(try await bar.items.count == 4)
    }

    @Test(.rules("S-130")) func `the bar of the creation survives a restart and Reopen`() async throws {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let tabs = try await client.manager.createTabBarController([
            "RestorationIdentifier": .string("desk"), "Profile": .string("pad"), "BarSide": .string("trailing"),
            "BarHeight": .double(96.5), "BarSlots": .uint32(6),
        ])
        try await client.attach(to: tabs, ["BarSide": .string("top"), "BarSlots": .uint32(2)])
        let frame = DBusRect(x: 671.5, y: 20, width: 96.5, height: 1004)
        await daemon.kill()
        let again = try await BusClient.ofNewDaemon()
        let bar = again.tabBar(of: tabs)
        #expect(try await (bar.side, bar.slots) == ("trailing", 6))
        #expect(try await bar.frame == frame)
        try await again.manager.destroy(tabs)
        #expect(try await again.reopen() == tabs)
        #expect(try await (bar.side, bar.slots) == ("trailing", 6))
        #expect(try await bar.frame == frame)
    }

    @Test func `the bar rejects writes, and options out of bounds change nothing`() async throws {
        let stage = try await WindowStage(tabs: 2)
        let bar = BusClient.bar(of: stage.tabs)
        for (property, value) in [("Side", Variant.string("top")), ("Slots", .uint32(3))] {
            let found = await failure {
                try await stage.other.setAnything(property, of: TabBarInterface.name, at: bar, to: value)
            }
            #expect(found == "InternalInconsistency", "\(property)")
        }
        let before = try await stage.other.managedObjects()
        let refused: [(String, Variant, String)] = [
            ("BarSide", .string("left"), "InvalidArgument"), ("BarSlots", .uint32(1), "InvalidArgument"),
            ("BarSlots", .uint32(65), "InvalidArgument"), ("BarHeight", .double(0), "InvalidArgument"),
            ("BarHeight", .double(.nan), "InvalidArgument"), ("BarHeight", .double(.infinity), "InvalidArgument"),
            ("BarSlots", .int32(3), "InvalidArgs"), ("BarHeight", .uint32(3), "InvalidArgs"),
        ]
        for (option, value, error) in refused {
            let options = Options([option: value])
            #expect(await failure { try await stage.front.attach(to: stage.tabs, options) } == error, "\(option)")
            let created = await failure { _ = try await stage.other.manager.createTabBarController(options) }
            #expect(created == error, "\(option)")
        }
        #expect(try await stage.other.managedObjects() == before)
        let root = try await stage.other.register()
        let navigation = try await stage.other.manager.createNavigationController(root)
        for options in [["BarSide": .string("top")], ["BarSlots": .uint32(3)]] as [Options] {
            #expect(await failure { try await stage.front.attach(to: navigation, options) } == "NotSupported")
        }
        let television = await failure {
            _ = try await stage.other.manager.createTabBarController([
                "Profile": .string("tv"), "BarSide": .string("bottom"),
            ])
        }
        #expect(television == "NotSupported")
    }

    @Test func `a wide pad has any number of slots, and a television its maximum`() async throws {
        let client = try await BusClient.ofNewDaemon()
        for (profile, side, slots) in [("pad", "bottom", 0), ("padLegacy", "bottom", 8), ("tv", "top", 7)] {
            let tabs = try await client.manager.createTabBarController(["Profile": .string(profile)])
            let bar = client.tabBar(of: tabs)
            #expect(try await (bar.side, bar.slots) == (side, UInt32(slots)), "\(profile)")
        }
    }
}
