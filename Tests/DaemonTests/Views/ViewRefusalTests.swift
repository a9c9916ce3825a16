import TestSupport
import Testing

/// The reasons for which an update of a view is refused.
@EventLoop @Suite(.bus) struct ViewRefusalTests {
    private struct Refusal {
        let why: String
        let changed: [ViewEntry]
        var removed: [UInt32] = []
        let error: String

        init(_ why: String, _ error: String, _ changed: ViewEntry..., removing removed: [UInt32] = []) {
            self.why = why
            self.error = error
            self.changed = changed
            self.removed = removed
        }

        /// A single view of a class with a single key.
        init(_ className: String, _ key: String, _ value: Variant, _ error: String) {
            self.init("\(key) of \(className)", error, .view(9, className, with: [key: value]))
        }
    }

    private static let wrongValue = "InvalidArgument"
    private static let wrongType = "InvalidArgs"
    private static let tooMuch = "LimitsExceeded"

    private static let trees = [
        Refusal("unknown class", wrongValue, .view(9, "Window")),
        Refusal("empty class", wrongValue, .view(9, "")),
        Refusal("class of a view", wrongValue, .view(2, "Label")),
        Refusal("unknown parent", wrongValue, .view(9, in: 77)),
        Refusal("a parent that comes later", wrongValue, .view(9, in: 10), .view(10)),
        Refusal("no parent", wrongValue, .view(9, in: 0)),
        Refusal("a parent that is removed", wrongValue, .view(9, in: 2), removing: [2]),
        Refusal("id 0", wrongValue, .view(0)),
        Refusal("an id that was used", wrongValue, .view(7)),
        Refusal("an id that is removed in the same update", wrongValue, .view(4), removing: [4]),
        Refusal("its own parent", wrongValue, .view(9, in: 9)),
        Refusal("inside itself", wrongValue, .view(2, in: 2)),
        Refusal("inside its child", wrongValue, .view(2, in: 3)),
        Refusal("the root inside a view", wrongValue, .view(1, in: 2)),
        Refusal("removal of the root", wrongValue, removing: [1]),
        Refusal("removal of nothing", wrongValue, removing: [77]),
        Refusal("removal of a removed view", wrongValue, removing: [7]),
        Refusal("removal twice", wrongValue, removing: [4, 4]),
        Refusal("removal with the parent", wrongValue, removing: [2, 3]),
        Refusal("mask", wrongValue, .view(9, mask: 64)),
        Refusal("NaN in a frame", wrongValue, .view(9, at: DBusRect(0, .nan, 1, 1))),
        Refusal("infinity in a frame", wrongValue, .view(9, at: DBusRect(.infinity, 0, 1, 1))),
        Refusal("the null rect as frame", wrongValue, .view(9, at: .null)),
        Refusal("a negative width", wrongValue, .view(9, at: DBusRect(0, 0, -1, 1))),
        Refusal("a negative height", wrongValue, .view(9, at: DBusRect(0, 0, 1, -0.5))),
        Refusal("a used identifier", wrongValue, .view(9, with: ["Identifier": .string("four")])),
        Refusal(
            "an identifier twice", wrongValue, .view(9, with: ["Identifier": .string("x")]),
            .view(10, with: ["Identifier": .string("x")])),
        Refusal("none", "none", .view(9, with: ["Identifier": .string("four")]), removing: [4]),
        Refusal("none", "none", .view(11, in: 9), .view(12, in: 11, mask: 63)),
    ]

    private static let textAtLimit = String(repeating: "x", count: 65_536)

    private static func pixels(_ width: UInt32, _ height: UInt32, _ count: Int) -> Variant {
        Pixels(width: width, height: height, bytes: [UInt8](repeating: 7, count: count)).variant
    }

    private static func rows(_ row: TableRow...) -> Variant { row.variant }

