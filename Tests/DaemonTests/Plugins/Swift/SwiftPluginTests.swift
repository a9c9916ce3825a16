import TestSupport

/// The guarantees of the Swift SDK, in a plugin of its own (`Tests/TestPlugin`) over a real bus.
@EventLoop @Suite(.bus) struct SwiftPluginTests {
    @Test(
        .rules("V1 V2 V3 V4 V5 V6 V7 V8 V9 V10 V11 V12 V13"),
        arguments: [
            ("GeometryChecks", 42), ("AutoresizingChecks", 51), ("ControlChecks", 17), ("ValueChecks", 24),
            ("TabBarChecks", 14),
        ])
    func `the SDK's views, controls and values work as documented`(_ className: String, _ count: Int) async throws {
        let stage = try await TestPluginStage(
            className,
            arguments: [
                "Greeting": .string("hello"), "Numbers": [Int32(1), -2].variant,
                "Examples": AutoresizingExample.all.map(\.numbers).variant,
            ])
        try await stage.tap("Run")
        #expect(try await stage.text("Results") == "passed \(count)")
    }

    @Test(.rules("V14")) func `a layout pass goes from the root to its descendants`() async throws {
        let stage = try await TestPluginStage("LayoutOrder")
        // Once when it is loaded, in the size of a phone, and once in the size of the window.
        let pass = "will root did child grandchild"
        #expect(try await stage.text("Order") == "\(pass) \(pass)")
        // A layout that an action requests runs after it, in its own turn.
        stage.client.clearSignals()
        try await stage.tap("Grow")
        #expect(try await stage.changes().count == 1)
        let second = try await stage.views()
        #expect(second.named("Order")?.properties["Text"] == .string("action \(pass)"))
        #expect(second.named("Child")?.frame == DBusRect(0, 0, 320, 150))
        // A pass needs a change. A read does not count.
        #expect(try await stage.text("Order").isEmpty)
        try await stage.client.window(stage.tabs).set(\.size, to: DBusSize(width: 400, height: 480))
        let third = try await stage.views()
        #expect(third.named("Order")?.properties["Text"] == .string(pass))
        #expect(third.named("Child")?.frame == DBusRect(0, 0, 400, 150))
    }

    @Test func `a layout that requests another one does not keep the loop busy`() async throws {
        let stage = try await TestPluginStage("Restless")
        var passes: [Int] = []
        for turns in [5, 0, 50, 0] {
            for _ in 0..<turns { try await stage.client.barrier() }
            passes.append(try #require(Int(try await stage.text("Passes"))))
        }
        // A read is a callback with a layout. Other turns of the loop have no layout pass.
        #expect(passes[2] - passes[1] == passes[1] - passes[0], "\(passes)")
        #expect(passes[3] - passes[2] == passes[1] - passes[0], "\(passes)")
    }

    @Test(.rules("L1")) func `a view is loaded once, when it is first needed`() async throws {
        let stage = try await TestPluginStage("LifeCycle", shown: false)
        #expect(try await stage.client.viewController(stage.controller).isViewLoaded == false)
        for _ in 0..<2 { try await stage.client.viewController(stage.controller).loadViewIfNeeded() }
        #expect(try await stage.text("Calls") == "init false true, loadView, viewDidLoad true")
        for isShown in [true, false, true] { try await stage.show(isShown) }
        #expect(try await stage.text("Calls").hasSuffix("viewDidLoad true, will true, didDisappear false, will true"))
    }

    @Test(.rules("L1")) func `a plugin may load its view before the host asks for it`() async throws {
        let stage = try await TestPluginStage("LifeCycle", arguments: ["Early": .bool(true)])
        #expect(try await stage.text("Calls") == "init false true, loadView, viewDidLoad true, early 375.0, will true")
    }

    @Test func `the changes of a callback are a single ViewChanged, and without changes there is none`() async throws {
        let stage = try await TestPluginStage("Updates")
        let third = try #require(await stage.view("Third")).id
        stage.client.clearSignals()
        try await stage.tap("Many")
        let changes = try await stage.changes()
        #expect(changes.count == 1)
        #expect(
            changes.first?.changed.map { $0.properties["Identifier"]?.get() ?? "" }
                == ["First", "Second", "Third", "Box", "Inner"])
        #expect(changes.first?.removed == [third])
        let (first, second) = (try await stage.view("First"), try await stage.view("Second"))
        #expect(first?.properties["Text"] == .string("a"))
        #expect(second?.properties["TextColor"] == .string("systemBlue"))
        // Setting the same value, hiding and showing, adding and removing at once: front ends get no signal of these.
        stage.client.clearSignals()
        for name in ["Same", "Back", "Brief"] { try await stage.tap(name) }
        #expect(try await stage.changes().isEmpty)
        try await stage.tap("Later")
        #expect(try await stage.waitForText(of: "Second") == "later")
        #expect(try await stage.changes().count == 1)
    }

