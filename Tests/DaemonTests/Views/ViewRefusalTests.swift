import TestSupport

/// The reasons for which an update of a view is refused.
@EventLoop @Suite(.localDaemon) struct ViewRefusalTests {
    private let stage: ViewStage

    init() async throws { stage = try await ViewStage() }

    private typealias Update = (why: String, changed: [ViewEntry], removed: [UInt32])

    /// Updates that break the tree.
    private static let trees: [Update] = [
        ("unknown class", [.view(9, "Window")], []), ("empty class", [.view(9, "")], []),
        ("class of a view", [.view(2, "Label")], []), ("unknown parent", [.view(9, in: 77)], []),
        ("a parent that comes later", [.view(9, in: 10), .view(10)], []), ("no parent", [.view(9, in: 0)], []),
        ("a parent that is removed", [.view(9, in: 2)], [2]), ("id 0", [.view(0)], []),
        ("an id that was used", [.view(7)], []), ("an id that is removed in the same update", [.view(4)], [4]),
        ("its own parent", [.view(9, in: 9)], []), ("inside itself", [.view(2, in: 2)], []),
        ("inside its child", [.view(2, in: 3)], []), ("the root inside a view", [.view(1, in: 2)], []),
        ("removal of the root", [], [1]), ("removal of nothing", [], [77]), ("removal of a removed view", [], [7]),
        ("removal twice", [], [4, 4]), ("removal with the parent", [], [2, 3]), ("mask", [.view(9, mask: 64)], []),
        ("NaN in a frame", [.view(9, at: DBusRect(0, .nan, 1, 1))], []),
        ("infinity in a frame", [.view(9, at: DBusRect(.infinity, 0, 1, 1))], []),
        ("the null rect as frame", [.view(9, at: .null)], []),
        ("a negative width", [.view(9, at: DBusRect(0, 0, -1, 1))], []),
        ("a negative height", [.view(9, at: DBusRect(0, 0, 1, -0.5))], []),
        ("a used identifier", [.view(9, with: ["Identifier": .string("four")])], []),
        (
            "an identifier twice",
            [.view(9, with: ["Identifier": .string("x")]), .view(10, with: ["Identifier": .string("x")])], []
        ),
        (
            "a mistake after valid changes",
            [.view(2, with: ["Hidden": .bool(true)]), .view(9), .view(4, in: 9), .view(5, "Nothing")], [3]
        ),
    ]

    private static let textAtLimit = String(repeating: "x", count: 65_536)

    private static func pixels(_ width: UInt32, _ height: UInt32, _ count: Int) -> Variant {
        Pixels(width: width, height: height, bytes: [UInt8](repeating: 7, count: count)).variant
    }

    private static func rows(_ row: TableRow...) -> Variant { row.variant }

