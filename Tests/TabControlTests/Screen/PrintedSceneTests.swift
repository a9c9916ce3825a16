import TestSupport

@testable import TabControl

/// The output of `tabctl show`. The window has 80 x 24 cells unless a test says otherwise.
@Suite struct PrintedSceneTests {
    private typealias Example = ExampleTree

    /// Returns the lines of a screen with the tab `Plain`, without the title and the bar.
    private func page(_ views: ViewEntry..., columns: Int? = nil, state: String = "ready") -> [String] {
        var example = Example.padWithPlain()
        example.set(ViewControllerInterface.name, "State", .string(state), of: Example.plain)
        example.set(ViewControllerInterface.name, "FailureReason", .string("it is gone"), of: Example.plain)
        let lines = example.printed(columns: columns, views: [Example.plain: ScreenExample.tree(views)])
        return Array(lines.dropFirst(2).dropLast(2))
    }

    private func label(
        _ id: UInt32, _ text: String, row: Int, column: Int = 0, rows: Int = 1, columns: Int = 20,
        _ properties: [String: Variant] = [:], in parent: UInt32 = 1
    ) -> ViewEntry {
        .view(
            id, "Label", row: row, column: column, rows: rows, columns: columns,
            ["Text": .string(text)].merging(properties) { $1 }, in: parent)
    }

    private static let rule = String(repeating: "─", count: 80)

    // MARK: Window

