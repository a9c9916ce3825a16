import TestSupport

@testable import TabControl

/// The drawing of labels with attributes and links, and of tables without rows.
@Suite struct ScreenTextAttributeTests {
    /// A screen with one view, from row 1, column 0.
    private func screen(
        _ name: String, rows: Int = 1, columns: Int = 20, _ properties: [String: Variant]
    ) -> ScreenExample {
        ScreenExample(.view(2, name, row: 1, column: 0, rows: rows, columns: columns, properties))
    }

    private func label(_ text: String, _ attributes: [TextAttribute], _ more: [String: Variant] = [:])
        -> [String: Variant]
    {
        more.merging(["Text": .string(text), "TextAttributes": attributes.variant]) { $1 }
    }

    /// Returns the cells of a row that have an attribute.
    private func marked(
        _ screen: ScreenExample, _ attribute: Style.Attributes, row: Int = 1, columns: Int = 20
    ) -> String {
        String(
            (0..<columns).map { column in
                let isMarked = screen.style(row: row, column: column).attributes.contains(attribute)
                return isMarked ? screen.text(row: row, columns: column..<(column + 1)).first ?? " " : "."
            })
    }

    // MARK: Attributes

    @Test(
        .rules("S-241"),
        arguments: [
            (TextAttribute.Name.bold, Style.Attributes.bold), (.italic, .italic), (.underline, .underline),
            (.strikethrough, .strikethrough), (.code, .reverse),
        ])
    func `an attribute styles its part of the text`(name: TextAttribute.Name, style: Style.Attributes) {
        let screen = screen("Label", label("one two", [TextAttribute(4..<7, name)]))
        #expect(marked(screen, style, columns: 8) == "....two.")
        #expect(screen.text(row: 1, columns: 0..<8) == "one two ")
    }

    @Test(.rules("S-241")) func `a weight is bold from semibold on, and an attribute changes it`() {
        for (weight, isBold) in [("light", false), ("medium", false), ("semibold", true), ("bold", true)] {
            let screen = screen("Label", ["Text": .string("a"), "Weight": .string(weight)])
            #expect(screen.style(row: 1, column: 0).attributes.contains(.bold) == isBold, "\(weight)")
        }
        let title = label("abc", [TextAttribute(1..<2, .bold, .bool(false))], ["Style": .string("title")])
        #expect(marked(screen("Label", title), .bold, columns: 3) == "a.c")
    }

