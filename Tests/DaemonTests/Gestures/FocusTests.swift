import TestSupport

/// The focus of profile tv on real views over a real bus (J-1 to J-12).
@EventLoop @Suite(.bus) struct FocusTests {
    private let stage: FocusStage

    init() async throws { stage = try await FocusStage() }

    @Test(.rules("J-5")) func `the focus finds visible and usable views at their scrolled positions`() async throws {
        let focusable: [String: Variant] = ["Focusable": .bool(true)]
        let hidden = focusable.merging(["Hidden": .bool(true)]) { $1 }
        let disabled = focusable.merging(["Enabled": .bool(false)]) { $1 }
        let scrolled = [
            "ContentSize": DBusSize(width: 400, height: 2000).variant,
            "ContentOffset": DBusSize(width: 0, height: 400).variant,
        ]
        try await stage.update([
            .view(2, at: DBusRect(0, 150, 100, 50), with: hidden),
            .view(3, at: DBusRect(0, 200, 100, 50), with: disabled),
            .view(4, at: DBusRect(0, 250, 100, 50)),
            // Scrolled up by 400, so that its second subview is the first one straight below.
            .view(5, "ScrollView", at: DBusRect(0, 300, 400, 600), with: scrolled),
            .view(6, in: 5, at: DBusRect(0, 100, 100, 50), with: focusable),
            .view(7, in: 5, at: DBusRect(0, 500, 100, 50), with: focusable),
            .view(8, in: 5, at: DBusRect(0, 600, 100, 50), with: focusable),
        ])
        #expect(try await stage.press("down"))
        #expect(try await stage.focus() == "view 7")
        #expect(try await stage.press("down"))
        #expect(try await stage.focus() == "view 8")
        // A removed view loses the focus, and the first remaining one gets it (S-81).
        try await stage.update([], removing: [8])
        #expect(try await stage.focus() == "view 6")
        try await stage.update([], removing: [5])
        #expect(try await stage.focus() == "item 0")
        #expect(try await stage.isBarHidden() == false)
    }

    @Test func `the focus finds controls and tables unless they opt out`() async throws {
        let editable: [String: Variant] = ["Editable": .bool(true)]
        let optsOut: [String: Variant] = ["Focusable": .bool(false)]
        let optsIn: [String: Variant] = ["Focusable": .bool(true)]
        let rows: [(id: UInt32, className: String, properties: [String: Variant], isFocusable: Bool)] = [
            (2, "Button", [:], true), (3, "TextField", [:], true), (4, "TextView", editable, true),
            (5, "TextView", [:], false), (6, "Switch", [:], true), (7, "Slider", [:], true),
            (8, "SegmentedControl", [:], true), (9, "TableView", [:], true), (10, "View", [:], false),
            (11, "Label", [:], false), (12, "ImageView", [:], false), (13, "ProgressView", [:], false),
            (14, "StackView", [:], false), (15, "ScrollView", [:], false), (16, "Chart", [:], false),
            (17, "Label", optsIn, true), (18, "TextView", optsIn, true), (19, "Button", optsOut, false),
            (20, "TextView", editable.merging(optsOut) { $1 }, false), (21, "Button", ["Hidden": .bool(true)], false),
            (22, "Button", ["Enabled": .bool(false)], false),
            (26, "TabBar", [:], true),
        ]
        let views = rows.enumerated().map { index, row in
            ViewEntry.view(
                row.id, row.className, at: DBusRect(0, 200 + Double(index) * 30, 100, 20), with: row.properties)
        }
        try await stage.update(
            views + [
                // A button in a hidden view.
                .view(23, at: DBusRect(0, 900, 100, 20), with: ["Hidden": .bool(true)]),
                .view(24, "Button", in: 23, at: DBusRect(0, 0, 100, 20)),
                .view(25, "Button", at: DBusRect(0, 930, 100, 20)),
            ])
        for id in rows.filter(\.isFocusable).map(\.id) + [25, 25] {
            #expect(try await stage.press("down"))
            #expect(try await stage.focus() == "view \(id)")
        }
    }

    @Test(.rules("J-7"))
    func `select enters the preferred view, and there it triggers the button's action`() async throws {
        let focusable: [String: Variant] = ["Focusable": .bool(true)]
        try await stage.update([
            .view(2, at: DBusRect(0, 200, 100, 50), with: focusable),
            .view(3, "Button", at: DBusRect(500, 800, 100, 50), with: focusable),
        ])
        try await stage.client.viewController(stage.first).set(\.preferredFocusedView, to: 3)
        #expect(try await stage.press("select"))
        #expect(try await stage.focus() == "view 3")
        #expect(try await stage.isBarHidden())
        #expect(try await !stage.client.tap(1, in: stage.tabs))
        #expect(try await stage.press("select"))
        try await stage.client.barrier()
        #expect(stage.actions == ["primaryActionTriggered 3"])
        #expect(try await stage.press("up"))
        #expect(try await stage.press("down"))
        #expect(try await stage.focus() == "view 2")
        #expect(try await !stage.press("select"))
    }

    @Test func `an unknown button or direction is refused`() async throws {
        #expect(await failure { _ = try await stage.press("fire") } == "InvalidArgument")
        #expect(await failure { _ = try await stage.client.focus(stage.tabs).swipe("menu") } == "InvalidArgument")
        let phone = try await stage.client.manager.createTabBarController()
        #expect(await failure { _ = try await stage.client.focus(phone).press("fire") } == "InvalidArgument")
        let plain = try await stage.client.register()
        #expect(await failure { _ = try await stage.client.focus(plain).press("up") } == "UnknownInterface")
    }
}
