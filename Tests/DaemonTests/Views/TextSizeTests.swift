import TestSupport

/// How large texts are in a window, and the sizes that views need for them.
@EventLoop @Suite(.bus) struct TextSizeTests {
    private static func metrics(_ lineHeight: Double, _ averageAdvance: Double) -> TextStyleMetrics {
        TextStyleMetrics(lineHeight: lineHeight, averageAdvance: averageAdvance)
    }

    @Test(.rules("S-210")) func `the largest values of all front ends count`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let window = stage.other.window(stage.tabs)
        #expect(try await window.textScale == 1)
        #expect(try await window.textStyles == TextMetrics.standard)

        stage.other.clearSignals()
        try await stage.front.attach(to: stage.tabs, ["TextScale": .double(1.5)])
        #expect(try await window.textScale == 1.5)
        #expect(try await window.textStyles["body"] == Self.metrics(33, 12))
        #expect(try await window.textStyles["largeTitle"] == Self.metrics(61.5, 24))
        #expect(stage.other.signals.contains { $0.path == stage.tabs && $0.changes["TextScale"] == .double(1.5) })

        let second = try BusClient()
        let styles = ["body": Self.metrics(40, 5)].variant
        try await second.attach(to: stage.tabs, ["TextStyles": styles, "Visible": .bool(false)])
        #expect(try await window.textScale == 1.5)
        #expect(try await window.textStyles["body"] == Self.metrics(40, 12))
        // A front end that says nothing about texts has no part in it.
        try await stage.other.attach(to: stage.tabs)
        try await stage.front.attach(to: stage.tabs)
        #expect(try await window.textScale == 1)
        #expect(try await window.textStyles["body"] == Self.metrics(40, 5))
        #expect(try await window.textStyles["caption"] == TextMetrics.standard["caption"])
        try await second.window(stage.tabs).detach()
        #expect(try await window.textStyles == TextMetrics.standard)
        // One that draws small texts alone makes them small.
        try await stage.front.attach(to: stage.tabs, ["TextScale": .double(0.5)])
        #expect(try await window.textStyles["body"] == Self.metrics(11, 4))
        // One with styles only says nothing about the scale.
        try await second.attach(to: stage.tabs, ["TextStyles": styles, "Visible": .bool(false)])
        #expect(try await window.textScale == 0.5)
        #expect(try await window.textStyles["body"] == Self.metrics(40, 5))
    }

    private static func advances(_ width: Double) -> [Double] { [Double](repeating: width, count: 97) }

    private static let button = ControlMetrics(
        minimumWidth: 40, minimumHeight: 34, horizontalPadding: 20, verticalPadding: 10)

    @Test(.rules("S-210 S-213")) func `the widths of characters and the sizes of controls are properties`()
        async throws
    {
        let stage = try await WindowStage(tabs: 1)
        let window = stage.other.window(stage.tabs)
        let page = try #require(try await stage.other.tabBarController(stage.tabs).viewControllers.first)
        let controller = stage.other.viewController(page)
        func widths() async throws -> [Double] {
            try await [
                controller.sizeThatFits("Label", ["Text": .string("abcd")], .zero),
                controller.sizeThatFits("Button", ["Title": .string("abcd")], .zero),
            ].map(\.width)
        }
        #expect(try await window.textAdvances.isEmpty)
        #expect(try await window.controlMetrics.isEmpty)
        #expect(try await widths() == [37, 53])

        stage.other.clearSignals()
        let options: Options = [
            "TextAdvances": ["body": Self.advances(7)].variant, "ControlMetrics": ["Button": Self.button].variant,
        ]
        try await stage.front.attach(to: stage.tabs, options)
        #expect(try await window.textAdvances == ["body": Self.advances(7)])
        #expect(try await window.controlMetrics == ["Button": Self.button])
        #expect(try await widths() == [28, 48])
        #expect(
            stage.other.signals.contains {
                $0.path == stage.tabs && $0.changes["TextAdvances"] == ["body": Self.advances(7)].variant
                    && $0.changes["ControlMetrics"] == ["Button": Self.button].variant
                    && $0.changes["TextStyles"] == nil
            })
        // The same options are not a change.
        stage.other.clearSignals()
        try await stage.front.attach(to: stage.tabs, options)
        try await stage.other.barrier()
        #expect(!stage.other.signals.contains { $0.path == stage.tabs && $0.changes["TextAdvances"] != nil })

        let second = try BusClient()
        try await second.attach(
            to: stage.tabs,
            [
                "TextAdvances": ["body": Self.advances(9), "title": Self.advances(20)].variant,
                "ControlMetrics": ["Button": ControlMetrics(minimumWidth: 70, minimumHeight: 20)].variant,
                "Visible": .bool(false),
            ])
        #expect(try await window.textAdvances["body"] == Self.advances(9))
        #expect(try await window.textAdvances.keys.sorted() == ["body", "title"])
        #expect(try await window.controlMetrics["Button"]?.minimumWidth == 70)
        #expect(try await window.controlMetrics["Button"]?.horizontalPadding == 20)
        #expect(try await widths() == [36, 70])
        try await second.window(stage.tabs).detach()
        #expect(try await widths() == [28, 48])
        // A front end that gives nothing has no part.
        try await stage.other.attach(to: stage.tabs)
        #expect(try await widths() == [28, 48])
        try await stage.front.window(stage.tabs).detach()
        #expect(try await window.textAdvances.isEmpty)
        #expect(try await window.controlMetrics.isEmpty)
        #expect(try await widths() == [37, 53])
    }

    @Test func `values that are out of range are refused`() async throws {
        let stage = try await WindowStage(tabs: 1)
        func refusal(_ options: Options) async -> String {
            await complaint { try await stage.front.attach(to: stage.tabs, options) }
        }
        for scale in [0, 0.49, 4.01, -1, .infinity, .nan] {
            let answer = await refusal(["TextScale": .double(scale)])
            #expect(answer.hasPrefix("InvalidArgument: TextScale \(scale) is out of range; expected 0.5 to 4"))
        }
        let unknown = await refusal(["TextStyles": ["footnote": Self.metrics(1, 1)].variant])
        #expect(unknown.hasPrefix("InvalidArgument: the text style is 'footnote'; expected body, largeTitle"))
        for length in [0, -1, 512.5, .infinity, .nan] {
            let styles = ["caption": Self.metrics(10, length)].variant
            #expect(
                await refusal(["TextStyles": styles]).hasPrefix("InvalidArgument: a length of the text style caption"))
        }
        #expect(await refusal(["TextScale": .string("2")]).hasPrefix("InvalidArgs"))
        #expect(
            await refusal(["TextAdvances": ["footnote": Self.advances(1)].variant])
                .hasPrefix("InvalidArgument: the text style is 'footnote'; expected body, largeTitle"))
        for values in [[], Array(Self.advances(1).dropLast()), Self.advances(1) + [1]] {
            #expect(
                await refusal(["TextAdvances": ["body": values].variant]).hasPrefix(
                    "InvalidArgument: TextAdvances of body has \(values.count) values; expected 97"))
        }
        for value in [-1, 512.5, .infinity, .nan] as [Double] {
            #expect(
                await refusal(["TextAdvances": ["body": Self.advances(1).dropLast() + [value]].variant]).hasPrefix(
                    "InvalidArgument: value 96 of TextAdvances of body is \(value); expected 0 to 512"))
            let control = ControlMetrics(minimumWidth: 1, minimumHeight: 1, verticalPadding: value)
            #expect(
                await refusal(["ControlMetrics": ["Switch": control].variant]).hasPrefix(
                    "InvalidArgument: a length of ControlMetrics of Switch is \(value); expected 0 to 512"))
        }
        for name in ["Label", "button"] {
            #expect(
                await refusal(["ControlMetrics": [name: Self.button].variant]).hasPrefix(
                    "InvalidArgument: ControlMetrics has '\(name)'; expected Button, TextField, TextView, Switch"))
        }
        #expect(await refusal(["TextAdvances": ["body": ["1"]].variant]).hasPrefix("InvalidArgs"))
        #expect(try await stage.other.window(stage.tabs).textAdvances.isEmpty)
        #expect(try await stage.other.window(stage.tabs).attachedClients.isEmpty)
    }

    @Test(.rules("S-212")) func `owners hear how large texts are, and read it`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let client = stage.other
        let owner = try RemoteOwner(client: client)
        let page = try await owner.register(["Methods": ["TraitsChanged"].variant])
        try await client.setTabs([page], of: stage.tabs)
        #expect(try await client.viewController(page).getTraits()["TextScale"] == .double(1))
        try await stage.front.attach(to: stage.tabs, ["TextScale": .double(2)])
        try await EventLoop.until("the traits") { owner.details.contains { $0.contains("TextScale=2") } }
        let styles: [String: TextStyleMetrics]? = try await client.viewController(page).getTraits()["TextStyles"]?.get()
        #expect(styles?["title"] == Self.metrics(68, 26))
        // The metrics alone are a change as well.
        owner.clearCalls()
        let given = ["title": Self.metrics(70, 20)].variant
        try await stage.front.attach(to: stage.tabs, ["TextScale": .double(2), "TextStyles": given])
        try await EventLoop.until("the new metrics") { !owner.details.isEmpty }
    }

    @Test(.rules("S-212")) func `owners hear that advances and controls have changed, without their values`()
        async throws
    {
        let stage = try await WindowStage(tabs: 1)
        let client = stage.other
        let owner = try RemoteOwner(client: client)
        let page = try await owner.register(["Methods": ["TraitsChanged"].variant])
        try await client.setTabs([page], of: stage.tabs)
        func digest() async throws -> UInt64? {
            try await client.viewController(page).getTraits()["MetricsDigest"]?.get()
        }
        #expect(try await digest() == nil)
        let front = stage.front
        func change(_ event: String, _ options: Options) async throws -> UInt64? {
            owner.clearCalls()
            try await front.attach(to: stage.tabs, options)
            try await EventLoop.until(event) { !owner.details.isEmpty }
            return try await digest()
        }
        let first = try await change("advances", ["TextAdvances": ["body": Self.advances(7)].variant])
        let digests = [
            first, try await change("other advances", ["TextAdvances": ["body": Self.advances(7.5)].variant]),
            try await change("another style", ["TextAdvances": ["title": Self.advances(7.5)].variant]),
            try await change("controls", ["ControlMetrics": ["Button": Self.button].variant]),
        ]
        #expect(!digests.contains(nil))
        #expect(Set(digests).count == digests.count)
        #expect(try await change("the first advances", ["TextAdvances": ["body": Self.advances(7)].variant]) == first)
        #expect(owner.details.contains { $0.contains("MetricsDigest=") && !$0.contains("TextAdvances") })
        #expect(try await change("none", [:]) == nil)
    }

    // MARK: SizeThatFits

    private nonisolated static let rows = [
        TableRow(title: "One"), TableRow(title: "A long title", detail: "and a detail"),
    ]

    @Test(
        .rules("S-211"),
        arguments: [
            ("Label", ["Text": .string("abcd")], DBusSize(width: 1, height: 1), DBusSize(width: 37, height: 22)),
            (
                "Label", ["Text": .string("abcd"), "Style": .string("largeTitle")], .zero,
                DBusSize(width: 74, height: 41)
            ),
            ("Label", [:], .zero, DBusSize(width: 0, height: 22)),
            (
                "Label", ["Text": .string("abcd efgh\nij"), "Lines": .uint32(0)],
                DBusSize(width: 40, height: .infinity), DBusSize(width: 40, height: 66)
            ),
            (
                "Label", ["Text": .string("abcd efgh\nij"), "Lines": .uint32(2)],
                DBusSize(width: 1000, height: 5), DBusSize(width: 83, height: 44)
            ),
            // 36.8 points, and a tenth more for bold letters.
            (
                "Label", ["Text": .string("abcd"), "Weight": .string("bold")], .zero, DBusSize(width: 41, height: 22)
            ),
            (
                "Label", ["Text": .string("abcd"), "TextAttributes": [TextAttribute(0..<1, .code)].variant], .zero,
                DBusSize(width: 41, height: 22)
            ),
            // An image of 48 points and a line of 22, each with its space.
            (
                "TableView", ["EmptyImage": .string("alarm"), "EmptyTitle": .string("None")],
                DBusSize(width: 200, height: .infinity), DBusSize(width: 200, height: 94)
            ),
            ("Button", ["Title": .string("Add")], .zero, DBusSize(width: 46, height: 36)),
            ("Button", ["Image": .string("list-add")], .zero, DBusSize(width: 44, height: 36)),
            ("TextField", [:], .zero, DBusSize(width: 136, height: 36)),
            ("Switch", [:], .zero, DBusSize(width: 51, height: 31)),
            ("SegmentedControl", ["Segments": ["On", "Off"].variant], .zero, DBusSize(width: 92, height: 36)),
            (
                "TableView", ["Rows": rows.variant], DBusSize(width: 400, height: .infinity),
                DBusSize(width: 400, height: 88)
            ),
            // The detail of the second row is below its title.
            (
                "TableView", ["Rows": rows.variant], DBusSize(width: 200, height: .infinity),
                DBusSize(width: 200, height: 112)
            ),
            (
                "TableView", ["Rows": rows.variant, "RowHeight": .double(50)], DBusSize(width: 200, height: 10),
                DBusSize(width: 200, height: 100)
            ),
            (
                "ImageView", ["Pixels": Pixels(width: 3, height: 2, bytes: [UInt8](repeating: 0, count: 24)).variant],
                .zero, DBusSize(width: 3, height: 2)
            ),
            ("View", [:], DBusSize(width: 7, height: .infinity), DBusSize(width: 7, height: 0)),
        ] as [(String, [String: Variant], DBusSize, DBusSize)])
    func `a view has the size of its content`(
        className: String, properties: [String: Variant], room: DBusSize, expected: DBusSize
    ) async throws {
        let stage = try await WindowStage(tabs: 1)
        let page = try #require(try await stage.other.tabBarController(stage.tabs).viewControllers.first)
        let size = try await stage.other.viewController(page).sizeThatFits(className, properties, room)
        #expect(size == expected)
    }

    @Test(.rules("S-211")) func `sizes follow the front ends, and a view that could not exist has none`() async throws {
        let stage = try await WindowStage(tabs: 1)
        let page = try #require(try await stage.other.tabBarController(stage.tabs).viewControllers.first)
        let controller = stage.other.viewController(page)
        let room = DBusSize(width: 300, height: .infinity)
        try await stage.front.attach(to: stage.tabs, ["TextScale": .double(2), "ReadOnly": .bool(true)])
        #expect(
            try await controller.sizeThatFits("Label", ["Text": .string("日本")], room) == DBusSize(width: 71, height: 44)
        )
        // A front end that only reads may ask.
        #expect(try await stage.front.viewController(page).sizeThatFits("Label", [:], room).height == 44)

        func refusal(_ name: String, _ properties: [String: Variant], _ size: DBusSize) async -> String {
            await failure { _ = try await controller.sizeThatFits(name, properties, size) }
        }
        #expect(await refusal("Lable", [:], room) == "InvalidArgument")
        #expect(await refusal("Label", ["Title": .string("")], room) == "InvalidArgument")
        #expect(await refusal("Label", ["Text": .bool(true)], room) == "InvalidArgs")
        #expect(await refusal("Label", [:], DBusSize(width: -1, height: 0)) == "InvalidArgument")
        #expect(await refusal("Label", [:], DBusSize(width: .nan, height: 0)) == "InvalidArgument")
        let long = String(repeating: "a", count: 70_000)
        #expect(await refusal("Label", ["Text": .string(long)], room) == "LimitsExceeded")
    }

    // MARK: Plugins

    @Test(.rules("S-212"), arguments: ["daemon", "process"])
    func `plugins in Swift and C lay out their views for large texts`(isolation: String) async throws {
        try PrivateBus.current.configure("[isolation]\n\"*\" = \"\(isolation)\"\n")
        let stage = try await PluginStage(DaemonOptions())
        try await stage.createTabs([
            "Types": ["gallery.Labels", "clock.WorldClock", "system_monitor.SystemMonitor"].variant
        ])
        let tabs = try await stage.viewControllers()
        let front = try BusClient()
        let heights = [("Style-caption", 16.0, 32.0), ("Add", 40, 58), ("Cores", 20, 32)]
        for (index, (name, usual, large)) in heights.enumerated() {
            try await stage.client.tabBarController(stage.tabs).set(\.selectedIndex, to: Int64(index))
            for (scale, height) in [(1, usual), (2, large), (1.0, usual)] {
                try await front.attach(to: stage.tabs, ["TextScale": .double(scale)])
                try await EventLoop.until("\(name) at \(scale)") {
                    try await stage.views(of: tabs[index]).named(name)?.frame.height == height
                }
            }
        }
        // The rows of a table in Swift grow and shrink, too.
        try await stage.client.tabBarController(stage.tabs).set(\.selectedIndex, to: 1)
        for (scale, heights) in [(2, 56...200), (1.0, 44...44.0)] {
            try await front.attach(to: stage.tabs, ["TextScale": .double(scale)])
            try await EventLoop.until("rows at \(scale)") {
                let height: Double? = try await stage.views(of: tabs[1]).named("Cities")?.value(of: "RowHeight")?.get()
                return height.map(heights.contains) ?? false
            }
        }
    }
}
