import TestSupport

@testable import TabControl

/// Customizing the tabs.
@Suite struct ScreenCustomizingTests {
    private typealias Example = ExampleTree

    /// A customizing session with Settings and Plain on the bar.
    private func arranging() -> ScreenExample {
        var example = Example.padWithMore()
        example.set(TabBarControllerInterface.name, "Customizing", .bool(true), of: Example.tabs)
        let all = [Example.navigation, Example.plain, Example.alarm, Example.timer]
        example.set(TabBarControllerInterface.name, "CustomizableViewControllers", all.variant, of: Example.tabs)
        return ScreenExample(example)
    }

    /// The same, with a tab that was picked up with enter.
    private func carrying(_ path: ObjectPath) -> ScreenExample {
        var screen = arranging()
        screen.focus(.customized(path))
        #expect(screen.press(.enter) == [])
        #expect(screen.state.carried == .customized(path))
        return screen
    }

    private func place(of path: ObjectPath, _ screen: ScreenExample) -> CellPlace {
        let cells = screen.scene.spot(.customized(path))?.cells
        return CellPlace(row: cells?.row ?? -1, column: cells?.column ?? -1)
    }

    @Test func `all customizable tabs are shown`() {
        let screen = arranging()
        for title in ["Settings", "Plain", "Alarm", "Timer", "[Done]", " Configure "] {
            #expect(screen.text.contains(title), "\(title)")
        }
        #expect(screen.has(.customized(Example.alarm)))
    }

    @Test func `a digit drops a tab that was picked up with enter`() {
        var screen = carrying(Example.alarm)
        #expect(screen.foot.hasPrefix("1-9 or Enter drops it  Esc cancels"))
        #expect(screen.press(.character("2")) == [.move(Example.alarm, slot: 1, Example.list)])
        #expect(screen.state.carried == nil)
    }

    @Test func `enter on a tab of the bar drops the picked up tab`() {
        var screen = carrying(Example.timer)
        screen.focus(.tab(0))
        #expect(screen.press(.enter) == [.move(Example.timer, slot: 0, Example.list)])
    }

    @Test func `a tab on the bar can be picked up`() {
        var screen = arranging()
        screen.focus(.tab(1))
        #expect(screen.press(.enter) == [])
        #expect(screen.state.carried == .customized(Example.plain))
        #expect(screen.press(.character("1")) == [.move(Example.plain, slot: 0, Example.list)])
    }

    @Test func `esc cancels the move, and customizing continues`() {
        var screen = carrying(Example.alarm)
        #expect(screen.press(.escape) == [])
        #expect(screen.state.carried == nil)
        #expect(screen.state.tree.isCustomizing)
    }

    @Test func `enter again cancels the move`() {
        var screen = carrying(Example.alarm)
        screen.press(.enter)
        #expect(screen.state.carried == nil)
    }

    @Test func `a digit without a picked up tab shows a hint`() {
        var screen = arranging()
        #expect(screen.type("1") == [])
        #expect(screen.foot == "pick up a tab with Enter first")
    }

    @Test func `a position that is not on the bar is an error`() {
        var screen = carrying(Example.alarm)
        // More has the third position.
        #expect(screen.type("3") == [])
        #expect(screen.foot == "the bar has no position 3")
        #expect(screen.state.carried == .customized(Example.alarm))
    }

    @Test func `more can't be picked up`() {
        var screen = arranging()
        screen.focus(.tab(2))
        #expect(screen.press(.enter) == [])
        #expect(screen.state.carried == nil)
    }

    @Test func `e and Done end customizing`() {
        var screen = arranging()
        #expect(screen.type("e") == [.endEditing(Example.list)])
        #expect(screen.click(.edit(Example.list)) == [.endEditing(Example.list)])
    }

    @Test func `a picked up tab is dropped when customizing ends elsewhere`() {
        var screen = carrying(Example.alarm)
        screen.set(TabBarControllerInterface.name, "Customizing", .bool(false), of: Example.tabs)
        #expect(screen.state.carried == nil)
        #expect(screen.type("1") == [.tap(0)])
    }

    // MARK: Mouse

    @Test func `a tab can be dragged to the bar`() {
        var screen = arranging()
        let effects = screen.drag(from: place(of: Example.alarm, screen), to: CellPlace(row: 22, column: 40))
        #expect(effects == [.move(Example.alarm, slot: 1, Example.list)])
    }

    @Test func `a tab of the bar can be dragged to another position`() {
        var screen = arranging()
        let effects = screen.drag(from: CellPlace(row: 22, column: 13), to: CellPlace(row: 22, column: 40))
        #expect(effects == [.move(Example.navigation, slot: 1, Example.list)])
    }

    @Test func `a tab dragged elsewhere stays`() {
        var screen = arranging()
        #expect(screen.drag(from: place(of: Example.alarm, screen), to: CellPlace(row: 15, column: 3)) == [])
        #expect(screen.drag(from: CellPlace(row: 22, column: 13), to: CellPlace(row: 15, column: 3)) == [])
        #expect(screen.state.carried == nil)
    }

    @Test func `more can't be replaced`() {
        var screen = arranging()
        #expect(screen.drag(from: place(of: Example.alarm, screen), to: CellPlace(row: 22, column: 70)) == [])
        #expect(screen.drag(from: CellPlace(row: 22, column: 70), to: CellPlace(row: 22, column: 13)) == [])
        #expect(screen.state.carried == nil)
    }

    @Test func `a dragged tab is drawn at the mouse, and its target is highlighted`() {
        var screen = arranging()
        let from = place(of: Example.alarm, screen)
        screen.mouse(.press, row: from.row, column: from.column)
        screen.mouse(.drag, row: 15, column: 30)
        #expect(screen.lines[15].contains("Alarm"))
        screen.mouse(.drag, row: 23, column: 40)
        #expect(screen.showsFocus(row: 22, column: 40))
    }

    @Test func `a click on the bar drops the tab that the keyboard picked up`() {
        var screen = carrying(Example.alarm)
        #expect(screen.click(row: 22, column: 13) == [.move(Example.alarm, slot: 0, Example.list)])
    }

    @Test(arguments: [(80, 25), (40, 12), (20, 8), (5, 3), (1, 1), (0, 0)])
    func `the page can be drawn on a terminal of any size`(columns: Int, rows: Int) {
        var screen = arranging()
        screen.resize(columns: columns, rows: rows)
        #expect(screen.lines.count == rows)
    }
}