    private static let values = [
        Refusal("Label", "Title", .string("x"), wrongValue),
        Refusal("View", "", .string("x"), wrongValue),
        Refusal("Label", "Text", .uint32(1), wrongType),
        Refusal("Label", "Text", .variant(.string("x")), wrongType),
        Refusal("Label", "Lines", .int32(1), wrongType),
        Refusal("Label", "Hidden", .uint32(1), wrongType),
        Refusal("Label", "Alignment", .string("middle"), wrongValue),
        Refusal("Label", "Style", .string(""), wrongValue),
        Refusal("Button", "Style", .string("body"), wrongValue),
        Refusal("Label", "TextColor", .string("mauve"), wrongValue),
        Refusal("View", "BackgroundColor", .string("#12345"), wrongValue),
        Refusal("View", "TintColor", .string("#12345g"), wrongValue),
        Refusal("Button", "Image", .string("../icon"), wrongValue),
        Refusal("ImageView", "Image", .string("http://example.org/x.png"), wrongValue),
        Refusal("ImageView", "Image", .string("file:x.png"), wrongValue),
        Refusal("ImageView", "ContentMode", .string("fill"), wrongValue),
        Refusal("Slider", "Value", .double(.nan), wrongValue),
        Refusal("Slider", "Minimum", .double(-.infinity), wrongValue),
        Refusal("Slider", "Value", .int32(1), wrongType),
        Refusal("ProgressView", "Progress", .double(1.1), wrongValue),
        Refusal("ProgressView", "Progress", .double(.nan), wrongValue),
        Refusal("StackView", "Insets", DBusInsets(top: 0, left: 0, bottom: 0, right: .nan).variant, wrongValue),
        Refusal("StackView", "Axis", .string("depth"), wrongValue),
        Refusal("ScrollView", "ContentSize", DBusSize(width: .nan, height: 0).variant, wrongValue),
        Refusal("ScrollView", "ContentOffset", .structure([.double(0)]), wrongType),
        Refusal("Chart", "Values", [0, Double.infinity].variant, wrongValue),
        Refusal("Chart", "Values", .array(of: "i", [.int32(1)]), wrongType),
        Refusal("Label", "Text", .string(textAtLimit + "x"), tooMuch),
        Refusal("SegmentedControl", "Segments", [textAtLimit + "x"].variant, tooMuch),
        Refusal("SegmentedControl", "SelectedSegment", .int32(0), "OutOfRange"),
        Refusal("ImageView", "Pixels", pixels(2, 2, 15), wrongValue),
        Refusal("ImageView", "Pixels", pixels(2, 2, 12), wrongValue),
        Refusal("ImageView", "Pixels", pixels(0x8000_0000, 0x8000_0000, 0), wrongValue),
        Refusal("ImageView", "Pixels", pixels(512, 513, 512 * 513 * 4), tooMuch),
        Refusal("ImageView", "Pixels", .bytes([1]), wrongType),
        Refusal("TableView", "Rows", rows(TableRow(title: "a", accessory: "star")), wrongValue),
        Refusal("TableView", "Rows", rows(TableRow(title: "a", image: "a b")), wrongValue),
        Refusal("TableView", "Rows", ["a"].variant, wrongType),
        Refusal("TabBar", "Items", rows(TableRow(title: "a")), wrongType),
        Refusal("TabBar", "Items", [TabBarEntry(title: "a", image: "a b")].variant, wrongValue),
        Refusal("TabBar", "SelectedItem", .int32(0), "OutOfRange"),
        Refusal("TableView", "SelectedRow", .int32(0), "OutOfRange"),
        Refusal("TableView", "SelectedRow", .int32(-2), "OutOfRange"),
        Refusal(
            "a selected row behind the last", "OutOfRange",
            .view(9, "TableView", with: ["Rows": rows(TableRow(title: "a")), "SelectedRow": .int32(1)])),
        Refusal(
            "rows go, the selected one stays", "OutOfRange", .view(5, "TableView", with: ["SelectedRow": .int32(1)])),
        Refusal("Label", "Text", .string(textAtLimit), "none"),
        Refusal("none", "none", .view(10, "ImageView", with: ["Pixels": pixels(512, 512, 1 << 20)])),
    ]

    @Test func `an update that breaks the tree is refused by name`() async throws {
        try await Self.run(Self.trees)
    }

    @Test func `an update with a wrong key or value is refused by name`() async throws {
        try await Self.run(Self.values)
    }

    private static func run(_ refusals: [Refusal]) async throws {
        let stage = try await ViewStage()
        let table: [String: Variant] = [
            "Rows": rows(TableRow(title: "a"), TableRow(title: "b")), "SelectedRow": .int32(1),
        ]
        try await stage.update([
            .view(2), .view(3, in: 2), .view(4, with: ["Identifier": .string("four")]),
            .view(5, "TableView", with: table), .view(7),
        ])
        try await stage.update([], removing: [7])
        var state = try await stage.view()
        for refusal in refusals {
            stage.watcher.clearSignals()
            let found = await failure { try await stage.update(refusal.changed, removing: refusal.removed) }
            #expect(found == refusal.error, "\(refusal.why)")
            if refusal.error == "none" {
                state = try await stage.view()
            } else {
                #expect(try await stage.changes().isEmpty, "\(refusal.why)")
                #expect(try await stage.view() == state, "\(refusal.why)")
            }
        }
    }

    @Test func `32 levels of views are allowed and the next is too deep, also by moving`() async throws {
        let stage = try await ViewStage()
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
        let stage = try await ViewStage()
        try await stage.update((2...2000).map { .view($0) })
        let before = try await stage.view()
        #expect(before.views.count == 2000)
        #expect(await failure { try await stage.update([.view(2001)]) } == "LimitsExceeded")
        #expect(try await stage.view() == before)
        try await stage.update([.view(2001)], removing: [2])
        #expect(try await stage.view().views.count == 2000)
    }

    @Test func `the views of a controller have a common limit of 16 MiB`() async throws {
        let stage = try await ViewStage()
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
        let stage = try await ViewStage()
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
}