    /// Classes, each with a single key, by the error of its value.
    private static let values: [(error: String, keys: [(className: String, key: String, value: Variant)])] = [
        (
            "InvalidArgument",
            [
                ("Label", "Title", .string("x")), ("View", "", .string("x")),
                ("Label", "Alignment", .string("middle")), ("Label", "Style", .string("")),
                ("Button", "Style", .string("body")), ("Label", "TextColor", .string("mauve")),
                ("View", "BackgroundColor", .string("#12345")), ("View", "TintColor", .string("#12345g")),
                ("Button", "Image", .string("../icon")), ("ImageView", "Image", .string("http://example.org/x.png")),
                ("ImageView", "Image", .string("file:x.png")), ("ImageView", "ContentMode", .string("fill")),
                ("Slider", "Value", .double(.nan)), ("Slider", "Minimum", .double(-.infinity)),
                ("ProgressView", "Progress", .double(1.1)), ("ProgressView", "Progress", .double(.nan)),
                ("StackView", "Insets", DBusInsets(top: 0, left: 0, bottom: 0, right: .nan).variant),
                ("StackView", "Axis", .string("depth")), ("StackView", "Distribution", .string("equal")),
                ("StackView", "Alignment", .string("natural")), ("View", "SpacingAfter", .double(-2)),
                ("View", "SpacingAfter", .double(.infinity)), ("View", "HuggingPriority", .uint32(0)),
                ("View", "CompressionPriority", .uint32(1001)), ("View", "LayoutGuide", .string("margins")),
                ("View", "MinimumSize", DBusSize(width: -1, height: 0).variant),
                ("View", "MaximumSize", DBusSize(width: 0, height: .nan).variant),
                ("ScrollView", "ContentSize", DBusSize(width: .nan, height: 0).variant),
                ("Chart", "Values", [0, Double.infinity].variant), ("ImageView", "Pixels", pixels(2, 2, 15)),
                ("ImageView", "Pixels", pixels(2, 2, 12)),
                ("ImageView", "Pixels", pixels(0x8000_0000, 0x8000_0000, 0)),
                ("TableView", "Rows", rows(TableRow(title: "a", accessory: "star"))),
                ("TableView", "Rows", rows(TableRow(title: "a", image: "a b"))),
                ("TabBar", "Items", [TabBarEntry(title: "a", image: "a b")].variant),
            ]
        ),
        (
            "InvalidArgs",
            [
                ("Label", "Text", .uint32(1)), ("Label", "Text", .variant(.string("x"))),
                ("Label", "Lines", .int32(1)), ("Label", "Hidden", .uint32(1)), ("Slider", "Value", .int32(1)),
                ("ScrollView", "ContentOffset", .structure([.double(0)])),
                ("Chart", "Values", .array(of: "i", [.int32(1)])), ("ImageView", "Pixels", .bytes([1])),
                ("TableView", "Rows", ["a"].variant), ("TabBar", "Items", rows(TableRow(title: "a"))),
            ]
        ),
        (
            "LimitsExceeded",
            [
                ("Label", "Text", .string(textAtLimit + "x")),
                ("SegmentedControl", "Segments", [textAtLimit + "x"].variant),
                ("ImageView", "Pixels", pixels(512, 513, 512 * 513 * 4)),
            ]
        ),
        (
            "OutOfRange",
            [
                ("SegmentedControl", "SelectedSegment", .int32(0)), ("TabBar", "SelectedItem", .int32(0)),
                ("TableView", "SelectedRow", .int32(0)), ("TableView", "SelectedRow", .int32(-2)),
            ]
        ),
    ]

    /// Selected rows behind the last one.
    private static let selections: [Update] = [
        (
            "a selected row behind the last",
            [.view(9, "TableView", with: ["Rows": rows(TableRow(title: "a")), "SelectedRow": .int32(1)])], []
        ),
        ("rows go, the selected one stays", [.view(5, "TableView", with: ["SelectedRow": .int32(1)])], []),
    ]

    @Test func `an update that breaks the tree is refused by name`() async throws {
        try await prepare()
        try await expect("InvalidArgument", for: Self.trees)
        try await stage.update([.view(9, with: ["Identifier": .string("four")])], removing: [4])
        try await stage.update([.view(11, in: 9), .view(12, in: 11, mask: 63)])
    }

    @Test func `an update with a wrong key or value is refused by name`() async throws {
        try await prepare()
        for (error, keys) in Self.values {
            let updates = keys.map { className, key, value in
                Update("\(key) of \(className)", [.view(9, className, with: [key: value])], [])
            }
            try await expect(error, for: updates)
        }
        try await expect("OutOfRange", for: Self.selections)
        try await stage.update([.view(9, "Label", with: ["Text": .string(Self.textAtLimit)])])
        try await stage.update([.view(10, "ImageView", with: ["Pixels": Self.pixels(512, 512, 1 << 20)])])
    }

    private func prepare() async throws {
        let table = ["Rows": Self.rows(TableRow(title: "a"), TableRow(title: "b")), "SelectedRow": .int32(1)]
        try await stage.update([
            .view(2), .view(3, in: 2), .view(4, with: ["Identifier": .string("four")]),
            .view(5, "TableView", with: table), .view(7),
        ])
        try await stage.update([], removing: [7])
    }

