import TestSupport

@testable import TabControl

/// Tab bars at all sides of the window.
@Suite struct ScreenBarSideTests {
    private typealias Example = ExampleTree

    /// A pad of 80 x 24 cells whose bar is at a side, with three items below each other or beside each other.
    private func screen(
        _ side: String, _ frame: DBusRect, columns: Int = 80, rows: Int = 25, isOpaque: Bool = false
    ) -> ScreenExample {
        var example = Example.padWithPlain()
        let isAtSide = frame.height > frame.width
        let items = (0..<3).map { position in
            isAtSide
                ? DBusRect(x: 0, y: frame.height / 3 * Double(position), width: frame.width, height: frame.height / 3)
                : DBusRect(x: frame.width / 3 * Double(position), y: 0, width: frame.width / 3, height: frame.height)
        }
        example.set(TabBarInterface.name, "Side", .string(side), of: Example.bar)
        example.set(TabBarInterface.name, "Frame", frame.variant, of: Example.bar)
        example.set(TabBarInterface.name, "ItemFrames", items.variant, of: Example.bar)
        if isOpaque {
            let page = DBusRect(x: frame.x == 0 ? frame.width : 0, y: 0, width: 640 - frame.width, height: 384)
            example.set(ViewControllerInterface.name, "Frame", page.variant, of: Example.plain)
        }
        let views = [
            Example.plain: ScreenExample.tree([
                .view(2, "Button", row: 2, column: 20, columns: 10, ["Title": .string("Page")])
            ])
        ]
        return ScreenExample(example, views, columns: columns, rows: rows)
    }

    private let leading = DBusRect(x: 0, y: 0, width: 128, height: 384)
    private let trailing = DBusRect(x: 512, y: 0, width: 128, height: 384)

    @Test func `a bar at the left has a rule at its right, thick beside the selected item`() {
        let screen = screen("leading", leading)
        #expect((0..<24).allSatisfy { "│┃".contains(screen.text(row: $0, columns: 15..<16)) })
        #expect(screen.text(row: 3, columns: 0..<16) == "   Settings    │")
        #expect(screen.text(row: 11, columns: 0..<16) == "     Plain     ┃")
        #expect(screen.text(row: 2, columns: 16..<40).contains("Page"))
    }

    @Test func `a bar at the right has a rule at its left`() {
        let screen = screen("trailing", trailing)
        #expect(screen.text(row: 3, columns: 64..<80) == "│   Settings    ")
        #expect(screen.text(row: 11, columns: 64..<80) == "┃     Plain     ")
    }

    @Test func `in a right-to-left window the leading bar is at the right`() {
        let screen = screen("leading", trailing)
        #expect(screen.text(row: 11, columns: 64..<80) == "┃     Plain     ")
    }

    @Test func `an opaque bar moves the page`() {
        let screen = screen("leading", leading, isOpaque: true)
        #expect(screen.text(row: 2, columns: 36..<46).contains("Page"))
    }

    @Test func `a bar at the top has its rule below, and the page begins there`() {
        let screen = screen("top", DBusRect(x: 0, y: 0, width: 640, height: 32))
        #expect(screen.text(row: 0, columns: 0..<80).contains("Settings"))
        #expect(screen.text(row: 1, columns: 0..<80).contains("━"))
        #expect(screen.text(row: 2, columns: 0..<80).contains("Page"))
    }

    @Test func `up and down move between the items of a bar at a side, left and right to the page and back`() {
        var screen = screen("leading", leading)
        screen.focus(.tab(1))
        screen.press(.up)
        #expect(screen.state.focus == .tab(0))
        screen.press(.right)
        #expect(screen.state.focus == ScreenExample.target(2))
        screen.press(.left)
        #expect(screen.state.focus == .tab(0))
        screen.press(.down, .down)
        #expect(screen.state.focus == .tab(2))
        #expect(screen.press(.enter) == [.tap(2)])
    }

    @Test func `left and right move between the items of a bar at the top`() {
        var screen = screen("top", DBusRect(x: 0, y: 0, width: 640, height: 32))
        screen.focus(.tab(1))
        screen.press(.right)
        #expect(screen.state.focus == .tab(2))
        screen.press(.left, .left)
        #expect(screen.state.focus == .tab(0))
    }

    @Test func `a click taps an item anywhere in its part`() {
        var screen = screen("trailing", trailing)
        #expect(screen.click(row: 1, column: 70) == [.tap(0)])
        #expect(screen.click(row: 23, column: 79) == [.tap(2)])
    }

    @Test func `a terminal smaller than the window shows all items at its own edge`() throws {
        var screen = screen("trailing", trailing, columns: 40, rows: 13)
        #expect(screen.text(row: 1, columns: 24..<40).contains("Settings"))
        #expect(screen.text(row: 9, columns: 24..<40).contains("More"))
        #expect(screen.click(row: 10, column: 30) == [.tap(2)])
        // The point of a cell is in the same item of the window.
        for (row, item) in [(0, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2)] {
            let point = try #require(screen.scene.point(row: row, column: 30))
            #expect(point.x > 512 && Int(point.y / 128) == item, "\(row): \(point)")
        }
    }

    @Test func `show prints each item on the lines of its part`() {
        var example = Example.padWithPlain()
        let frame = DBusRect(x: 0, y: 0, width: 80, height: 384)
        example.set(TabBarInterface.name, "Side", .string("leading"), of: Example.bar)
        example.set(TabBarInterface.name, "Frame", frame.variant, of: Example.bar)
        example.set(
            TabBarInterface.name, "ItemFrames",
            (0..<3).map { DBusRect(x: 0, y: Double($0) * 128, width: 80, height: 128) }.variant, of: Example.bar)
        let lines = example.printed()
        for text in ["1", "Settings", "[2", "Plain]", "3 More"] {
            #expect(lines.contains { $0.prefix(10).contains(text) }, "\(text): \(lines)")
        }
        #expect(example.json().contains(#""tabBarSide":"leading""#))
    }
}
