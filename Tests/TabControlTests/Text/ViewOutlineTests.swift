import TestSupport

@testable import TabControl

@Suite struct ViewOutlineTests {
    private func view(
        _ id: UInt32, _ parent: UInt32, _ name: String, _ properties: [String: Variant] = [:], mask: UInt32 = 0
    ) -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: name, frame: DBusRect(x: 0, y: 20.5, width: 375, height: 60),
            autoresizing: mask, properties: properties)
    }

    private func line(_ name: String, _ properties: [String: Variant]) -> String {
        ViewOutline.line(of: view(2, 1, name, properties))
    }

    @Test func `each view is a line, indented by depth, with a table's rows below it`() {
        let rows = [
            TableRow(title: "Berlin", detail: "12:00", accessory: "checkmark"), TableRow(title: "Oslo", enabled: false),
        ]
        let views = [
            view(1, 0, "View"), view(4, 1, "StackView", ["Axis": .string("horizontal")]),
            view(7, 4, "Button", ["Style": .string("filled"), "Title": .string("Go"), "Identifier": .string("Go")]),
            view(2, 1, "TableView", ["Rows": rows.variant, "SelectedRow": .int32(1)], mask: 2 + 16),
        ]
        #expect(
            ViewOutline(views).lines == [
                "1 View  0,20.5 375x60",
                "  4 StackView  0,20.5 375x60  Axis=horizontal",
                "    7 Button #Go  0,20.5 375x60  Title=\"Go\" Style=filled",
                "  2 TableView  0,20.5 375x60  SelectedRow=2 Flexible=width+height",
                "        1  Berlin  12:00    checkmark",
                "        2  Oslo             disabled",
            ])
    }

    @Test func `a tab bar has its items below it`() {
        let items = [
            TabBarEntry(title: "Inbox", badgeValue: "3"),
            TabBarEntry(title: "Spam", image: "mail-symbolic", enabled: false),
        ]
        let bar = view(1, 0, "TabBar", ["Items": items.variant, "SelectedItem": .int32(0)])
        #expect(
            ViewOutline([bar]).lines == [
                "1 TabBar  0,20.5 375x60  SelectedItem=1",
                "      1  Inbox  3",
                "      2  Spam      mail-symbolic  disabled",
            ])
    }

    @Test func `an author's texts are in quotes, the contract's constants are not`() {
        #expect(
            line("Label", ["Text": .string("body"), "Style": .string("title")]).hasSuffix("Text=\"body\" Style=title"))
        #expect(line("View", ["Hidden": .bool(true), "Enabled": .bool(false)]).hasSuffix("  Enabled=false Hidden"))
        #expect(line("View", ["BackgroundColor": .string("systemRed")]).hasSuffix("BackgroundColor=systemRed"))
        #expect(line("Slider", ["Value": .double(1.0 / 3)]).hasSuffix("Value=0.33"))
        #expect(
            line(
                "Label",
                [
                    "TextAttributes": [TextAttribute(1..<3, .bold), TextAttribute(0..<1, .link, .string("https://a"))]
                        .variant
                ]
            ).hasSuffix(#"TextAttributes=[(1, 2, "bold", true), (0, 1, "link", "https://a")]"#))
        #expect(
            line("Chart", ["Series": [ChartSeries(name: "In", values: [1, 2.5])].variant])
                .hasSuffix(#"Series=[("In", [1, 2.5], "")]"#))
        #expect(line("SegmentedControl", ["Segments": ["a", "b"].variant]).hasSuffix(#"Segments=["a", "b"]"#))
        #expect(line("SegmentedControl", ["SelectedSegment": .int32(0)]).hasSuffix("SelectedSegment=1"))
    }

    @Test func `every index of a view is printed as a position`() {
        for viewClass in ViewClasses.all {
            for (key, value) in viewClass.keys where value.defaultValue == .int32(-1) {
                #expect(PropertyText.text(.int32(-1), of: key, in: viewClass.name) == "none")
                #expect(PropertyText.text(.int32(4), of: key, in: viewClass.name) == "5")
            }
        }
    }

    @Test func `a line is a single line of limited length`() {
        let text = line("Label", ["Text": .string("a\n\u{1B}[31m\u{202E}b"), "Identifier": .string("x\ny")])
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
        #expect(line("TextView", ["Text": .string(String(repeating: "x", count: 60_000))]).count < 200)
        #expect(line("Chart", ["Values": [Double](repeating: 1, count: 5000).variant]).contains("… 5000 in all]"))
        let pixels = Pixels(width: 2, height: 1, bytes: [UInt8](repeating: 0, count: 8))
        #expect(line("ImageView", ["Pixels": pixels.variant]).hasSuffix("Pixels=2x1 pixels"))
    }

    @Test func `cycles and trees without root are handled`() {
        #expect(ViewOutline([]).lines.isEmpty)
        let knot = [view(1, 0, "View"), view(2, 3, "View"), view(3, 2, "View"), view(4, 4, "View")]
        #expect(ViewOutline(knot).lines.count == 1)
    }
}