    /// Expects that each update fails and changes nothing.
    private func expect(_ error: String, for updates: [Update]) async throws {
        let before = try await stage.view()
        stage.watcher.clearSignals()
        for (why, changed, removed) in updates {
            #expect(await failure { try await stage.update(changed, removing: removed) } == error, "\(why)")
            #expect(try await stage.changes().isEmpty, "\(why)")
            #expect(try await stage.view() == before, "\(why)")
        }
    }

    @Test func `32 levels of views are allowed and the next is too deep, also by moving`() async throws {
        try await stage.update((2...32).map { .view($0, in: $0 - 1) })
        #expect(await failure { try await stage.update([.view(33, in: 32)]) } == "LimitsExceeded")
        // View 40 with its two subviews fits below 29, but not below 30.
        try await stage.update([.view(40), .view(41, in: 40), .view(42, in: 41)])
        let before = try await stage.view()
        #expect(await failure { try await stage.update([.view(40, in: 30)]) } == "LimitsExceeded")
        #expect(try await stage.view() == before)
        try await stage.update([.view(40, in: 29)])
        #expect(try await stage.view().views.last?.id == 42)
    }

    @Test func `2000 views are allowed and one more is not`() async throws {
        try await stage.update((2...2000).map { .view($0) })
        let before = try await stage.view()
        #expect(before.views.count == 2000)
        #expect(await failure { try await stage.update([.view(2001)]) } == "LimitsExceeded")
        #expect(try await stage.view() == before)
        try await stage.update([.view(2001)], removing: [2])
        #expect(try await stage.view().views.count == 2000)
    }

    @Test func `the views of a controller have a common limit of 16 MiB`() async throws {
        let large = Self.pixels(512, 512, 1 << 20)
        for id in 2..<17 as Range<UInt32> { try await stage.update([.view(id, "ImageView", with: ["Pixels": large])]) }
        let seventeenth = ViewEntry.view(17, "ImageView", with: ["Pixels": large])
        #expect(await failure { try await stage.update([seventeenth]) } == "LimitsExceeded")
        // Replacing a view does not add one.
        try await stage.update([.view(2, "ImageView", with: ["Pixels": large, "Tooltip": .string("x")])])
        try await stage.update([.view(18, in: 3)])
        try await stage.update([.view(19, "ImageView", with: ["Pixels": large])], removing: [3])
        try await stage.update([.view(2, "ImageView")])
        try await stage.update([.view(20, "ImageView", with: ["Pixels": large])])
    }

    @Test func `ids may be widely scattered`() async throws {
        var last: UInt32 = 1
        var old: [UInt32] = []
        for _ in 0..<10 {
            let ids = (1...1111).map { last + 2 * UInt32($0) }
            last = ids[1110]
            try await stage.update(ids.map { .view($0) }, removing: old)
            old = ids
        }
        // Ids in between were not used. Recently removed ids are not used again.
        try await stage.update([.view(4), .view(last + 1), .view(last - 1)], removing: old)
        #expect(await failure { try await stage.update([.view(last)]) } == "InvalidArgument")
    }

    @Test func `an update names at most twice as many views as a controller may have`() async throws {
        try await stage.update([.view(2, "Label")])
        let before = try await stage.view()
        let entry = ViewEntry.view(2, "Label", with: ["Text": .string("again")])
        let repeated = Array(repeating: entry, count: 4001)
        #expect(await failure { try await stage.update(repeated) } == "LimitsExceeded")
        #expect(try await stage.view() == before)
        try await stage.update(Array(repeated.prefix(4000)))
        #expect(try await stage.view().views.last?.properties["Text"] == .string("again"))
    }

    @Test func `PreferredFocusedView does not outlive its view`() async throws {
        try await stage.update([.view(2, "Button")])
        try await stage.owner.viewController(stage.controller).set(\.preferredFocusedView, to: UInt32(2))
        try await stage.update([], removing: [2])
        #expect(try await stage.owner.viewController(stage.controller).preferredFocusedView == 0)
    }
}
