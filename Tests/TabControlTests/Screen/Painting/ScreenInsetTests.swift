import TestSupport

@testable import TabControl

/// Views that scroll, under bars that cover a part of them (V15).
@Suite struct ScreenInsetTests {
    private static let inset = DBusInsets(top: 32, left: 16, bottom: 16, right: 0).variant

    private static func rows(_ names: String...) -> Variant { names.map { TableRow(title: $0) }.variant }

    @Test(.rules("V15")) func `rows and lines begin where no bar covers them`() {
        let table = ScreenExample(
            .view(
                2, "TableView", row: 1, column: 0, rows: 6, columns: 20,
                ["Rows": Self.rows("one", "two", "three", "four"), "AdjustedContentInset": Self.inset]))
        #expect((1...7).map { table.text(row: $0, columns: 0..<20).contains("one") }.firstIndex(of: true) == 2)
        // Three rows have room.
        #expect(!table.text.contains("four"))
        let text = ScreenExample(
            .view(
                2, "TextView", row: 1, column: 0, rows: 6, columns: 20,
                ["Text": .string("one\ntwo"), "AdjustedContentInset": Self.inset]))
        #expect(text.text(row: 3, columns: 3..<6) == "one")
    }

    @Test(.rules("V15")) func `a scroll view scrolls from below the bar to above the other one`() {
        var screen = ScreenExample(
            .view(
                2, "ScrollView", row: 1, column: 0, rows: 7, columns: 30,
                [
                    "ContentSize": DBusSize(width: 160, height: 128).variant, "AdjustedContentInset": Self.inset,
                ]),
            .button(3, row: 0, in: 2), .button(4, row: 7, in: 2))
        #expect(screen.text(row: 3, columns: 2..<12).contains("[B3]"))
        // Four of eight rows are between the bars.
        let end = DBusSize(width: 0, height: 64).variant
        #expect(screen.press(.tab, .tab, .tab).last == .update(ExampleTree.plain, 2, "scrolled", end))
        screen.show("ContentOffset", end, of: 2)
        #expect(screen.text(row: 6, columns: 2..<12).contains("[B4]"))
        #expect(screen.press(.down) == [])
    }
}
