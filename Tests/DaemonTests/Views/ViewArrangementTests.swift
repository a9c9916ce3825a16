import TestSupport

@testable import TabDaemon

/// Frames that follow the content: stacks, guides, and scroll views that fit their content.
@EventLoop @Suite struct ViewArrangementTests {
    private static let words = Array(repeating: "aaaa", count: 10).joined(separator: " ")

    /// A column with a text that wraps, a row of a caption and a switch, and a view that takes the rest.
    private static let page: [ViewEntry] = [
        .view(
            2, "StackView",
            with: ["LayoutGuide": .string("safeArea"), "Distribution": .string("fill"), "Spacing": .double(8)]),
        .view(3, "Label", in: 2, with: ["Text": .string(words), "Lines": .uint32(0)]),
        .view(
            4, "StackView", in: 2,
            with: ["Axis": .string("horizontal"), "Distribution": .string("fill"), "Spacing": .double(8)]),
        .view(5, "Label", in: 4, with: ["Text": .string("abcd")]), .view(6, "Switch", in: 4), .view(7, in: 2),
    ]

    private static func tree(_ views: [ViewEntry]) throws -> ViewTree {
        var tree = ViewTree()
        tree.load(frame: DBusRect(0, 0, 320, 411))
        try tree.update(changed: views, removed: [])
        _ = tree.drainChange()
        return tree
    }

