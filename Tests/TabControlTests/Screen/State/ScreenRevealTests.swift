import TestSupport

@testable import TabControl

/// Scrolling to the focus.
@Suite struct ScreenRevealTests {
    private static func offset(_ row: Int, column: Int = 0) -> Variant {
        DBusSize(width: Double(column) * Grid.width, height: Double(row) * Grid.height).variant
    }

    /// A scroll view that shows four of its twenty rows, with four buttons, between two other buttons.
    private static func list(_ properties: [String: Variant] = [:]) -> ScreenExample {
        let size = DBusSize(width: 240, height: 320)
        return ScreenExample(
            .button(2, row: 0),
            .view(
                3, "ScrollView", row: 2, column: 0, rows: 4, columns: 30,
                ["ContentSize": size.variant].merging(properties) { $1 }),
            .button(4, row: 0, in: 3), .button(5, row: 6, in: 3), .button(6, row: 12, in: 3),
            .button(7, row: 19, in: 3),
            .button(8, row: 7))
    }

    /// Scrolls as the owner would.
    private func carryOut(_ effects: [ScreenEffect], on screen: inout ScreenExample) {
        for case .gesture(.update(_, let id, "scrolled", let offset)) in effects {
            screen.show("ContentOffset", offset, of: id)
        }
    }

    @Test func `tab scrolls a scroll view to the focus`() {
        var screen = Self.list()
        #expect(screen.press(.tab, .tab, .tab) == [])
        #expect(screen.state.focus == ScreenExample.target(4))
        #expect(screen.press(.tab) == [.update(3, "scrolled", Self.offset(3))])
        #expect(screen.state.focus == ScreenExample.target(5))
    }

    @Test func `tab goes through a scroll view before it moves on, and back`() {
        var screen = Self.list()
        let order: [UInt32] = [2, 3, 4, 5, 6, 7, 8]
        for id in order {
            carryOut(screen.press(.tab), on: &screen)
            #expect(screen.state.focus == ScreenExample.target(id))
            #expect(id == 3 || screen.text.contains("[B\(id)]"))
        }
        for id in order.reversed().dropFirst() {
            carryOut(screen.press(.backTab), on: &screen)
            #expect(screen.state.focus == ScreenExample.target(id))
            #expect(id == 3 || screen.text.contains("[B\(id)]"))
        }
    }

    @Test func `arrows enter a scroll view at its visible part`() {
        var screen = Self.list()
        screen.focus(ScreenExample.target(8))
        screen.press(.up)
        #expect(screen.state.focus == ScreenExample.target(3))
        screen.focus(ScreenExample.target(4))
        #expect(screen.press(.down) == [.update(3, "scrolled", Self.offset(3))])
        #expect(screen.state.focus == ScreenExample.target(5))
    }

    @Test func `nested scroll views both scroll`() {
        var screen = ScreenExample(
            .view(
                2, "ScrollView", row: 1, column: 0, rows: 5, columns: 40,
                ["ContentSize": DBusSize(width: 320, height: 320).variant]),
            .view(
                3, "ScrollView", row: 10, column: 0, rows: 4, columns: 20,
                ["ContentSize": DBusSize(width: 320, height: 160).variant], in: 2),
            .button(4, row: 8, column: 25, in: 3))
        screen.press(.tab, .tab)
        let effects = screen.press(.tab)
        #expect(screen.state.focus == ScreenExample.target(4))
        #expect(
            effects == [
                .update(3, "scrolled", Self.offset(5, column: 15)), .update(2, "scrolled", Self.offset(9)),
            ])
        #expect(!screen.text.contains("[B4]"))
        carryOut(effects, on: &screen)
        #expect(screen.text.contains("[B4]"))
    }

    @Test func `the page scrolls to where a scroll view will show the focus`() {
        var screen = ScreenExample(
            .view(
                2, "ScrollView", row: 30, column: 0, rows: 4, columns: 40,
                ["ContentSize": DBusSize(width: 320, height: 1600).variant]),
            .button(3, row: 90, in: 2), .button(4, row: 60))
        screen.press(.tab)
        screen.press(.home)
        carryOut(screen.press(.tab), on: &screen)
        #expect(screen.state.focus == ScreenExample.target(3))
        #expect(screen.text.contains("[B3]"))
    }

    @Test func `targets that can't be scrolled into view are skipped`() {
        // After the end of the content, above the page, and beside it.
        for view in [ViewEntry.button(9, row: 40, in: 3), .button(9, row: -5), .button(9, row: 3, column: 100)] {
            var screen = Self.list()
            screen.change { _, views in views[ExampleTree.plain]?.append(view) }
            #expect(screen.has(ScreenExample.target(9)))
            for _ in 0..<12 {
                screen.press(.tab)
                #expect(screen.state.focus != ScreenExample.target(9))
            }
        }
    }

    @Test func `the hidden content of a disabled scroll view is skipped`() {
        var screen = Self.list(["Enabled": .bool(false)])
        for id in [2, 4, 8] as [UInt32] {
            #expect(screen.press(.tab) == [])
            #expect(screen.state.focus == ScreenExample.target(id))
        }
    }

    @Test func `a tab outside of the terminal can't get the focus`() {
        var example = ExampleTree.pad()
        example.set(WindowInterface.name, "Size", DBusSize(width: 960, height: 384).variant, of: ExampleTree.tabs)
        example.set(
            TabBarInterface.name, "ItemFrames",
            (0..<3).map { DBusRect(x: 400 * Double($0), y: 0, width: 160, height: 50) }.variant, of: ExampleTree.bar)
        var screen = ScreenExample(example)
        for _ in 0..<8 {
            screen.press(.tab)
            #expect(screen.state.focus != .tab(2))
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func `invalid frames in a scroll view send only finite values`(number: Double) {
        for frame in [
            DBusRect(x: number, y: 0, width: 80, height: 16), DBusRect(x: 0, y: number, width: 80, height: 16),
            DBusRect(x: 0, y: 0, width: number, height: number),
        ] {
            var screen = Self.list()
            screen.change { _, views in
                views[ExampleTree.plain]?.append(ViewEntry(id: 9, parent: 3, className: "Button", frame: frame))
            }
            for _ in 0..<12 {
                for case .gesture(.update(_, _, _, let value)) in screen.press(.tab) {
                    #expect(value.isFinite, "\(frame)")
                }
            }
        }
    }
}
