import TestSupport

/// How the sizes of front ends decide about the size of a window.
@EventLoop @Suite(.bus) struct SizePolicyTests {
    /// The sizes in force: with both front ends, without the first one, without any.
    @Test(
        .rules("S-133"),
        arguments: [
            ("smallest", "300.0x500.0", "600.0x500.0", "375.0x667.0"),
            ("largest", "600.0x900.0", "600.0x500.0", "375.0x667.0"),
            ("latest", "600.0x500.0", "600.0x500.0", "375.0x667.0"),
            ("fixed", "375.0x667.0", "375.0x667.0", "375.0x667.0"),
        ])
    func `each policy computes the size again when a front end dies`(
        policy: String, both: String, second: String, none: String
    ) async throws {
        let stage = try await WindowStage()
        let window = stage.other.window(stage.tabs)
        try await window.set(\.sizePolicy, to: policy)
        let first = try BusClient()
        try await first.attach(to: stage.tabs, ["Size": DBusSize(width: 300, height: 900).variant])
        try await stage.front.attach(to: stage.tabs, ["Size": DBusSize(width: 600, height: 500).variant])
        #expect(try await stage.size() == both)
        // A watcher without a size changes nothing.
        try await stage.other.attach(to: stage.tabs, ["Visible": .bool(false)])
        #expect(try await stage.size() == both)
        first.connection.close()
        try await stage.client(first, hasLeft: stage.tabs)
        #expect(try await stage.size() == second)
        #expect(try await window.preferredSize == DBusSize(width: 375, height: 667))
        try await stage.front.window(stage.tabs).detach()
        #expect(try await stage.size() == none)
    }

    @Test(.rules("S-133")) func `the latest size is that of an Attach or a write, whichever came last`() async throws {
        let stage = try await WindowStage()
        let window = stage.other.window(stage.tabs)
        try await window.set(\.sizePolicy, to: "latest")
        try await stage.front.attach(to: stage.tabs, ["Size": DBusSize(width: 300, height: 900).variant])
        try await stage.setSize(700, 701, of: stage.tabs)
        #expect(try await stage.size() == "700.0x701.0")
        let second = try BusClient()
        try await second.attach(to: stage.tabs, ["Size": DBusSize(width: 600, height: 500).variant])
        #expect(try await stage.size() == "600.0x500.0")
        // The first front end has another size, for example after a change of its window.
        try await stage.front.attach(
            to: stage.tabs, ["Size": DBusSize(width: 310, height: 910).variant, "Tree": .bool(false)])
        #expect(try await stage.size() == "310.0x910.0")
        try await stage.front.window(stage.tabs).detach()
        #expect(try await stage.size() == "600.0x500.0")
        try await window.set(\.preferredSize, to: DBusSize(width: 800, height: 801))
        #expect(try await stage.size() == "800.0x801.0")
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(try await stage.size() == "800.0x801.0")
    }

    @Test(.rules("S-133")) func `a front end that attaches again with another size keeps its place`() async throws {
        let stage = try await WindowStage()
        let window = stage.other.window(stage.tabs)
        func options(_ width: Double, _ locale: String, _ scheme: String, _ side: String) -> Options {
            [
                "Size": DBusSize(width: width, height: 700).variant, "Locale": .string(locale),
                "ColorScheme": .string(scheme), "BarSide": .string(side), "Tree": .bool(false),
            ]
        }
        let second = try BusClient()
        try await stage.front.attach(to: stage.tabs, options(400, "de_DE", "dark", "bottom"))
        try await second.attach(to: stage.tabs, options(500, "ja_JP", "light", "leading"))
        func state() async throws -> [String] {
            let bar = stage.other.tabBar(of: stage.tabs)
            return [try await window.locale, try await window.colorScheme, try await bar.side, try await stage.size()]
        }
        #expect(try await state() == ["ja_JP", "light", "leading", "400.0x700.0"])
        try await stage.front.attach(to: stage.tabs, options(401, "de_DE", "dark", "bottom"))
        #expect(try await state() == ["ja_JP", "light", "leading", "401.0x700.0"])
        // The latest size is that of the client whose size has changed last, which decides about nothing else.
        try await window.set(\.sizePolicy, to: "latest")
        #expect(try await state() == ["ja_JP", "light", "leading", "401.0x700.0"])
        try await second.attach(to: stage.tabs, options(500, "fr_FR", "light", "leading"))
        #expect(try await state() == ["fr_FR", "light", "leading", "401.0x700.0"])
        try await second.window(stage.tabs).detach()
        #expect(try await state() == ["de_DE", "dark", "bottom", "401.0x700.0"])
    }

