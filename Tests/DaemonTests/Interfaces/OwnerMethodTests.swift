import TestSupport

/// Methods with which owners describe and place their view controllers. Every client can call them.
@EventLoop @Suite(.localDaemon) struct OwnerMethodTests {
    private let client: BusClient
    private let tabs: ObjectPath
    private let page: ObjectPath

    init() async throws {
        client = try BusClient()
        page = try await client.register(["Title": .string("Page")])
        tabs = try await client.manager.createTabBarController(["Size": DBusSize(width: 320, height: 480).variant])
    }

    // MARK: Select

    @Test func `Select selects the tab that contains the view controller`() async throws {
        let inner = try await client.register()
        let stack = try await client.manager.createNavigationController(page)
        let others = [try await client.register(), try await client.register()]
        try await client.setTabs(others + [stack], of: tabs)
        try await client.navigationController(stack).push(inner, false)
        let selected: @EventLoop () async throws -> Int64 = { [client, tabs] in
            try await client.tabBarController(tabs).selectedIndex
        }
        for path in [page, inner, stack] {
            try await client.select(0, in: tabs)
            try await client.viewController(path).select()
            #expect(try await selected() == 2)
        }
        try await client.viewController(others[1]).select()
        try await client.viewController(others[1]).select()
        #expect(try await selected() == 1)
        // The delegate is neither asked nor notified.
        var calls: [String] = []
        let object = client.newObject()
        client.handlers[object] = { call, _, reply in
            calls.append(call.member)
            reply.fail(.unknownMethod(call.member))
        }
        try await client.setDelegate(object, of: tabs)
        try await client.viewController(page).select()
        #expect(try await selected() == 2)
        #expect(calls.isEmpty)
    }

    @Test func `Select needs a tab bar controller, and reaches the tabs in More`() async throws {
        let error = await complaint { try await client.viewController(page).select() }
        #expect(error == "UnknownObject: \(page) is not in a tab of a tab bar controller")
        var list: [ObjectPath] = []
        for _ in 0..<6 { list.append(try await client.register()) }
        try await client.setTabs(list + [page], of: tabs)
        try await client.viewController(page).select()
        #expect(try await client.tabBarController(tabs).selectedViewController == page)
        try await client.setTabs(list, of: tabs)
        #expect(await failure { try await client.viewController(page).select() } == "UnknownObject")
    }

    @Test func `Select of a page of a navigation controller in More selects that tab`() async throws {
        let inner = try await client.register()
        let stack = try await client.manager.createNavigationController(page)
        var list: [ObjectPath] = []
        for _ in 0..<6 { list.append(try await client.register()) }
        try await client.setTabs(list + [stack], of: tabs)
        try await client.navigationController(stack).push(inner, false)
        let controller = client.tabBarController(tabs)
        try await client.viewController(stack).select()
        for isShown in [true, false] {
            for path in [page, inner, stack] {
                // While the first tab is selected, More keeps the pages.
                if !isShown { try await client.select(0, in: tabs) }
                try await client.viewController(path).select()
                #expect(try await controller.selectedViewController == stack)
            }
        }
    }

    @Test func `Select is refused for More, its list and a tab bar controller`() async throws {
        var list = [page]
        for _ in 0..<6 { list.append(try await client.register()) }
        try await client.setTabs(list, of: tabs)
        let more = try await client.tabBarController(tabs).moreNavigationController
        let root = try #require(try await client.navigationController(more).viewControllers.first)
        for path in [tabs, more, root] {
            let error = await complaint { try await client.viewController(path).select() }
            #expect(error == "UnknownObject: \(path) is not in a tab of a tab bar controller")
        }
        #expect(try await client.tabBarController(tabs).selectedIndex == 0)
    }

    // MARK: Traits and popovers

