import TestSupport

/// The insets that keep the content of views that scroll out from under bars (V15).
@EventLoop @Suite(.localDaemon) struct ContentInsetTests {
    /// The window's insets are 20 at the top and 49 at the bottom.
    private static let window = DBusRect(0, 0, 320, 480)

    private static func rows(_ count: Int) -> Variant { (0..<count).map { TableRow(title: "\($0)") }.variant }

    private static func inset(_ stage: ViewStage, of id: UInt32) async throws -> [Double] {
        let view = try await stage.view().views.first { $0.id == id }
        let inset: DBusInsets = view?.properties["AdjustedContentInset"]?.get() ?? .zero
        return [inset.top, inset.left, inset.bottom, inset.right]
    }

    @Test(.rules("V15")) func `a view that scrolls is inset by what bars cover of it`() async throws {
        let stage = try await ViewStage()
        try await stage.update([
            .view(2, "TableView", at: Self.window, mask: 18), .view(3, "TextView", at: DBusRect(0, 5, 320, 100)),
            .view(4, "ScrollView", at: DBusRect(0, 400, 320, 80)), .view(5, "TableView", at: DBusRect(0, 20, 320, 411)),
            .view(6, at: DBusRect(0, 10, 320, 470)), .view(7, "TableView", in: 6, at: DBusRect(0, 2, 320, 468)),
        ])
        #expect(try await Self.inset(stage, of: 2) == [20, 0, 49, 0])
        #expect(try await Self.inset(stage, of: 3) == [15, 0, 0, 0])
        #expect(try await Self.inset(stage, of: 4) == [0, 0, 49, 0])
        #expect(try await Self.inset(stage, of: 5) == [0, 0, 0, 0])
        #expect(try await Self.inset(stage, of: 7) == [8, 0, 49, 0])
        // It follows the window, and only the views whose inset changed are announced.
        stage.watcher.clearSignals()
        try await stage.watcher.window(stage.tabs).set(\.statusBarHeight, to: 30)
        let changed: [ViewEntry] = try await stage.changes().first?.arguments[1].get() ?? []
        #expect(changed.map(\.id) == [2, 3, 5, 6, 7].filter { $0 != 6 })
        #expect(try await Self.inset(stage, of: 2) == [30, 0, 49, 0])
        #expect(try await Self.inset(stage, of: 5) == [10, 0, 0, 0])
    }

    @Test(.rules("V15")) func `the behaviour says which sides count`() async throws {
        let stage = try await ViewStage()
        try await stage.watcher.attach(to: stage.tabs, ["BarSide": .string("leading")])
        let wide = DBusSize(width: 900, height: 100).variant
        let high = DBusSize(width: 100, height: 900).variant
        let cases: [(String, [String: Variant], String, [Double])] = [
            ("TableView", [:], "automatic", [20, 80, 0, 0]), ("ScrollView", [:], "automatic", [20, 0, 0, 0]),
            ("ScrollView", ["ContentSize": wide], "automatic", [20, 80, 0, 0]),
            ("ScrollView", ["ContentSize": wide], "scrollableAxes", [0, 80, 0, 0]),
            ("ScrollView", ["ContentSize": high], "scrollableAxes", [20, 0, 0, 0]),
            ("TextView", [:], "scrollableAxes", [20, 0, 0, 0]), ("TableView", [:], "always", [20, 80, 0, 0]),
            ("ScrollView", [:], "always", [20, 80, 0, 0]),
            ("ScrollView", ["ContentSize": wide], "never", [0, 0, 0, 0]),
        ]
        for (index, (name, properties, behaviour, expected)) in cases.enumerated() {
            var properties = properties
            properties["ContentInsetAdjustmentBehavior"] = .string(behaviour)
            let id = UInt32(2 * index + 2)
            try await stage.update([.view(id, name, at: Self.window, with: properties)])
            #expect(try await Self.inset(stage, of: id) == expected, "\(name) \(properties)")
            // Its own inset is added.
            properties["ContentInset"] = DBusInsets(top: 1, left: -2, bottom: 3, right: 4).variant
            try await stage.update([.view(id, name, at: Self.window, with: properties)])
            let sum = zip(expected, [1, -2, 3, 4]).map { $0 + $1 }
            #expect(try await Self.inset(stage, of: id) == sum, "\(name) \(properties)")
        }
    }