    @Test func `a written size is the preferred one, which a policy may keep out of force`() async throws {
        let stage = try await WindowStage()
        let window = stage.other.window(stage.tabs)
        #expect(try await window.sizePolicy == "smallest")
        try await stage.front.attach(to: stage.tabs, ["Size": DBusSize(width: 300, height: 400).variant])
        stage.other.clearSignals()
        try await stage.setSize(700, 701, of: stage.tabs)
        #expect(try await stage.size() == "300.0x400.0")
        #expect(try await window.preferredSize == DBusSize(width: 700, height: 701))
        try await window.setSize(500, 501)
        #expect(try await stage.size() == "300.0x400.0")
        #expect(try await window.preferredSize == DBusSize(width: 500, height: 501))
        try await window.set(\.sizePolicy, to: "fixed")
        #expect(try await stage.size() == "500.0x501.0")
        try await window.setSize(600, 601)
        #expect(try await stage.size() == "600.0x601.0")
        let changes = stage.other.signals.filter { $0.path == stage.tabs }.map(\.changes)
        #expect(changes.contains { $0["PreferredSize"] == DBusSize(width: 600, height: 601).variant })
        #expect(changes.contains { $0["SizePolicy"] == .string("fixed") && $0["Size"] != nil })
        for write in [
            ("SizePolicy", Variant.string("newest")), ("PreferredSize", DBusSize(width: 0, height: 1).variant),
        ] {
            let found = await failure {
                try await stage.other.setAnything(write.0, of: WindowInterface.name, at: stage.tabs, to: write.1)
            }
            #expect(found == "InvalidArgument", "\(write)")
        }
        #expect(try await window.sizePolicy == "fixed")
    }

    @Test func `a creation sets the policy, which survives a restart and Reopen with the preferred size`() async throws
    {
        let (daemon, client) = try await DaemonProcess.startWithClient()
        let size = DBusSize(width: 900, height: 1600)
        let kiosk = try await client.manager.createTabBarController([
            "RestorationIdentifier": .string("kiosk"), "Size": size.variant, "SizePolicy": .string("fixed"),
        ])
        try await client.attach(to: kiosk, ["Size": DBusSize(width: 80, height: 48).variant])
        #expect(try await client.window(kiosk).size == size)
        await daemon.kill()
        let again = try await BusClient.ofNewDaemon()
        #expect(try await again.window(kiosk).sizePolicy == "fixed")
        try await again.attach(to: kiosk, ["Size": DBusSize(width: 80, height: 48).variant])
        #expect(try await again.window(kiosk).size == size)
        try await again.manager.destroy(kiosk)
        #expect(try await again.reopen() == kiosk)
        #expect(try await again.window(kiosk).sizePolicy == "fixed")
        #expect(try await again.window(kiosk).preferredSize == size)
        let refused = await failure {
            _ = try await again.manager.createTabBarController(["SizePolicy": .string("tiny")])
        }
        #expect(refused == "InvalidArgument")
    }

    @Test func `the height of a front end's status bar is in force while it is attached`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let window = stage.other.window(stage.tabs)
        try await window.set(\.statusBarHeight, to: 30)
        try await stage.front.attach(to: stage.tabs, ["StatusBarHeight": .double(0)])
        #expect(try await window.statusBarHeight == 0)
        #expect(try await stage.other.viewController(stage.children[0]).safeAreaInsets.top == 0)
        let second = try BusClient()
        try await second.attach(to: stage.tabs, ["StatusBarHeight": .double(16)])
        #expect(try await window.statusBarHeight == 16)
        try await window.set(\.statusBarHeight, to: 40)
        #expect(try await window.statusBarHeight == 16)
        second.connection.close()
        try await stage.client(second, hasLeft: stage.tabs)
        #expect(try await window.statusBarHeight == 0)
        try await stage.front.window(stage.tabs).detach()
        #expect(try await window.statusBarHeight == 40)
        let refused = await failure {
            try await stage.front.attach(to: stage.tabs, ["StatusBarHeight": .double(-1)])
        }
        #expect(refused == "InvalidArgument")
    }
}