    @Test func `GetTraits returns those of the window`() async throws {
        func traits(_ path: ObjectPath) async throws -> [String?] {
            let values = try await client.viewController(path).getTraits()
            #expect(values.count == 8)
            #expect(values["Locale"] == .string("C") && values["LayoutDirection"] == .string("leftToRight"))
            return ["HorizontalSizeClass", "VerticalSizeClass", "ColorScheme", "Contrast"].map { values[$0]?.get() }
        }
        #expect(try await traits(page) == ["unspecified", "unspecified", "noPreference", "unspecified"])
        try await client.setTabs([page], of: tabs)
        #expect(try await traits(page) == ["compact", "regular", "noPreference", "unspecified"])
        try await client.window(tabs).set(\.colorScheme, to: "dark")
        try await client.window(tabs).set(\.contrast, to: "high")
        try await client.window(tabs).set(\.size, to: DBusSize(width: 480, height: 320))
        for path in [page, tabs] { #expect(try await traits(path) == ["compact", "compact", "dark", "high"]) }
        try await client.setTabs([], of: tabs)
        #expect(try await traits(page) == ["unspecified", "unspecified", "noPreference", "unspecified"])
    }

    @Test func `GetPopoverPresentationController returns the nearest popover`() async throws {
        func popover(_ path: ObjectPath) async throws -> ObjectPath {
            try await client.viewController(path).getPopoverPresentationController()
        }
        #expect(try await popover(page).isNone)
        let stack = try await client.manager.createNavigationController(page)
        #expect(try await popover(page).isNone)
        try await client.viewController(stack).set(\.modalPresentationStyle, to: "popover")
        #expect(try await popover(page) == stack)
        #expect(try await popover(stack) == stack)
        try await client.viewController(page).set(\.modalPresentationStyle, to: "popover")
        #expect(try await popover(page) == page)
        #expect(try await popover(stack) == stack)
        try await client.viewController(page).set(\.modalPresentationStyle, to: "automatic")
        try await client.viewController(stack).set(\.modalPresentationStyle, to: "formSheet")
        #expect(try await popover(page).isNone)
    }

    // MARK: Items

    /// The writable properties of an item.
    private func values(of interface: String, _ path: ObjectPath) async throws -> [String: Variant] {
        let derived = ["DisplayTitle", "DisplayImage", "BackButtonTitle"]
        return try await client.properties(path).getAll(interface).filter { !derived.contains($0.key) }
    }

    @Test func `SetValues of a tab bar item changes the given properties, or replaces the item`() async throws {
        let item = client.tabBarItem(page)
        let all: [String: Variant] = [
            "Title": .string("Title"), "Image": .string("go-home"), "SelectedImage": .string("go-up"),
            "BadgeValue": .string("1"), "BadgeColor": .string("#102030"), "Tag": .int64(-7), "Enabled": .bool(false),
            "SystemItem": .string("search"), "NeedsAttention": .bool(true), "Loading": .bool(true),
            "Tooltip": .string("Tip"), "AccessibilityLabel": .string("Label"), "AllowsClosing": .bool(true),
            "AllowsReordering": .bool(true),
        ]
        let defaults: [String: Variant] = [
            "Title": .string(""), "Image": .string(""), "SelectedImage": .string(""), "BadgeValue": .string(""),
            "BadgeColor": .string(""), "Tag": .int64(0), "Enabled": .bool(true), "SystemItem": .string(""),
            "NeedsAttention": .bool(false), "Loading": .bool(false), "Tooltip": .string(""),
            "AccessibilityLabel": .string(""), "AllowsClosing": .bool(false), "AllowsReordering": .bool(false),
        ]
        func values() async throws -> [String: Variant] { try await self.values(of: TabBarItemInterface.name, page) }
        try await item.setValues(all)
        #expect(try await values() == all)
        #expect(try await client.viewController(page).title == "Page")
        try await item.setValues(["BadgeValue": .string(""), "Tag": .int64(3)])
        let changed = all.merging(["BadgeValue": .string(""), "Tag": .int64(3)]) { $1 }
        #expect(try await values() == changed)
        try await item.setValues([:])
        try await item.setValues([:], ["Replace": .bool(false)])
        #expect(try await values() == changed)
        try await item.setValues(["Title": .string("New")], ["Replace": .bool(true)])
        #expect(try await values() == defaults.merging(["Title": .string("New")]) { $1 })
        try await item.setValues([:], ["Replace": .bool(true)])
        #expect(try await values() == defaults)
    }

    @Test func `SetValues of a navigation item changes the given properties`() async throws {
        let item = client.navigationItem(page)
        let (left, right) = (BarButtonItemEntry(id: 1, title: "Left"), BarButtonItemEntry(id: 2, title: "Right"))
        try await item.set(\.title, to: "Before")
        try await item.setValues(["LeftBarButtonItems": [left].variant, "HidesBackButton": .bool(true)])
        #expect(try await item.title == "Before")
        try await item.setValues(["RightBarButtonItems": [right].variant, "Title": .string("")])
        #expect(
            try await values(of: NavigationItemInterface.name, page) == [
                "Title": .string(""), "LeftBarButtonItems": [left].variant, "RightBarButtonItems": [right].variant,
                "HidesBackButton": .bool(true),
            ])
        try await item.setValues(["LeftBarButtonItems": [BarButtonItemEntry]().variant])
        #expect(try await item.leftBarButtonItems.isEmpty)
        #expect(try await item.rightBarButtonItems == [right])
    }