    @Test(.rules("V15")) func `the owner cannot set the sum, and nothing is covered in a scroll view`() async throws {
        let stage = try await ViewStage()
        let forged = DBusInsets(top: 300, left: 0, bottom: 0, right: 0).variant
        let table = ViewEntry.view(2, "TableView", at: Self.window, with: ["AdjustedContentInset": forged])
        try await stage.update([
            table, .view(3, "ScrollView", at: Self.window),
            .view(4, "TableView", in: 3, at: Self.window, with: ["AdjustedContentInset": forged]),
            // Front ends may scroll to what is below the window.
            .view(5, "TableView", at: DBusRect(0, 5, 320, 480)), .view(6, "TableView", at: DBusRect(0, 500, 320, 80)),
        ])
        #expect(try await Self.inset(stage, of: 5) == [15, 0, 0, 0])
        #expect(try await Self.inset(stage, of: 6) == [0, 0, 0, 0])
        #expect(try await Self.inset(stage, of: 2) == [20, 0, 49, 0])
        #expect(try await Self.inset(stage, of: 3) == [20, 0, 49, 0])
        #expect(try await Self.inset(stage, of: 4) == [0, 0, 0, 0])
        // Writing the same views again changes nothing.
        stage.watcher.clearSignals()
        try await stage.update([table])
        #expect(try await stage.changes().isEmpty)
        #expect(try await Self.inset(stage, of: 2) == [20, 0, 49, 0])
        await #expect(throws: DBusError.self) {
            try await stage.update([.view(2, "TableView", at: Self.window, with: ["ContentInset": .double(1)])])
        }
    }

    @Test(.rules("V15 V2")) func `a touch finds what the inset has moved`() async throws {
        let stage = try await ViewStage()
        var values: [Variant] = []
        stage.methods["Action"] = { arguments, reply in
            values.append(arguments.last ?? .bool(false))
            reply.succeed { (_) throws(DBusError) in }
        }
        func tap(_ y: Double) async throws {
            _ = try await stage.watcher.window(stage.tabs).tapAt(100, y)
            try await stage.owner.barrier()
        }
        try await stage.update([.view(2, "TableView", at: Self.window, with: ["Rows": Self.rows(9)])])
        for y in [19.0, 21, 63, 65, 415, 417] { try await tap(y) }
        #expect(values == [0, 0, 1, 8].map { .variant(.uint32($0)) })
        // Ten rows would be higher than what is not covered: only the front end knows where they are.
        values = []
        try await stage.update([.view(2, "TableView", at: Self.window, with: ["Rows": Self.rows(10)])])
        try await tap(100)
        #expect(values.isEmpty)
        // The content of a scroll view begins below the bar, and scrolls from there.
        let content = DBusSize(width: 320, height: 900).variant
        func scroll(_ y: Double) -> ViewEntry {
            .view(
                3, "ScrollView", at: Self.window,
                with: ["ContentSize": content, "ContentOffset": DBusSize(width: 0, height: y).variant])
        }
        try await stage.update([scroll(0), .view(4, "Button", in: 3, at: DBusRect(0, 0, 320, 30))])
        for y in [19.0, 21, 49, 51] { try await tap(y) }
        try await stage.update([scroll(100), .view(4, "Button", in: 3, at: DBusRect(0, 100, 320, 30))])
        for y in [21.0, 49] { try await tap(y) }
        #expect(values == [true, true, true, true].map { .variant(.bool($0)) })
    }
}