    @Test func `a StackView's arranged subviews are laid out in their order, also when it changes`() async throws {
        let stage = try await TestPluginStage("Column")
        func expect(after button: String, _ order: String) async throws {
            try await stage.tap(button)
            let views = try await stage.views()
            let stack = try #require(views.first { $0.className == "StackView" })
            #expect(stack.properties["AccessibilityLabel"] == .string(order), "\(button)")
            let arranged = views.filter { $0.parent == stack.id }.sorted { $0.frame.y < $1.frame.y }
            let names = arranged.map { $0.properties["Identifier"]?.get() ?? "" }
            #expect(names.joined(separator: " ") == order, "\(button)")
            #expect(arranged.allSatisfy { $0.frame.height == 60 / Double(arranged.count) }, "\(button)")
        }
        try await expect(after: "Insert", "A New B C")
        try await expect(after: "Move", "C A New B")
        try await expect(after: "Append", "C New B A")
        try await expect(after: "Remove", "C New A")
    }

    @Test(.rules("S-241 S-242 S-243")) func `attributes, empty tables and series reach the bus`() async throws {
        let stage = try await TestPluginStage("RichViews")
        func properties(_ name: String) async throws -> [String: Variant] {
            var properties = try #require(try await stage.view(name)).properties
            for key in ["Identifier", "AdjustedContentInset"] { properties[key] = nil }
            return properties
        }
        let link = TextAttribute(0..<2, .link, .string("mailto:ada@example.org"))
        func color(_ range: Range<Int>) -> TextAttribute { TextAttribute(range, .color, .string("systemRed")) }
        #expect(
            try await properties("Label") == [
                "Text": .string("e\u{301} bold"), "Weight": .string("medium"), "Link": .string("https://example.org"),
                // A part behind the end is cut.
                "TextAttributes": [TextAttribute(3..<7, .bold), link, color(1..<7)].variant,
            ])
        #expect(
            try await properties("Table") == [
                "Style": .string("inset"), "EmptyTitle": .string("Nothing"), "EmptyDetail": .string("Add one"),
                "EmptyImage": .string("list-add-symbolic"),
            ])
        #expect(
            try await properties("Chart") == [
                "Series": [
                    ChartSeries(name: "In", values: [1, 2]), ChartSeries(name: "Out", values: [], color: "systemRed"),
                ]
                .variant, "Unit": .string("kB/s"), "AxisLabels": ["then", "now"].variant,
            ])
        try await stage.tap("Shorten")
        #expect(try await properties("Label")["TextAttributes"] == [link, color(1..<2)].variant)
    }

    @Test(.rules("L2")) func `a loadView that sets no view leaves an empty one`() async throws {
        let stage = try await TestPluginStage("Blank")
        let views = try await stage.client.getView(of: stage.controller).views
        #expect(views.map(\.className) == ["View", "Label"])
        #expect(try await stage.text("Label") == "here all the same")
    }

    @Test
    func `a view that the host refuses does not affect other views, and is sent with the next change`() async throws {
        let stage = try await TestPluginStage("Updates")
        // Two views with the same identifier: the action itself succeeds, and the refusal goes to the plugin's log.
        try await stage.tap("Break")
        #expect(try await stage.text("Third") == "kept")
        #expect(try await stage.client.getView(of: stage.controller).views.named("Second") != nil)
        try await stage.tap("Mend")
        try await stage.tap("Many")
        #expect(try await stage.text("First") == "a")
    }

    @Test(arguments: [
        ("Sleep", "slept"), ("Detached", "detached 500500"), ("Group", "group 55"), ("Timer", "fired"),
        ("Clock", "struck"),
        ("Main", "main"), ("MainSleep", "main, slept"),
    ])
    func `tasks, the main actor and timers run in a plugin`(_ name: String, _ text: String) async throws {
        let stage = try await TestPluginStage("Tasks")
        stage.client.clearSignals()
        try await stage.tap(name)
        #expect(try await stage.waitForText(of: name + "Result") == text)
    }

    @Test func `a view controller in a property uses no number`() async throws {
        let stage = try await TestPluginStage("Family")
        let number = stage.controller.description.split(separator: "/").last ?? ""
        #expect(try await stage.text("Numbers") == "\(number) 0 0")
    }

    @Test func `a tab bar controller of a plugin has the tabs that its code creates`() async throws {
        let plugins = try DaemonProcess.stagePlugins(in: PrivateBus.current.directory)
        try DaemonProcess.stagePlugin(BuiltProducts.package + "/Tests/TestPlugin", in: plugins)
        let client = try await BusClient.ofNewDaemon()
        let desk = try await client.manager.createViewController("testplugin.Desk")
        try await client.window(desk).set(\.alwaysVisible, to: true)
        let tabs = try await client.tabBarController(desk).viewControllers
        try #require(tabs.count == 2)
        #expect(try await client.viewController(tabs[1]).title == "Outbox")
        for button in ["Ask", "Select"] { try await client.act(on: button, of: tabs[0]) }
        #expect(try await client.tabBarController(desk).selectedIndex == 1)
        #expect(try await client.tap(0, in: desk))
        #expect(try await client.text(of: "Output", in: tabs[0]) == "Desk 2 0 true, tapped 0")
    }

    @Test func `a view controller knows its tab bar controller of another owner`() async throws {
        let stage = try await TestPluginStage("Inbox")
        let other = try await stage.client.manager.createViewController("clock.Stopwatch")
        try await stage.client.setTabs([stage.controller, other], of: stage.tabs)
        try await stage.tap("Ask")
        #expect(try await stage.text("Output") == "TabBarController 2 0 true")
        try await stage.tap("Select")
        #expect(try await stage.client.tabBarController(stage.tabs).selectedIndex == 1)
    }
}
