import TestSupport

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
        ScreenExample(.view(2, name, row: 1, column: 2, rows: rows, columns: columns, properties))
    }

    // MARK: Lines

    @Test(
        arguments: [
            // A label follows its alignment.
            ("Label", 20, ["Text": .string("abc")], "abc                 "),
            ("Label", 20, ["Text": .string("abc"), "Alignment": .string("right")], "                 abc"),
            ("Label", 20, ["Text": .string("abcd"), "Alignment": .string("center")], "        abcd        "),
            // A right-to-left text is aligned right.
            ("Label", 20, ["Text": .string("שלום")], "                םולש"),
            ("Label", 20, ["Text": .string("שלום"), "Alignment": .string("left")], "םולש                "),
            ("TextField", 20, ["Text": .string("שלום")], "[              םולש]"),
            ("TextView", 20, ["Text": .string("שלום")], "               םולש "),
            // A text that is too long ends with an ellipsis.
            ("Label", 6, ["Text": .string("abcdefgh")], "abcde…"), ("Label", 6, ["Text": .string("日本語文")], "日本… "),
            // A single-line label shows only its first line.
            ("Label", 20, ["Text": .string("one\ntwo")], "one                 "),
            // Control characters in a text do not reach the terminal.
            ("Label", 20, ["Text": .string("\u{1B}[31mred\u{7}")], "\u{FFFD}[31mred\u{FFFD}           "),
            // Buttons show title and symbol, in brackets if there is room.
            ("Button", 8, ["Title": .string("Go")], "  [Go]  "),
            ("Button", 10, ["Title": .string("Find"), "Image": .string("edit-find-symbolic")], " [⌕ Find] "),
            ("Button", 6, ["Title": .string("abcdef")], "abcdef"),
            ("Button", 9, ["AccessibilityLabel": .string("Close")], " [Close] "),
            ("Button", 8, ["Title": .string("Go"), "Enabled": .bool(false)], "  (Go)  "),
            // Sliders show their value.
            ("Slider", 5, ["Value": .double(0.5)], "━━●──"), ("Slider", 5, ["Value": .double(-9)], "●────"),
            ("Slider", 5, ["Value": .double(9)], "━━━━●"),
            // Progress is in eighths and percent.
            ("ProgressView", 8, ["Progress": .double(0.5)], "████░░░░"),
            ("ProgressView", 17, ["Progress": .double(0.5)], "██████░░░░░░  50%"),
            ("ProgressView", 8, ["Progress": .double(-1)], "▒▒▒▒▒▒▒▒"),
            ("ProgressView", 8, ["Progress": .double(0.0625)], "▌░░░░░░░"),
            // Segments share their line, and only unselected segments are separated by lines.
            ("SegmentedControl", 12, segments("AB", selected: 1), "  A   [ B  ]"),
            ("SegmentedControl", 16, segments("ABCD", selected: -1), " A │ B │ C │ D  "),
            ("SegmentedControl", 16, segments("ABCD", selected: 0), "[A ] B │ C │ D  "),
            ("SegmentedControl", 16, segments("ABCD", selected: 1), " A  [B ] C │ D  "),
            ("SegmentedControl", 16, segments("ABCD", selected: 3), " A │ B │ C  [D ]"),
        ] as [(String, Int, [String: Variant], String)])
    func `a view of one line is drawn`(name: String, columns: Int, properties: [String: Variant], line: String) {
        #expect(screen(name, columns: columns, properties).text(row: 1, columns: 2..<(2 + columns)) == line)
    }

    private static func segments(_ titles: String, selected: Int32) -> [String: Variant] {
        ["Segments": titles.map { String($0) }.variant, "SelectedSegment": .int32(selected)]
    }

    // MARK: Labels

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

    @Test func `wide characters are cut at the edges of the screen`() {
        var screen = ScreenExample(
            .view(2, "Label", row: 1, column: -1, columns: 8, ["Text": .string("日本語")]),
            .view(3, "Label", row: 2, column: 75, columns: 20, ["Text": .string("日本語文字")]))
        #expect(screen.text(row: 1, columns: 0..<6) == " 本語 ")
        #expect(screen.text(row: 2, columns: 75..<80) == "日本 ")
        screen.resize(columns: 1, rows: 25)
        #expect(screen.lines[1] == "")
    }

    // MARK: Buttons

    @Test func `a filled button is filled, a destructive one is red`() {
        let filled = screen("Button", ["Title": .string("Go"), "Style": .string("filled")])
        #expect(filled.style(row: 1, column: 2).background == Palette.tint)
        let red = screen("Button", ["Title": .string("Go"), "Style": .string("destructive")])
        #expect(red.style(row: 1, column: 11).foreground == Palette.red)
    }

    @Test func `a tint colours the subviews`() {
        let screen = ScreenExample(
            .view(2, "View", row: 1, column: 2, rows: 2, columns: 20, ["TintColor": .string("systemGreen")]),
            .view(3, "Button", row: 0, column: 0, columns: 6, ["Title": .string("abcd")], in: 2))
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
            .view(2, "View", row: 1, column: 2, rows: 2, columns: 20, ["Hidden": .bool(true)]),
            .view(3, "Button", row: 0, column: 0, columns: 9, ["Title": .string("No")], in: 2))
        #expect(!screen.text.contains("No"))
        #expect(!screen.has(ScreenExample.target(3)))
    }

    // MARK: Values

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0, -1, .greatestFiniteMagnitude])
    func `any number of a control can be drawn`(number: Double) {
        for name in ["Slider", "ProgressView", "ScrollView", "Chart", "SegmentedControl", "TableView"] {
            for key in ["Value", "Minimum", "Maximum", "Progress"] {
                _ = screen(name, rows: 4, [key: .double(number), "Values": [number, 1, number].variant])
            }
            let size = DBusSize(width: number, height: number)
            _ = screen(name, ["ContentSize": size.variant, "ContentOffset": size.variant])
        }
        let inset = DBusInsets(top: number, left: number, bottom: number, right: number).variant
        for name in ["ScrollView", "TableView", "TextView"] {
            _ = screen(name, rows: 4, ["AdjustedContentInset": inset, "Rows": [TableRow(title: "A")].variant])
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
                    let example = ExampleTree.padWithPlain()
                    let screen = ScreenExample(
                        example, [ExampleTree.plain: ScreenExample.tree(views)], columns: 20, rows: 6)
                    #expect(screen.lines.count == 6)
                }
            }
        }
    }

    @Test func `a view without properties can be drawn`() {
        for kind in ViewClasses.all {
            #expect(screen(kind.name, rows: 3).lines.count == 25)
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
            .view(2, "View", row: 1, column: 2, rows: 2, columns: 10, ["BackgroundColor": .string("#FFFFFF")]),
            .view(3, "Label", row: 0, column: 0, columns: 8, ["Text": .string("abc")], in: 2))
        #expect(screen.style(row: 1, column: 2) == Style(foreground: .rgb(0, 0, 0), background: .rgb(255, 255, 255)))
        #expect(screen.style(row: 2, column: 11).background == .rgb(255, 255, 255))
        #expect(screen.style(row: 2, column: 12).background == nil)
    }

    @Test func `a translucent background blends with the one below`() {
        let screen = ScreenExample(
            .view(2, "View", row: 1, column: 2, rows: 2, columns: 10, ["BackgroundColor": .string("#FF0000")]),
            .view(3, "View", row: 0, column: 2, rows: 2, columns: 4, ["BackgroundColor": .string("#0000FF80")], in: 2),
            .view(4, "View", row: 0, column: 7, rows: 2, columns: 2, ["BackgroundColor": .string("#00FF0010")], in: 2))
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