    @Test func `the title, the page and the bar are printed, without empty lines beside rules`() {
        var example = Example.pad()
        example.set(TabBarItemInterface.name, "BadgeValue", .string("3"), of: Example.plain)
        example.set(TabBarItemInterface.name, "Enabled", .bool(false), of: Example.more)
        #expect(
            example.printed(views: Example.popoverViews).joined(separator: "\n") == """
                Desk - Sound
                \(Self.rule)
                 ‹ Settings                          Sound                         [Edit] [Add]
                \(Self.rule)
                  Where time is told                                    [Sort]

                  Berlin                                                                 12:00
                  Lima                                                                   12:00
                  Nairobi                                                                12:00
                  Oslo                                                                   12:00
                  Tokyo                                                                  12:00
                \(Self.rule)
                       [1 Settings]               2 Plain {3}                 (3 More)
                """)
    }

    @Test func `the number of lines follows the content, not the window`() {
        let rows = (1...50).map { TableRow(title: "City \($0)") }.variant
        let text = (1...9).map { "line \($0)" }.joined(separator: "\n")
        let lines = page(
            .view(2, "TableView", row: 2, column: 0, rows: 4, columns: 40, ["Rows": rows]),
            label(3, "after the table", row: 7),
            .view(4, "TextView", row: 8, column: 0, rows: 3, columns: 40, ["Text": .string(text)]),
            label(5, "one two three four five six", row: 12, columns: 8, ["Lines": .uint32(0)]),
            label(6, "far below", row: 40))
        for number in 1...50 { #expect(lines.contains { $0.hasSuffix("City \(number)") }, "\(number)") }
        for number in 1...9 { #expect(lines.contains { $0.hasSuffix("line \(number)") }, "\(number)") }
        let last = ["City 50", "after the table", "line 9", "one two", "three", "four", "five six", "far below"]
        #expect(lines.map { String($0.trimmingPrefix { " ▏".contains($0) }) }.filter(last.contains) == last)
    }

    @Test func `a ScrollView shows only the content in its frame`() {
        let lines = page(
            label(2, "above", row: 0),
            .view(
                3, "ScrollView", row: 1, column: 0, rows: 2, columns: 40,
                [
                    "ContentOffset": DBusSize(width: 0, height: 16).variant,
                    "ContentSize": DBusSize(width: 320, height: 640).variant,
                ]),
            label(4, "scrolled away", row: 0, in: 3), label(5, "first", row: 1, in: 3),
            label(6, "second", row: 2, in: 3), label(7, "below", row: 3, in: 3), label(8, "after", row: 3))
        #expect(lines == ["above", "first", "second", "after"])
    }

    @Test func `a hidden bar is not printed, and a window without tabs and without a size is`() {
        var example = Example.pad()
        example.set(TabBarInterface.name, "Hidden", .bool(true), of: Example.bar)
        #expect(!example.printed().contains { $0.contains("Plain") })
        example = Example.pad()
        example.select(.none)
        #expect(example.printed().contains { $0.hasSuffix("no tabs") })
        example[Example.tabs, WindowInterface.name] = [:]
        #expect(example.printed(views: Example.popoverViews).contains { $0.hasSuffix("no tabs") })
        example.select(Example.navigation)
        #expect(example.printed(views: Example.popoverViews).contains { $0.contains("Where time is told") })
    }

    @Test func `titles that are equal are printed once, and a controller without titles by its path`() {
        var example = Example.padWithPlain()
        #expect(example.printed().first == "Desk - Plain")
        example.set(ViewControllerInterface.name, "Title", .string("Desk"), of: Example.plain)
        #expect(example.printed().first == "Desk")
        #expect(WindowSnapshot(of: Example.tabs, in: ExampleTree().tree).heading == "Desk - Sound")
        example.set(ViewControllerInterface.name, "Title", .string(""), of: Example.tabs)
        example.select(.none)
        #expect(example.printed().first == Example.tabs.text)
    }

    // MARK: Width

    @Test func `an output without a width gets the whole window`() {
        var example = Example.pad()
        example.set(WindowInterface.name, "Size", DBusSize(width: 960, height: 384).variant, of: Example.tabs)
        #expect(example.printed()[1].count == 120)
        example.set(WindowInterface.name, "Size", DBusSize(width: 320, height: 384).variant, of: Example.tabs)
        #expect(example.printed()[1].count == 80)
    }

    @Test func `a narrow terminal gets the whole window in fewer columns, with all items of the bar`() {
        let lines = Example.pad().printed(columns: 24, views: Example.popoverViews)
        #expect(
            lines.joined(separator: "\n") == """
                Desk - Sound
                ────────────────────────
                 ‹ Sett… … [Edit] [Add]
                ────────────────────────
                 Where time is to[Sort]

                  Berlin         12:00
                  Lima           12:00
                  Nairobi        12:00
                  Oslo           12:00
                  Tokyo          12:00
                ────────────────────────
                [1 Settings]  2 Plain
                 3 More
                """)
    }

    @Test func `wide and right-to-left text is printed in the order of reading`() {
        let lines = page(
            label(2, "日本語", row: 1, columns: 6), label(3, "שלום עולם", row: 2),
            .view(4, "TableView", row: 3, column: 0, columns: 20, ["Rows": [TableRow(title: "שלום")].variant]))
        #expect(lines == ["日本語", "           שלום עולם", "  שלום"])
    }

    // MARK: Views

    @Test func `controls have their names and values in words`() {
        func line(_ name: String, columns: Int = 30, _ properties: [String: Variant]) -> String? {
            page(.view(2, name, row: 1, column: 0, columns: columns, properties)).first
        }
        let name: [String: Variant] = ["AccessibilityLabel": .string("Lamp")]
        #expect(line("Switch", columns: 6, name.merging(["On": .bool(true)]) { $1 }) == "(━━●) Lamp")
        #expect(line("Slider", name.merging(["Value": .double(0.5)]) { $1 }) == "━━━━━━━━━━●────────── 0.5 Lamp")
        #expect(line("Slider", ["Value": .double(.nan)])?.hasSuffix(" nan") == true)
        #expect(
            line("TextField", name.merging(["Text": .string("abc"), "Secure": .bool(true)]) { $1 })
                == "[•••                    ] Lamp")
        #expect(line("Button", name.merging(["Image": .string("list-add")]) { $1 })?.contains("[Lamp]") == true)
        #expect(line("ProgressView", name.merging(["Progress": .double(1)]) { $1 }) == "████████████████████ 100% Lamp")
        let items = [
            TabBarEntry(title: "A", badgeValue: "3"), TabBarEntry(title: "B"), TabBarEntry(title: "C", enabled: false),
        ]
        let bar = ViewEntry.view(
            2, "TabBar", row: 1, column: 0, rows: 2, columns: 30,
            ["Items": items.variant, "SelectedItem": .int32(1)])
        #expect(page(bar).last == " 1 A {3}    [2 B]     (3 C)")
    }

    @Test func `a failure is above the last view`() {
        let lines = page(label(2, "last", row: 0), state: "failed")
        #expect(lines.first?.hasPrefix("╭──") == true)
        #expect(lines.dropFirst().first?.hasPrefix("│ Plain failed: it is gone ") == true)
        #expect(lines.last == "last")
        #expect(!lines.contains { $0.contains("Respawn") })
    }

    // MARK: Popovers

    @Test func `a popover has its arrow, the page behind it, and the key that dismisses it`() {
        let lines = Example.belowButton().printed(views: Example.popoverViews)
        #expect(lines.last == "Esc dismisses")
        #expect(lines.contains { $0.contains("▲") })
        for city in ["Accra", "Bogotá", "東京"] { #expect(lines.contains { $0.contains("│") && $0.contains(city) }) }
    }

    @Test func `a popover is as high as its content, and moves what is below it`() {
        let rows = (0..<50).map { TableRow(title: "City \($0)") }
        let table = ViewEntry(
            id: 1, parent: 0, className: "TableView", frame: DBusRect(x: 0, y: 0, width: 240, height: 145),
            properties: ["Rows": rows.variant])
        let views = [Example.page: Example.cities, Example.alarm: [table]]
        let lines = Example.belowButton().printed(views: views)
        #expect((0..<50).allSatisfy { number in lines.contains { $0.contains("City \(number) ") } })
        #expect(lines.dropLast().last == "       [1 Settings]                 2 Plain                    3 More")
        // A popover above the bar still points at its item.
        var example = Example.pad()
        example.presentPopover(
            Example.alarm, 2, frame: DBusRect(x: 200, y: 173, width: 240, height: 161), offset: -80,
            source: Example.view(0, of: Example.bar, DBusRect(x: 214, y: 0, width: 213, height: 50)))
        let above = example.printed(views: views)
        let arrow = above.firstIndex { $0.contains("▼") } ?? 0
        #expect(above.dropFirst(arrow + 1).first?.contains("[1 Settings]") == true)
        #expect(above.contains { $0.contains("City 49 ") })
    }

    @Test func `adapted popovers and sheets cover the page, and a popover without anchor is not shown`() {
        var example = Example.pad()
        example.presentPopover(Example.alarm, .max, frame: .zero, source: Example.button(2))
        #expect(example.text().hasPrefix("Desk - Alarm\n"))
        #expect(example.text().contains("  Accra "))
        #expect(!example.text().contains("╭"))
        let name = PopoverPresentationControllerInterface.name
        example.set(name, "Presented", .bool(false), of: Example.alarm)
        #expect(example.text().hasPrefix("Desk - Alarm\n"), "a sheet whose style was written meanwhile")
        example.set(ViewControllerInterface.name, "AppearanceState", .string("disappeared"), of: Example.alarm)
        #expect(example.text() == Example.pad().text())
        example = Example.pad()
        example.present(Example.plain)
        example.presentPopover(
            Example.alarm, from: Example.plain, 1, frame: DBusRect(x: 200, y: 100, width: 240, height: 96))
        #expect(example.text().hasPrefix("Desk - Plain\n"))
        #expect(example.text().contains("▲"))
        example.present(Example.timer, from: Example.alarm)
        #expect(example.text().hasPrefix("Desk - Timer\n"), "a sheet over the popover")
        #expect(!example.text().contains("▲"))
    }

    @Test func `popovers fit any width, for any source and any values from the daemon`() {
        var examples = [Example.belowButton(), Example.pad()]
        let frames = [
            DBusRect(x: 0, y: 0, width: 0, height: 0), DBusRect(x: -500, y: 9e9, width: 1e300, height: -5),
            DBusRect(x: .infinity, y: .nan, width: .infinity, height: .nan),
        ]
        for direction in [0, 1, 2, 4, 8, 3] as [UInt64] {
            for frame in frames {
                var example = Example.pad()
                example.presentPopover(
                    Example.alarm, direction, frame: frame, offset: .nan,
                    source: Example.view(5, DBusRect(x: .nan, y: -1e300, width: 1e300, height: .infinity)))
                examples.append(example)
            }
        }
        for example in examples {
            for columns in stride(from: 0, through: 24, by: 3) {
                let lines = example.printed(columns: columns, views: Example.popoverViews)
                #expect(lines.allSatisfy { CharacterWidth.width(of: $0) <= columns })
            }
        }
    }
}