    @Test func `SetValues changes all properties or none`() async throws {
        let title = Variant.string("New"), large = Variant.string(String(repeating: "x", count: 4097))
        let cases: [([String: Variant], String, String)] = [
            (["Title": title, "Colour": .string("red")], "InvalidArgument", "'Colour' is not a writable property"),
            (["Title": title, "DisplayTitle": .string("x")], "InvalidArgument", "BadgeColor, BadgeValue"),
            (["Title": title, "Tag": .int32(1)], "InvalidArgs", "Tag has type 'i', expected 'x'"),
            (["Title": title, "Enabled": .string("no")], "InvalidArgs", "Enabled has type 's', expected 'b'"),
            (["Title": title, "BadgeColor": .string("pink")], "InvalidArgument", "'pink' is not a colour"),
            (["Title": title, "Image": .string("a b")], "InvalidArgument", "'a b' is not an image"),
            (["Title": title, "SystemItem": .string("none")], "InvalidArgument", "'none'"),
            (["Title": title, "BadgeValue": large], "LimitsExceeded", "4096"),
        ]
        try await client.tabBarItem(page).setValues(["Title": .string("Old"), "Tag": .int64(1)])
        let before = try await client.managedObjects()
        for (values, name, part) in cases {
            for isReplacement in [false, true] {
                let error = await complaint {
                    try await client.tabBarItem(page).setValues(values, ["Replace": .bool(isReplacement)])
                }
                #expect(error.hasPrefix(name + ": ") && error.contains(part), "\(values.keys.sorted()): \(error)")
            }
        }
        let button = BarButtonItemEntry(id: 1, title: "")
        let navigationCases: [([String: Variant], String, String)] = [
            (["Title": title, "BackButtonTitle": title], "InvalidArgument", "expected HidesBackButton"),
            (["Title": title, "LeftBarButtonItems": .string("")], "InvalidArgs", "expected 'a(ussb)'"),
            (
                ["Title": title, "LeftBarButtonItems": Array(repeating: button, count: 65).variant], "LimitsExceeded",
                "64"
            ),
            (
                ["Title": title, "LeftBarButtonItems": [button].variant, "RightBarButtonItems": [button].variant],
                "InvalidArgument", "1"
            ),
            (
                ["Title": title, "LeftBarButtonItems": [BarButtonItemEntry(id: 0, title: "")].variant],
                "InvalidArgument", "0"
            ),
        ]
        for (values, name, part) in navigationCases {
            let error = await complaint { try await client.navigationItem(page).setValues(values) }
            #expect(error.hasPrefix(name + ": ") && error.contains(part), "\(values.keys.sorted()): \(error)")
        }
        #expect(
            await failure { try await client.navigationItem(page).setValues([:], ["Replace": true.variant]) }
                == "InvalidArgs")
        #expect(try await client.managedObjects() == before)
    }

    @Test(.rules("H-24")) func `the items of More can be reset, and the right buttons of its list stay`() async throws {
        var list: [ObjectPath] = []
        for _ in 0..<6 { list.append(try await client.register()) }
        try await client.setTabs(list, of: tabs)
        let more = try await client.tabBarController(tabs).moreNavigationController
        let moreList = try #require(try await client.navigationController(more).viewControllers.first)
        let before = try await client.managedObjects()
        try await client.tabBarItem(more).setValues(["Tag": .int64(1), "Title": .string("Rest")])
        try await client.tabBarItem(more).setValues([:], ["Replace": .bool(true)])
        #expect(try await client.managedObjects() == before)
        let buttons = [BarButtonItemEntry(id: 9, title: "Mine")].variant
        #expect(
            await failure {
                try await client.navigationItem(moreList)
                    .setValues(["Title": .string("New"), "RightBarButtonItems": buttons])
            } == "InternalInconsistency")
        #expect(try await client.managedObjects() == before)
        try await client.navigationItem(moreList).setValues(["LeftBarButtonItems": buttons])
    }
}

/// The settings of plugins, which every client can read.
@EventLoop @Suite(.bus) struct PluginConfigurationTests {
    @Test func `GetConfiguration returns the plugin's section of the configuration`() async throws {
        let bus = try PrivateBus.current
        try bus.configure("[plugins.clock]\ncity = \"Oslo\"\ncount = 2\nlist = [\"a\", \"b\"]\n")
        let (daemon, client) = try await DaemonProcess.startWithClient()
        func configuration(_ plugin: String) async throws -> [String: Variant] {
            try await client.plugin(TabNames.plugin(plugin)).getConfiguration()
        }
        #expect(
            try await configuration("clock") == [
                "city": .string("Oslo"), "count": .int64(2), "list": ["a", "b"].variant,
            ])
        #expect(try await configuration("settings").isEmpty)
        #expect(await failure { _ = try await configuration("unknown") } == "UnknownObject")
        try bus.configure("[plugins.settings]\nx = true\n")
        try await client.reload(daemon)
        #expect(try await configuration("clock").isEmpty)
        #expect(try await configuration("settings") == ["x": .bool(true)])
    }
}
