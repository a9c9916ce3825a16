import TestSupport

/// Conversion of coordinates between scrolled views and their window (V1, V2).
@EventLoop @Suite(.localDaemon) struct ScrollingTests {
    private typealias Popover = PopoverPresentationControllerInterface

    private static func scrollView(
        _ id: UInt32, in parent: UInt32, at frame: DBusRect, scrolledBy x: Double, _ y: Double
    ) -> ViewEntry {
        .view(id, "ScrollView", in: parent, at: frame, with: ["ContentOffset": DBusSize(width: x, height: y).variant])
    }

    /// A scroll view in a scroll view, with a view in it at (73, 95) in the root view.
    private static let nested = [
        scrollView(10, in: 1, at: DBusRect(44, 44, 200, 200), scrolledBy: 86, 62),
        scrollView(11, in: 10, at: DBusRect(100, 90, 60, 60), scrolledBy: 5, 7),
        .view(12, "SegmentedControl", in: 11, at: DBusRect(20, 30, 30, 10), with: ["Segments": ["A", "B"].variant]),
    ]

    // MARK: Popovers

    /// The position of a popover, as the point of its arrow.
    private static func tip(_ stage: PopoverStage) async throws -> [Double] {
        let frame = try await stage.get(Popover.frame)
        #expect(try await stage.get(Popover.arrowDirection) == 1)
        return [frame.x + frame.width / 2 + (try await stage.get(Popover.arrowOffset)), frame.y]
    }

    @Test(.rules("P15 V2")) func `a SourceRect in a scroll view follows the scrolled content`() async throws {
        let stage = try await PopoverStage()
        let first = stage.children[0]
        try await stage.user.updateView(of: first, Self.nested)
        func point(at view: UInt32, _ rect: DBusRect) async throws -> [Double] {
            try await stage.set(Popover.sourceView, to: ViewReference(viewController: first, view: view))
            try await stage.set(Popover.sourceRect, to: rect)
            return try await Self.tip(stage)
        }
        let source = ViewReference(viewController: first, view: 10).variant
        #expect(
            await stage.present(["SourceView": source, "SourceRect": DBusRect(100, 100, 40, 40).variant]).value
                == "none")
        // The middle of the lower edge of (58, 82, 40, 40).
        #expect(try await Self.tip(stage) == [78, 122])
        #expect(try await point(at: 11, DBusRect(20, 30, 30, 10)) == [88, 105])
        #expect(try await point(at: 12, DBusRect(1, 2, 6, 4)) == [77, 101])
        // The null rect stands for all of the scroll view, which its own scrolling does not move.
        #expect(try await point(at: 11, .null) == [88, 132])
        // Scrolling the surrounding view moves it.
        try await stage.user.updateView(
            of: first, [Self.scrollView(10, in: 1, at: DBusRect(44, 44, 200, 200), scrolledBy: 76, 52)])
        #expect(try await Self.tip(stage) == [98, 142])
    }

    @Test(.rules("P15 V2")) func `a root view may scroll as well`() async throws {
        let stage = try await PopoverStage()
        let second = stage.children[1]
        try await stage.user.select(1, in: stage.tabs)
        try await stage.user.updateView(
            of: second,
            [
                Self.scrollView(1, in: 0, at: DBusRect(0, 0, 1024, 768), scrolledBy: 100, 50),
                .view(2, at: DBusRect(600, 150, 40, 40)),
            ])
        func present(_ view: UInt32, _ rect: DBusRect) async throws -> [Double] {
            let source = ViewReference(viewController: second, view: view).variant
            #expect(await stage.present(["SourceView": source, "SourceRect": rect.variant]).value == "none")
            let point = try await Self.tip(stage)
            try await stage.dismiss()
            return point
        }
        // The status bar covers 20 points of the root, so its content begins there.
        #expect(try await present(1, DBusRect(600, 150, 40, 40)) == [520, 160])
        #expect(try await present(2, .null) == [520, 160])
    }

    // MARK: Touches

    @Test(.rules("V2")) func `a touch finds the control that is scrolled to its point`() async throws {
        let stage = try await ViewStage()
        var values: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            values.append(arguments.last ?? .bool(false))
            reply.succeed { (_) throws(DBusError) in }
        }
        try await stage.update(Self.nested)
        // Left and right of it, then its two halves.
        for x in [72.0, 74, 87, 89, 102, 104] {
            _ = try await stage.watcher.window(stage.tabs).tapAt(x, 100)
        }
        try await stage.owner.barrier()
        #expect(values == [0, 0, 1, 1].map { .variant(.int32($0)) })
    }
}
