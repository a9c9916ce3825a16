import TestSupport

@testable import TabControl

/// Tab bar views on the screen.
@Suite struct ScreenTabBarTests {
    private static let items = [
        TabBarEntry(title: "A", badgeValue: "3"), TabBarEntry(title: "B", enabled: false), TabBarEntry(title: "C"),
    ]

    /// A tab bar view with three rows, and items of ten columns.
    private func bar(_ selected: Int32 = -1, _ more: [String: Variant] = [:]) -> ScreenExample {
        let properties: [String: Variant] = ["Items": Self.items.variant, "SelectedItem": .int32(selected)]
        return ScreenExample(
            .view(2, "TabBar", row: 3, column: 0, rows: 3, columns: 30, properties.merging(more) { $1 }))
    }

    @Test func `items share the bar equally, and the selected one stands out`() {
        let screen = bar(2)
        #expect(screen.text(row: 3, columns: 0..<30) == "────────────────────━━━━━━━━━━")
        #expect(screen.text(row: 4, columns: 0..<30) == "  A (3)      (B)        C     ")
        #expect(screen.style(row: 4, column: 24).attributes.contains(.bold))
        #expect(screen.style(row: 4, column: 14).attributes.contains(.dim))
    }

    @Test func `a click selects an enabled item, even if it is selected already`() {
        var screen = bar(0)
        #expect(screen.click(row: 4, column: 25) == [.action(2, "selectItem", .uint32(2))])
        #expect(screen.click(row: 4, column: 2) == [.action(2, "selectItem", .uint32(0))])
        #expect(screen.click(row: 4, column: 15) == [])
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    @Test func `left and right skip disabled items up to the ends, and enter taps again`() {
        var screen = bar()
        screen.press(.tab)
        #expect(screen.press(.right) == [.action(2, "selectItem", .uint32(0))])
        screen.show("SelectedItem", .int32(0), of: 2)
        #expect(screen.press(.left) == [])
        #expect(screen.press(.enter) == [.action(2, "selectItem", .uint32(0))])
        #expect(screen.press(.right) == [.action(2, "selectItem", .uint32(2))])
        screen.show("SelectedItem", .int32(2), of: 2)
        #expect(screen.press(.right) == [])
        #expect(screen.press(.left) == [.action(2, "selectItem", .uint32(0))])
        #expect(screen.foot.hasPrefix("←→ select  Enter taps"))
    }

    @Test func `a disabled or empty bar ignores input`() {
        var empty = bar(0, ["Items": [TabBarEntry]().variant])
        empty.press(.tab)
        #expect(empty.press(.left, .enter) == [])
        #expect(empty.click(row: 4, column: 2) == [])
        var disabled = bar(0, ["Enabled": .bool(false)])
        #expect(disabled.click(row: 4, column: 2) == [])
        #expect(!disabled.has(ScreenExample.target(2)))
    }
}