    @Test(.rules("S-241")) func `attributes count Unicode scalars, and a character has that of its first one`() {
        // Marks, an emoji of several scalars and wide characters.
        let text = "e\u{301}👨‍👩‍👧世x"
        let count = text.unicodeScalars.count
        let screen = screen("Label", label(text, [TextAttribute((count - 2)..<(count - 1), .bold)]))
        let styles = (0..<6).map { screen.style(row: 1, column: $0).attributes.contains(.bold) }
        #expect(styles == [false, false, false, true, true, false])
        #expect(
            marked(self.screen("Label", label("e\u{301}x", [TextAttribute(1..<2, .bold)])), .bold, columns: 2) == "..")
    }

    @Test(.rules("S-241")) func `attributes follow their characters when the text wraps`() {
        let text = "one two  three\nfour"
        let scalars = Array(text.unicodeScalars)
        #expect(String(String.UnicodeScalarView(scalars[5..<12])) == "wo  thr")
        let screen = screen(
            "Label", rows: 3, columns: 7,
            label(text, [TextAttribute(5..<12, .bold), TextAttribute(16..<19, .bold)], ["Lines": .uint32(0)]))
        #expect((1...3).map { screen.text(row: $0, columns: 0..<7) } == ["one two", "three  ", "four   "])
        #expect((1...3).map { marked(screen, .bold, row: $0, columns: 7) } == [".....wo", "thr....", ".our..."])
    }

    @Test(.rules("S-241")) func `attributes follow their characters behind lines outside the clip`() {
        // Each line has five Unicode scalars with its line break, and an attribute at its second character.
        let text = String(repeating: "e\u{301}bc\n", count: 1000)
        let attributes = (0..<1000).map { TextAttribute(($0 * 5 + 2)..<($0 * 5 + 3), $0 == 990 ? .code : .bold) }
        let screen = ScreenExample(
            .view(
                2, "Label", row: -988, column: 0, rows: 1001, columns: 10,
                label(text, attributes, ["Lines": .uint32(0)])))
        #expect(marked(screen, .reverse, row: 2, columns: 3) == ".b.")
        #expect((3..<12).map { marked(screen, .bold, row: $0, columns: 3) } == [String](repeating: ".b.", count: 9))
    }

    @Test(.rules("S-241")) func `attributes follow their characters when right-to-left text is reordered`() {
        // Hebrew letters, a number and a bracket: "abc (12) d" in the order of reading.
        let text = "\u{5D0}\u{5D1}\u{5D2} (12) \u{5D3}"
        let plain = screen("Label", columns: 10, ["Text": .string(text)])
        for index in 0..<10 {
            let marked = screen("Label", columns: 10, label(text, [TextAttribute(index..<(index + 1), .underline)]))
            #expect(marked.text(row: 1, columns: 0..<10) == plain.text(row: 1, columns: 0..<10))
            let columns = (0..<10).filter { marked.style(row: 1, column: $0).attributes.contains(.underline) }
            // The digits keep their order, and the brackets are mirrored at the places of the other ones.
            #expect(columns == [[9, 8, 7, 6, 5, 3, 4, 2, 1, 0][index]], "\(index)")
        }
        // A text that wraps is reordered line by line.
        let long = screen(
            "Label", rows: 2, columns: 4,
            label("\u{5D0}\u{5D1} \u{5D2}\u{5D3}\u{5D4}", [TextAttribute(1..<4, .underline)], ["Lines": .uint32(0)]))
        #expect(marked(long, .underline, row: 1, columns: 4) == "..\u{5D1}.")
        #expect(marked(long, .underline, row: 2, columns: 4) == "...\u{5D2}")
    }

    @Test(.rules("S-241")) func `a text that is cut off keeps its attributes, and the ellipsis has none`() {
        let cut = screen("Label", columns: 6, label("abcdefgh", [TextAttribute(3..<8, .bold)]))
        #expect(cut.text(row: 1, columns: 0..<7) == "abcde… ")
        #expect(marked(cut, .bold, columns: 6) == "...de.")
        let lines = screen(
            "Label", rows: 1, columns: 8, label("one two three", [TextAttribute(4..<13, .bold)], ["Lines": .uint32(2)]))
        #expect(lines.text(row: 1, columns: 0..<8) == "one two…")
        #expect(marked(lines, .bold, columns: 8) == "....two.")
    }

    @Test(.rules("S-241")) func `a colour wins over that of the label, and a disabled label stays dim`() {
        let properties = label(
            "ab", [TextAttribute(1..<2, .color, .string("#102030"))], ["TextColor": .string("#FFFFFF")])
        let coloured = screen("Label", properties)
        #expect(coloured.style(row: 1, column: 0).foreground == .rgb(255, 255, 255))
        #expect(coloured.style(row: 1, column: 1).foreground == .rgb(0x10, 0x20, 0x30))
        let disabled = screen("Label", properties.merging(["Enabled": .bool(false)]) { $1 })
        #expect(marked(disabled, .dim, columns: 2) == "ab")
    }

    @Test(.rules("S-241")) func `control characters in a text with attributes do not reach the terminal`() {
        let screen = screen("Label", label("\u{1B}[31m\r\n\u{7}x", [TextAttribute(0..<8, .bold)]))
        #expect(screen.text(row: 1, columns: 0..<8).hasPrefix("\u{FFFD}[31m"))
        #expect(!screen.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\r" })
    }

    // MARK: Links

    @Test(.rules("S-241")) func `a link is underlined, has the tint, and is a hyperlink of the terminal`() {
        let example = screen(
            "Label",
            label(
                "see a b",
                [TextAttribute(4..<5, .link, .string("https://a")), TextAttribute(6..<7, .link, .string("https://b"))]))
        #expect(marked(example, .underline, columns: 7) == "....a.b")
        #expect(example.style(row: 1, column: 4).foreground == Palette.tint)
        #expect((0..<7).map { example.style(row: 1, column: $0).link } == [0, 0, 0, 0, 1, 0, 2])
        var renderer = ScreenRenderer(depth: .trueColor)
        let output = renderer.render(example.scene.canvas, cursor: nil)
        #expect(output.contains("\u{1B}]8;id=1;https://a\u{1B}\\"))
        #expect(output.contains("\u{1B}]8;id=2;https://b\u{1B}\\"))
    }

    @Test(.rules("S-241")) func `the link of a label is that of its whole text, except other links`() {
        let screen = screen(
            "Label",
            label(
                "ab c", [TextAttribute(1..<2, .link, .string("")), TextAttribute(3..<4, .link, .string("https://c"))],
                ["Link": .string("https://all"), "TintColor": .string("#102030")]))
        #expect((0..<5).map { screen.style(row: 1, column: $0).link } == [1, 0, 1, 2, 0])
        #expect(screen.style(row: 1, column: 0).foreground == .rgb(0x10, 0x20, 0x30))
    }

    @Test(.rules("S-241")) func `an unsafe link is not a link`() {
        for uri in ["javascript:alert(1)", "https://a/\u{1B}]8;;x", "file:///x"] {
            let screen = screen("Label", ["Text": .string("ab"), "Link": .string(uri)])
            #expect(screen.style(row: 1, column: 0) == .plain, "\(uri)")
        }
    }

    // MARK: Tables

    private let empty: [String: Variant] = [
        "EmptyImage": .string("edit-find-symbolic"), "EmptyTitle": .string("Nothing found"),
        "EmptyDetail": .string("Search for something else"),
    ]

    @Test(.rules("S-242")) func `a table without rows has its texts in the middle`() {
        let empty = screen("TableView", rows: 6, columns: 22, self.empty)
        #expect(
            (1...6).map { empty.text(row: $0, columns: 0..<22) } == [
                "                      ", "          ⌕           ", "    Nothing found     ", " Search for something ",
                "         else         ", "                      ",
            ])
        #expect(marked(empty, .bold, row: 3, columns: 22).filter { $0 != "." } == "Nothing found")
        // A small table shows what fits.
        let small = screen(
            "TableView", rows: 1, columns: 22, ["EmptyTitle": .string("None"), "EmptyDetail": .string("x")])
        #expect(small.text(row: 1, columns: 0..<22) == "         None         ")
        #expect(small.text(row: 2, columns: 0..<22).allSatisfy { $0 == " " })
    }

    @Test(.rules("S-242")) func `a table with rows does not have them`() {
        let rows = screen(
            "TableView", rows: 3, columns: 22, empty.merging(["Rows": [TableRow(title: "One")].variant]) { $1 })
        #expect(!rows.text.contains("Nothing"))
        #expect(rows.text(row: 1, columns: 0..<22).hasPrefix("  One"))
    }

    @Test(.rules("S-242")) func `the rows of an inset table are away from its edges`() {
        let rows: [String: Variant] = [
            "Rows": [TableRow(title: "One", accessory: "disclosure")].variant, "Style": .string("inset"),
        ]
        #expect(screen("TableView", columns: 20, rows).text(row: 1, columns: 0..<20) == "    One          ›  ")
        // A narrow table needs all its columns.
        #expect(screen("TableView", columns: 10, rows).text(row: 1, columns: 0..<10) == "  One    ›")
    }
}
