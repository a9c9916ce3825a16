import TestSupport

@testable import TabControl

/// What the terminal says about the sizes of its texts and controls.
@Suite struct ScreenMetricsTests {
    private static func fitting() throws -> ViewFitting {
        ViewFitting(
            TextMetrics(
                given: Grid.textStyles, advances: try TextMetrics.checked(advances: Grid.textAdvances)),
            try ControlMetricsTable(checking: Grid.controlMetrics))
    }

    @Test(
        .rules("S-211"),
        arguments: [
            "", "The window is 80 columns wide.", "Grüße aus Łódź", "日本語 text", "한국어", "שלום", "e\u{301}a\u{308}",
            "✅ Done ⚡",
            "☀\u{FE0F} sunny", "😀", "Ａ１",
        ])
    func `a text is as wide as its cells`(text: String) throws {
        let metrics = TextMetrics(advances: try TextMetrics.checked(advances: Grid.textAdvances))
        for style in TextMetrics.styles {
            #expect(
                metrics.width(of: text, style: style) == Double(CharacterWidth.width(of: text)) * Grid.width, "\(style)"
            )
        }
    }

    /// The class, the properties and the line that shows them completely.
    private nonisolated static let controls: [(String, [String: Variant], String)] = [
        ("Label", ["Text": .string("日本 is Japan")], "日本 is Japan"), ("Button", ["Title": .string("Go")], "[Go]"),
        ("Button", ["Title": .string("Go"), "Enabled": .bool(false)], "(Go)"),
        ("Switch", ["On": .bool(true)], "(━━●)"),
        ("SegmentedControl", ["Segments": ["One", "B"].variant, "SelectedSegment": .int32(0)], "[One]  B  "),
        ("TextField", ["Text": .string("more than fits by default")], "[more than fits by default ]"),
        ("ProgressView", ["Progress": .double(1)], "██████████ 100%"),
    ]

    @Test(.rules("S-213"), arguments: controls)
    func `a control of its fitting size shows all of its content`(
        className: String, properties: [String: Variant], line: String
    ) throws {
        let view = ViewEntry(id: 1, parent: 0, className: className, frame: .zero, properties: properties)
        let size = try Self.fitting().size(of: view, in: .zero)
        #expect(size.height == Grid.height)
        let columns = Int(size.width / Grid.width)
        #expect(Double(columns) * Grid.width == size.width)
        let screen = ScreenExample(
            .view(2, className, row: 1, column: 2, rows: 1, columns: columns, properties))
        #expect(screen.text(row: 1, columns: 2..<(2 + columns)) == line)
    }

    @Test(.rules("S-213")) func `a row of a table is one line`() throws {
        let rows = [TableRow(title: "One"), TableRow(title: "Two", detail: "2")]
        let view = ViewEntry(
            id: 1, parent: 0, className: "TableView", frame: .zero, properties: ["Rows": rows.variant])
        let size = try Self.fitting().size(of: view, in: DBusSize(width: 160, height: .infinity))
        #expect(size == DBusSize(width: 160, height: 2 * Grid.height))
    }
}