    @Test(.bus, .rules("S-232 S-234 S-235 S-237"))
    func `a page without frames follows its texts and its window`() async throws {
        let stage = try await ViewStage()
        try await stage.update(Self.page)
        func frames() async throws -> [DBusRect] { try await stage.view().views.dropFirst().map(\.frame) }
        #expect(
            try await frames() == [
                DBusRect(0, 20, 320, 411), DBusRect(0, 0, 320, 44), DBusRect(0, 52, 320, 31), DBusRect(0, 0, 261, 31),
                DBusRect(269, 0, 51, 31), DBusRect(0, 91, 320, 320),
            ])
        stage.watcher.clearSignals()
        try await stage.watcher.attach(to: stage.tabs, ["TextScale": .double(2)])
        #expect(
            try await frames() == [
                DBusRect(0, 20, 320, 411), DBusRect(0, 0, 320, 176), DBusRect(0, 184, 320, 44), DBusRect(0, 0, 261, 44),
                DBusRect(269, 0, 51, 44), DBusRect(0, 236, 320, 175),
            ])
        try await stage.watcher.window(stage.tabs).set(\.statusBarHeight, to: 44)
        #expect(try await frames().map(\.height) == [387, 176, 44, 44, 44, 151])
        try await stage.watcher.attach(
            to: stage.tabs, ["TextScale": .double(2), "LayoutDirection": .string("rightToLeft")])
        #expect(try await frames()[3] == DBusRect(59, 0, 261, 44))
        // The frames of an owner do not count.
        try await stage.update([.view(5, "Label", in: 4, at: DBusRect(1, 2, 3, 4), with: ["Text": .string("a")])])
        #expect(try await frames()[3] == DBusRect(59, 0, 261, 44))
        let page = stage.watcher.viewController(stage.controller)
        let room = DBusSize(width: 320, height: .infinity)
        #expect(try await page.sizeThatFits("", [:], room, ["View": .uint32(2)]) == DBusSize(width: 320, height: 236))
        #expect(
            await failure { _ = try await page.sizeThatFits("", [:], room, ["View": .uint32(9)]) } == "InvalidArgument")
        #expect(
            await failure { _ = try await page.sizeThatFits("View", [:], room, ["View": .uint32(2)]) }
                == "InvalidArgument")
    }

    @Test(.rules("S-237")) func `only views whose frames change are announced`() throws {
        var tree = try Self.tree(Self.page)
        // The same size, so nothing else is laid out.
        try tree.update(changed: [.view(5, "Label", in: 4, with: ["Text": .string("dcba")])], removed: [])
        #expect(tree.drainChange()?.changed.map(\.id) == [5])
        try tree.update(
            changed: [.view(3, "Label", in: 2, with: ["Text": .string("aaaa"), "Lines": .uint32(0)])], removed: [])
        #expect(tree.drainChange()?.changed.map(\.id) == [3, 4, 7])
        #expect(tree[7]?.frame == DBusRect(0, 69, 320, 342))
        try tree.update(changed: [], removed: [3])
        #expect(tree.drainChange()?.changed.map(\.id) == [4, 7])
        #expect(tree[7]?.frame == DBusRect(0, 39, 320, 372))
    }

    @Test(.rules("S-236")) func `a scroll view that fits has the size of its content`() throws {
        var scroll = ViewEntry.view(
            2, "ScrollView", at: DBusRect(0, 0, 200, 100),
            with: ["FitsContent": .bool(true), "ContentSize": DBusSize(width: 7, height: 7).variant])
        var tree = try Self.tree([
            scroll, .view(3, "StackView", in: 2, with: ["Distribution": .string("fill"), "Spacing": .double(8)]),
            .view(4, "Label", in: 3, with: ["Text": .string(Self.words), "Lines": .uint32(0)]),
            .view(5, "Button", in: 3, with: ["MinimumSize": DBusSize(width: 0, height: 44).variant]),
        ])
        // Four words fit in a line.
        #expect(tree[2]?[ViewKeys.contentSize] == DBusSize(width: 200, height: 118))
        #expect(tree[3]?.frame == DBusRect(0, 0, 200, 118))
        try tree.update(changed: [scroll], removed: [])
        #expect(tree.drainChange() == nil)
        scroll.frame.width = 400
        try tree.update(changed: [scroll], removed: [])
        _ = tree.drainChange()
        #expect(tree[2]?[ViewKeys.contentSize] == DBusSize(width: 400, height: 96))
        scroll.properties["FitsContent"] = nil
        try tree.update(changed: [scroll], removed: [])
        #expect(tree[2]?[ViewKeys.contentSize] == DBusSize(width: 7, height: 7))
    }

    @Test(.rules("S-235")) func `a guide in a scroll view keeps clear of bars at the sides`() throws {
        var tree = try Self.tree([
            .view(2, "ScrollView", at: DBusRect(0, 0, 320, 411), with: ["FitsContent": .bool(true)]),
            .view(3, "Label", in: 2, with: ["Text": .string("abcd"), "LayoutGuide": .string("safeArea")]),
        ])
        #expect(tree[3]?.frame == DBusRect(0, 0, 320, 22))
        tree.setSafeArea(DBusInsets(top: 20, left: 44, bottom: 21, right: 10))
        _ = tree.drainChange()
        #expect(tree[3]?.frame == DBusRect(44, 0, 266, 22))
        #expect(tree[2]?.adjustedContentInset == DBusInsets(top: 20, left: 0, bottom: 21, right: 0))
    }

    @Test(.rules("S-235 S-238")) func `guides and sizes that contradict are refused`() throws {
        let tree = try Self.tree(Self.page)
        let guide = ["LayoutGuide": Variant.string("view")]
        let sizes = [
            "MinimumSize": DBusSize(width: 0, height: 20).variant,
            "MaximumSize": DBusSize(width: 0, height: 10).variant,
        ]
        for (entry, message) in [
            (ViewEntry.view(8, in: 7, with: guide), "LayoutGuide of view 8 is 'view'"),
            (.view(7, in: 2, with: guide), "LayoutGuide of view 7 is 'view'"),
            (.view(7, in: 2, with: sizes), "MinimumSize of view 7 has the length 20.0, above 10.0 of MaximumSize"),
        ] {
            var changed = tree
            let error = #expect(throws: DBusError.self) { try changed.update(changed: [entry], removed: []) }
            #expect(error?.message.hasPrefix(message) == true)
            #expect(changed.views == tree.views)
        }
    }

    @Test(.rules("S-233 S-237")) func `a row follows the baseline of a column whose size stays`() throws {
        let (row, column) = (
            ["Axis": Variant.string("horizontal"), "Alignment": .string("firstBaseline")], "StackView"
        )
        let fill = ["Distribution": Variant.string("fill")]
        func texts(_ first: String, _ second: String) -> [ViewEntry] {
            [(4, first), (5, second)].map {
                .view($0.0, "Label", in: 3, with: ["Text": .string("a"), "Style": .string($0.1)])
            }
        }
        let label = ViewEntry.view(6, "Label", in: 2, with: ["Text": .string("a")])
        let start = [ViewEntry.view(2, column, with: row.merging(fill) { $1 }), .view(3, column, in: 2, with: fill)]
        var tree = try Self.tree(start + texts("title", "caption") + [label])
        try tree.update(changed: texts("caption", "title"), removed: [])
        _ = tree.drainChange()
        let fresh = try Self.tree(start + texts("caption", "title") + [label])
        #expect(tree.views.map(\.frame) == fresh.views.map(\.frame))
    }

    @Test(.rules("S-233")) func `rows in rows are laid out up to the limit of the depth`() throws {
        // Asking twice at each level would never end.
        let keys = ["Axis": Variant.string("horizontal"), "Alignment": .string("firstBaseline")]
        let rows = (2..<30).map { ViewEntry.view($0, "StackView", in: $0 - 1, with: keys) }
        var tree = try Self.tree(rows + [.view(30, "Label", in: 29, with: ["Text": .string("abcd")])])
        try tree.update(changed: [.view(30, "Label", in: 29, with: ["Text": .string("abcdabcd")])], removed: [])
        #expect(tree.drainChange() != nil)
    }

    @Test(.rules("S-237")) func `a text that had very many widths is still followed`() throws {
        func text(_ text: String) -> ViewEntry {
            .view(3, "Label", in: 2, with: ["Text": .string(text), "Lines": .uint32(0)])
        }
        func column(_ width: Double) -> ViewEntry {
            .view(2, "StackView", at: DBusRect(0, 0, width, 300), with: ["Distribution": .string("fill")])
        }
        let rest = ViewEntry.view(4, in: 2)
        var tree = try Self.tree([column(100), text("a"), rest])
        // More widths than are kept for one view, and then those that are measured again.
        for width in 101...300 {
            try tree.update(changed: [column(Double(width))], removed: [])
            _ = tree.drainChange()
        }
        for words in [Self.words, "b", Self.words] {
            try tree.update(changed: [text(words)], removed: [])
            _ = tree.drainChange()
            let fresh = try Self.tree([column(300), text(words), rest])
            #expect(tree.views.map(\.frame) == fresh.views.map(\.frame))
        }
    }

    @Test(.rules("S-236")) func `a content that fits again has its new size`() throws {
        func scroll(_ fits: Bool) -> ViewEntry {
            .view(2, "ScrollView", at: DBusRect(0, 0, 200, 100), with: ["FitsContent": .bool(fits)])
        }
        func label(_ text: String) -> ViewEntry {
            .view(3, "Label", in: 2, with: ["Text": .string(text), "Lines": .uint32(0)])
        }
        var tree = try Self.tree([scroll(true), label("a")])
        for change in [scroll(false), label(Self.words), scroll(true)] {
            try tree.update(changed: [change], removed: [])
            _ = tree.drainChange()
        }
        #expect(tree[2]?[ViewKeys.contentSize] == DBusSize(width: 200, height: 66))
    }

    @Test(.rules("S-235")) func `a guide in a scroll view follows when a view around it moves`() throws {
        func outer(_ x: Double) -> ViewEntry { .view(2, at: DBusRect(x, 0, 200, 411)) }
        var tree = try Self.tree([
            outer(0), .view(3, "ScrollView", in: 2, at: DBusRect(0, 0, 200, 411), with: ["FitsContent": .bool(true)]),
            .view(4, "Label", in: 3, with: ["Text": .string("abcd"), "LayoutGuide": .string("safeArea")]),
        ])
        tree.setSafeArea(DBusInsets(top: 0, left: 50, bottom: 0, right: 0))
        _ = tree.drainChange()
        #expect(tree[4]?.frame == DBusRect(50, 0, 150, 22))
        try tree.update(changed: [outer(100)], removed: [])
        _ = tree.drainChange()
        #expect(tree[4]?.frame == DBusRect(0, 0, 200, 22))
    }

    @Test(.rules("S-238"), arguments: [-1e308, 1e308])
    func `frames are finite whatever an owner gives`(length: Double) throws {
        let insets = DBusInsets(top: length, left: length, bottom: length, right: length)
        let size = DBusSize(width: abs(length), height: abs(length))
        let tree = try Self.tree([
            .view(2, "StackView", with: ["Spacing": .double(length), "LayoutGuide": .string("view")]),
            .view(3, in: 2), .view(4, in: 2), .view(5, in: 2),
            .view(6, "ScrollView", with: ["FitsContent": .bool(true)]),
            .view(7, "StackView", in: 6, with: ["Insets": insets.variant, "Distribution": .string("fill")]),
            .view(
                8, "TableView", in: 7,
                with: ["RowHeight": .double(1e308), "Rows": [TableRow(title: "a"), TableRow(title: "b")].variant]),
            .view(9, in: 7, with: ["MinimumSize": size.variant]),
        ])
        for view in tree.views {
            let frame = view.frame
            let lengths = [frame.x, frame.y, frame.width, frame.height, view[ViewKeys.contentSize].height]
            #expect(lengths.allSatisfy { abs($0) <= ViewTree.maximumLength }, "\(view)")
        }
    }

    // MARK: Random changes

    /// The keys that arrange views, with random values.
    private static func entry(_ id: UInt32, in parent: UInt32, _ values: inout RandomViewValues) -> ViewEntry {
        var entry = ViewEntry.view(id, in: parent, at: values.frame(), mask: UInt32(values.number(below: 64)))
        entry.className = id % 3 == 0 ? "StackView" : id % 7 == 1 ? "ScrollView" : "Label"
        func add(_ key: String, _ value: Variant, in all: UInt64) {
            if values.chance(1, in: all) { entry.properties[key] = value }
        }
        switch entry.className {
        case "StackView":
            add("Axis", .string("horizontal"), in: 2)
            add("Distribution", .string(values.pick(StackDistribution.words)), in: 1)
            add("Alignment", .string(values.pick(StackAlignment.words)), in: 2)
            add("Spacing", .double(Double(values.number(below: 9))), in: 2)
        case "ScrollView": add("FitsContent", .bool(true), in: 2)
        default:
            let count = values.number(below: 12)
            add("Text", .string(Array(repeating: "abc", count: count).joined(separator: " ")), in: 1)
            add("Lines", .uint32(0), in: 2)
            add("Style", .string(values.pick(TextStyle.words)), in: 3)
        }
        add("Hidden", .bool(true), in: 6)
        add("HuggingPriority", .uint32(UInt32(1 + values.number(below: 3))), in: 4)
        add("CompressionPriority", .uint32(UInt32(1 + values.number(below: 3))), in: 4)
        add("MinimumSize", DBusSize(width: 20, height: 10).variant, in: 5)
        add("MaximumSize", DBusSize(width: 60, height: 30).variant, in: 5)
        add("SpacingAfter", .double(Double(values.number(below: 9))), in: 5)
        add("LayoutGuide", .string(values.pick(LayoutGuide.words)), in: 3)
        return entry
    }

    @Test(.rules("S-237")) func `random changes give the frames of a tree that is laid out anew`() throws {
        let seed = Stress.firstSeed
        var values = RandomViewValues(Numbers(state: seed))
        var tree = try Self.tree([])
        var accepted = 0
        for round in 0..<(Stress.isLong ? 20_000 : 500) {
            var changed: [ViewEntry] = []
            for _ in 0..<values.number(below: 4) {
                let id = UInt32(2 + values.number(below: 30))
                let parent = tree[id]?.parent ?? UInt32(1 + values.number(below: Int(id - 1)))
                let moved = values.chance(1, in: 8) ? UInt32(1 + values.number(below: 30)) : parent
                changed.append(Self.entry(id, in: moved, &values))
            }
            if (try? tree.update(changed: changed, removed: [])) != nil { accepted += 1 }
            switch values.number(below: 12) {
            case 0: tree.setRootFrame(DBusRect(0, 0, values.length(), values.length()))
            case 1: tree.setSafeArea(DBusInsets(top: values.length() / 9, left: 0, bottom: 3, right: 4))
            case 2:
                let text = TextMetrics(scale: values.pick([1, 1.5]))
                tree.setTraits(
                    FrontEndMetrics(of: [Attachments.Client(text: text)]), isRightToLeft: values.chance(1, in: 2))
            default: break
            }
            _ = tree.drainChange()
            var fresh = ViewTree()
            fresh.load(frame: tree[1]?.frame ?? .zero)
            fresh.setSafeArea(tree.safeArea)
            fresh.setTraits(tree.metrics, isRightToLeft: tree.isRightToLeft)
            try fresh.update(changed: tree.views, removed: [])
            _ = fresh.drainChange()
            let differences = zip(tree.views, fresh.views).filter { $0 != $1 }.map { "\($0), expected \($1.frame)" }
            #expect(differences == [], "seed \(seed), round \(round)")
            guard differences.isEmpty else { return }
        }
        #expect(accepted > 250)
    }
}
