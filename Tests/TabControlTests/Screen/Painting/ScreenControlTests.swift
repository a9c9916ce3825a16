internal import DBusInterface
internal import TabInterface
internal import TerminalUI
internal import Testing

@testable import TabControl

/// The drawing of views.
@Suite struct ScreenControlTests {
    private static let strange: [Double] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
    ]

    /// A screen with one view of 20 columns, from row 1, column 2.
    private func screen(
        _ name: String, rows: Int = 1, columns: Int = 20, _ properties: [String: Variant] = [:]
    ) -> ScreenExample {
        ScreenExample(
            ScreenExample.view(2, name, row: 1, column: 2, rows: rows, columns: columns, properties))
    }

    private func line(_ name: String, columns: Int = 20, _ properties: [String: Variant]) -> String {
        screen(name, columns: columns, properties).text(row: 1, columns: 2..<(2 + columns))
    }

    // MARK: Labels

    @Test func `a label follows its alignment`() {
        #expect(line("Label", ["Text": .string("abc")]) == "abc                 ")
        #expect(line("Label", ["Text": .string("abc"), "Alignment": .string("right")]) == "                 abc")
        #expect(line("Label", ["Text": .string("abcd"), "Alignment": .string("center")]) == "        abcd        ")
    }

    @Test func `a right-to-left text is aligned right`() {
        #expect(line("Label", ["Text": .string("שלום")]) == "                םולש")
        #expect(
            line("Label", ["Text": .string("שלום"), "Alignment": .string("left")]) == "םולש                ")
        #expect(line("TextField", ["Text": .string("שלום")]).hasSuffix("םולש]"))
        #expect(line("TextView", ["Text": .string("שלום")]).hasSuffix("םולש "))
    }

    @Test func `a text that is too long ends with an ellipsis`() {
        #expect(line("Label", columns: 6, ["Text": .string("abcdefgh")]) == "abcde…")
        #expect(line("Label", columns: 6, ["Text": .string("日本語文")]) == "日本… ")
    }

    @Test func `a single-line label shows only its first line`() {
        #expect(line("Label", ["Text": .string("one\ntwo")]) == "one                 ")
    }

    @Test func `a multi-line label wraps between words and is centred vertically`() {
        let words: [String: Variant] = ["Text": .string("one two three four"), "Lines": .uint32(0)]
        let screen = screen("Label", rows: 5, columns: 9, words)
        #expect((1...5).map { screen.text(row: $0, columns: 2..<11).trimmed } == ["", "one two", "three", "four", ""])
    }

    @Test func `an ellipsis shows that a label has more lines`() {
        let words: [String: Variant] = ["Text": .string("one two three four"), "Lines": .uint32(2)]
        let screen = screen("Label", rows: 5, columns: 9, words)
        #expect(screen.text.contains("three …"))
        #expect(!screen.text.contains("four"))
    }

    @Test func `a label has its colour, and is bold as a title`() {
        let screen = screen(
            "Label", ["Text": .string("abc"), "TextColor": .string("#102030"), "Style": .string("title")])
        #expect(screen.style(row: 1, column: 2) == Style(.bold, foreground: .rgb(0x10, 0x20, 0x30)))
    }

    @Test func `control characters in a text do not reach the terminal`() {
        let line = line("Label", ["Text": .string("\u{1B}[31mred\u{7}")])
        #expect(line.hasPrefix("\u{FFFD}[31mred\u{FFFD}"))
    }

    @Test func `wide characters are cut at the edges of the screen`() {
        var screen = ScreenExample(
            ScreenExample.view(2, "Label", row: 1, column: -1, columns: 8, ["Text": .string("日本語")]),
            ScreenExample.view(3, "Label", row: 2, column: 75, columns: 20, ["Text": .string("日本語文字")]))
        #expect(screen.text(row: 1, columns: 0..<6) == " 本語 ")
        #expect(screen.text(row: 2, columns: 75..<80) == "日本 ")
        screen.resize(columns: 1, rows: 25)
        #expect(screen.lines[1] == "")
    }

    // MARK: Buttons

    @Test func `buttons show title and symbol, in brackets if there is room`() {
        #expect(line("Button", ["Title": .string("Go")]).trimmed == "[Go]")
        #expect(
            line("Button", ["Title": .string("Find"), "Image": .string("edit-find-symbolic")]).trimmed == "[⌕ Find]")
        #expect(line("Button", columns: 6, ["Title": .string("abcdef")]) == "abcdef")
        #expect(line("Button", ["AccessibilityLabel": .string("Close")]).trimmed == "[Close]")
        #expect(line("Button", ["Title": .string("Go"), "Enabled": .bool(false)]).trimmed == "(Go)")
    }

    @Test func `a filled button is filled, a destructive one is red`() {
        let filled = screen("Button", ["Title": .string("Go"), "Style": .string("filled")])
        #expect(filled.style(row: 1, column: 2).background == Palette.tint)
        let red = screen("Button", ["Title": .string("Go"), "Style": .string("destructive")])
        #expect(red.style(row: 1, column: 11).foreground == Palette.red)
    }

    @Test func `a tint colours the subviews`() {
        let screen = ScreenExample(
            ScreenExample.view(
                2, "View", row: 1, column: 2, rows: 2, columns: 20, ["TintColor": .string("systemGreen")]),
            ScreenExample.view(3, "Button", row: 0, column: 0, columns: 6, ["Title": .string("abcd")], in: 2))
        #expect(screen.style(row: 1, column: 3).foreground == Palette.foreground("systemGreen"))
    }

    @Test func `a disabled control is dimmed`() {
        for name in ["Button", "Switch", "Slider", "TextField", "SegmentedControl"] {
            let screen = screen(
                name, ["Enabled": .bool(false), "Title": .string("x"), "Segments": ["A"].variant, "Value": .double(1)])
            let styles = (2..<22).filter { screen.text(row: 1, columns: $0..<($0 + 1)) != " " }
                .map { screen.style(row: 1, column: $0).attributes.contains(.dim) }
            #expect(styles.contains(true), "\(name)")
        }
    }

    @Test func `hidden views and their subviews are not drawn`() {
        let screen = ScreenExample(
            ScreenExample.view(2, "View", row: 1, column: 2, rows: 2, columns: 20, ["Hidden": .bool(true)]),
            ScreenExample.view(3, "Button", row: 0, column: 0, columns: 9, ["Title": .string("No")], in: 2))
        #expect(!screen.text.contains("No"))
        #expect(!screen.has(ScreenExample.target(3)))
    }

    // MARK: Values

    @Test func `sliders show their value`() {
        #expect(line("Slider", columns: 5, ["Value": .double(0.5)]) == "━━●──")
        #expect(line("Slider", columns: 5, ["Value": .double(-9)]) == "●────")
        #expect(line("Slider", columns: 5, ["Value": .double(9)]) == "━━━━●")
    }

    @Test func `progress is in eighths and percent`() {
        #expect(line("ProgressView", columns: 8, ["Progress": .double(0.5)]) == "████░░░░")
        #expect(line("ProgressView", columns: 17, ["Progress": .double(0.5)]) == "██████░░░░░░  50%")
        #expect(line("ProgressView", columns: 8, ["Progress": .double(-1)]) == "▒▒▒▒▒▒▒▒")
        #expect(line("ProgressView", columns: 8, ["Progress": .double(0.0625)]) == "▌░░░░░░░")
    }

    @Test func `segments share their line`() {
        let segments: [String: Variant] = ["Segments": ["A", "B"].variant, "SelectedSegment": .int32(1)]
        #expect(line("SegmentedControl", columns: 12, segments) == "  A   [ B  ]")
    }

    @Test func `only unselected segments are separated by lines`() {
        func segments(_ selected: Int32) -> String {
            line(
                "SegmentedControl", columns: 16,
                ["Segments": ["A", "B", "C", "D"].variant, "SelectedSegment": .int32(selected)])
        }
        #expect(segments(-1) == " A │ B │ C │ D  ")
        #expect(segments(0) == "[A ] B │ C │ D  ")
        #expect(segments(1) == " A  [B ] C │ D  ")
        #expect(segments(3) == " A │ B │ C  [D ]")
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, .greatestFiniteMagnitude])
    func `any number of a control can be drawn`(number: Double) {
        for name in ["Slider", "ProgressView", "ScrollView", "Chart", "SegmentedControl", "TableView"] {
            for key in ["Value", "Minimum", "Maximum", "Progress"] {
                _ = screen(name, rows: 4, [key: .double(number), "Values": [number, 1, number].variant])
            }
            let size = DBusSize(width: number, height: number)
            _ = screen(name, ["ContentSize": size.variant, "ContentOffset": size.variant])
        }
    }

    @Test func `any frame of a view can be drawn`() {
        for kind in ViewClasses.all {
            for one in Self.strange {
                for other in Self.strange {
                    let frames = [
                        DBusRect(x: one, y: other, width: 80, height: 32),
                        DBusRect(x: 8, y: 16, width: one, height: other),
                        DBusRect(x: one, y: one, width: other, height: other),
                    ]
                    let views = frames.enumerated().map { index, frame in
                        ViewEntry(
                            id: UInt32(index) + 2, parent: 1, className: kind.name, frame: frame,
                            properties: [
                                "Text": .string("日本"), "Title": .string("x"), "Rows": [TableRow(title: "a")].variant,
                                "Segments": ["a"].variant, "Values": [1.0, 2].variant, "Lines": .uint32(0),
                            ])
                    }
                    var example = ExampleTree.pad()
                    example.select(ExampleTree.plain)
                    let screen = ScreenExample(
                        example, [ExampleTree.plain: ScreenExample.tree(views)], columns: 20, rows: 6)
                    #expect(screen.lines.count == 6)
                }
            }
        }
    }

    @Test func `a view without properties can be drawn`() {
        for kind in ViewClasses.all {
            let screen = screen(kind.name, rows: 3)
            #expect(screen.lines.count == 25)
        }
    }

    @Test func `values of wrong types count as missing`() {
        for kind in ViewClasses.all {
            for value in [Variant.bool(true), .string("x"), .double(.nan), [String]().variant, .uint64(.max)] {
                let properties = kind.keys.mapValues { _ in value }
                #expect(screen(kind.name, rows: 3, properties).lines.count == 25)
            }
        }
    }

    // MARK: Tables

    @Test func `rows show icon, title, detail and accessory`() {
        let rows = [
            TableRow(title: "One", detail: "1", accessory: "disclosure"),
            TableRow(title: "Two", accessory: "checkmark"),
            TableRow(title: "Three", image: "edit-find-symbolic", enabled: false),
        ]
        let screen = screen("TableView", rows: 3, ["Rows": rows.variant, "SelectedRow": .int32(1)])
        #expect(
            (1...3).map { screen.text(row: $0, columns: 2..<22) } == [
                "  One            1 ›", "• Two              ✓", "  ⌕ (Three)         ",
            ])
    }

    @Test func `a table that is too long has a scroll bar`() {
        let rows = (0..<10).map { TableRow(title: "Row \($0)") }
        let screen = screen("TableView", rows: 5, ["Rows": rows.variant])
        #expect((1...5).map { screen.text(row: $0, columns: 21..<22) } == ["█", "█", "│", "│", "│"])
    }

    // MARK: Backgrounds

    @Test func `text keeps the background below it`() {
        let screen = ScreenExample(
            ScreenExample.view(
                2, "View", row: 1, column: 2, rows: 2, columns: 10, ["BackgroundColor": .string("#FFFFFF")]),
            ScreenExample.view(3, "Label", row: 0, column: 0, columns: 8, ["Text": .string("abc")], in: 2))
        #expect(screen.style(row: 1, column: 2) == Style(foreground: .rgb(0, 0, 0), background: .rgb(255, 255, 255)))
        #expect(screen.style(row: 2, column: 11).background == .rgb(255, 255, 255))
        #expect(screen.style(row: 2, column: 12).background == nil)
    }

    @Test func `a translucent background blends with the one below`() {
        let screen = ScreenExample(
            ScreenExample.view(
                2, "View", row: 1, column: 2, rows: 2, columns: 10, ["BackgroundColor": .string("#FF0000")]),
            ScreenExample.view(
                3, "View", row: 0, column: 2, rows: 2, columns: 4, ["BackgroundColor": .string("#0000FF80")], in: 2),
            ScreenExample.view(
                4, "View", row: 0, column: 7, rows: 2, columns: 2, ["BackgroundColor": .string("#00FF0010")], in: 2))
        #expect(screen.style(row: 1, column: 4).background == .rgb(127, 0, 128))
        // Almost transparent.
        #expect(screen.style(row: 1, column: 9).background == .rgb(255, 0, 0))
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
