import TestSupport

@testable import TabControl

/// Item states on the bar, and the keys that close and move tabs.
@Suite struct ScreenTabStateTests {
    private typealias Example = ExampleTree

    /// A screen with the tabs Settings, Plain and More, where Plain has states and the focus.
    private func screen(_ states: [String: Variant]) -> ScreenExample {
        var screen = ScreenExample(.pad())
        for (name, value) in states { screen.set(TabBarItemInterface.name, name, value, of: Example.plain) }
        screen.focus(.tab(1))
        return screen
    }

    @Test func `attention and loading are marks beside the title`() {
        var screen = screen(["NeedsAttention": .bool(true), "Loading": .bool(true), "BadgeValue": .string("3")])
        #expect(screen.lines.contains { $0.contains("Plain (3) !↻ ") })
        screen.set(TabBarItemInterface.name, "Loading", .bool(false), of: Example.plain)
        #expect(screen.lines.contains { $0.contains("Plain (3) !  ") })
    }

    @Test func `the focused tab shows its tooltip and the keys that it allows`() {
        #expect(screen([:]).foot.hasPrefix("Enter taps  ? keys"))
        let states: [String: Variant] = [
            "Tooltip": .string("A plain page"), "AllowsClosing": .bool(true), "AllowsReordering": .bool(true),
        ]
        #expect(screen(states).foot.hasPrefix("A plain page  Enter taps  Del closes  Shift-←→ moves"))
    }

    @Test func `delete closes a tab, and shift with an arrow moves it, if it allows that`() {
        var screen = screen(["AllowsClosing": .bool(true), "AllowsReordering": .bool(true)])
        #expect(screen.press(.delete) == [.close(Example.plain)])
        // More stays the last item.
        #expect(screen.press(.shiftRight) == [])
        #expect(screen.press(.shiftLeft) == [.reorder(Example.plain, 0)])
        #expect(screen.state.focus == .tab(0))
        screen.focus(.tab(2))
        #expect(screen.press(.delete, .shiftLeft) == [])
        screen.focus(.tab(0))
        #expect(screen.press(.delete) == [])
        #expect(screen.foot == "this tab can't be closed")
        #expect(screen.press(.shiftRight) == [])
        #expect(screen.foot == "this tab can't be moved")
    }

    @Test func `h hides a tab if it allows that, and H shows hidden tabs again`() {
        var screen = screen([:])
        #expect(screen.press(.character("h")) == [] && screen.foot == "this tab can't be hidden")
        #expect(screen.press(.character("H")) == [])
        screen.set(ViewControllerInterface.name, "AllowsHiding", .bool(true), of: Example.plain)
        screen.set(ViewControllerInterface.name, "TabHidden", .bool(true), of: Example.alarm)
        #expect(screen.foot.hasPrefix("Enter taps  h hides  H resets hidden tabs"))
        #expect(screen.press(.character("h")) == [.hide(Example.plain)])
        #expect(screen.press(.character("H")) == [.resetHiddenTabs])
    }

    @Test func `a printed screen has the texts of the items below it`() {
        var example = Example()
        example.set(TabBarItemInterface.name, "Tooltip", .string("A plain page"), of: Example.plain)
        example.set(TabBarItemInterface.name, "AccessibilityLabel", .string("Plain, new"), of: Example.plain)
        #expect(example.printed().last == #"2 Plain: label "Plain, new", tooltip "A plain page""#)
    }
}
