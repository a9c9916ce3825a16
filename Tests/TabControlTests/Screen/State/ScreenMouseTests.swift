import TestSupport

@testable import TabControl

/// Clicks, drags and the wheel.
@Suite struct ScreenMouseTests {
    private typealias Example = ExampleTree

    private static func slider(_ properties: [String: Variant] = [:]) -> ScreenExample {
        ScreenExample(.view(2, "Slider", row: 1, column: 10, columns: 21, properties))
    }

    private static func table(_ count: Int, _ properties: [String: Variant] = [:]) -> ScreenExample {
        let all: [String: Variant] = ["Rows": (0..<count).map { TableRow(title: "Row \($0)") }.variant]
        return ScreenExample(
            .view(2, "TableView", row: 2, column: 2, rows: 5, columns: 30, all.merging(properties) { $1 }),
            .view(3, "Label", row: 40, column: 2, columns: 30, ["Text": .string("far below")]))
    }

    // MARK: Clicks

    private static let cases = [
        ScreenCase(
            "a click anywhere on a tab taps it", (.click(row: 22, column: 13), [.tap(0)]),
            (.click(row: 23, column: 30), [.tap(1)]), (.keys(.enter), [.tap(1)])),
        ScreenCase(
            "a click on empty space does nothing", on: ScreenExample(.pad()), (.click(row: 10, column: 10), []),
            (.click(row: 24, column: 10), []), (.click(row: 900, column: 900), []), (.click(row: -1, column: -1), [])),
        ScreenCase(
            "a click toggles a switch, but not beside it",
            on: ScreenExample(.view(2, "Switch", row: 1, column: 2, columns: 20)),
            (.click(row: 1, column: 3), [.action(2, "valueChanged", .bool(true))]), (.click(row: 1, column: 12), [])),
        ScreenCase(
            "a click selects a row, and the keyboard continues from there", on: table(20),
            (.click(row: 4, column: 9), [.action(2, "selectRow", .uint32(2))]),
            (.keys(.down, .enter), [.action(2, "selectRow", .uint32(3))])),
        ScreenCase(
            "the current value of a slider is not sent again", on: slider(["Value": .double(0.5)]),
            (.click(row: 1, column: 20), [])),
        ScreenCase(
            "a slider follows the mouse, even outside of the slider",
            on: slider(["Minimum": .double(-10), "Maximum": .double(10)]),
            (.mouse(.press, row: 1, column: 15), [.update(2, "valueChanged", .double(-5))]),
            (.mouse(.drag, row: 7, column: 25), [.update(2, "valueChanged", .double(5))]),
            (.mouse(.drag, row: 7, column: 79), [.update(2, "valueChanged", .double(10))]),
            (.mouse(.drag, row: 0, column: 0), [.update(2, "valueChanged", .double(-10))]),
            (.mouse(.release, row: 0, column: 0), [])),
        ScreenCase(
            "a row that is dragged and comes back is tapped", on: table(4, ["AllowsMove": .bool(true)]),
            (drag(to: 2), [.action(2, "selectRow", .uint32(0))])),
        ScreenCase(
            "a row that is dragged elsewhere stays", on: table(4, ["AllowsMove": .bool(true)]), (drag(to: 15), []),
            (drag(to: 22), [])),
        ScreenCase("rows stay if moving is not allowed", on: table(4), (drag(to: 4), [])),
        ScreenCase(
            "the keyboard's current row stays visible when the wheel scrolls", on: table(20),
            (.click(row: 2, column: 9), [.action(2, "selectRow", .uint32(0))]),
            (.mouse(.wheelDown, row: 3, column: 9) + .keys(.enter), [.action(2, "selectRow", .uint32(3))])),
        ScreenCase(
            "the wheel asks the owner of a scroll view to scroll",
            on: ScreenExample(
                .view(
                    2, "ScrollView", row: 2, column: 2, rows: 4, columns: 20,
                    ["ContentSize": DBusSize(width: 160, height: 100).variant])),
            (.mouse(.wheelDown, row: 3, column: 5), [.update(2, "scrolled", DBusSize(width: 0, height: 36).variant)]),
            (.mouse(.wheelUp, row: 3, column: 5), [])),
        // On the page, on a tab and on a button.
        ScreenCase(
            "a click outside of a popover taps the middle of the cell", on: popover(),
            (.click(row: 10, column: 10), [.tapAt(x: 84, y: 168)]),
            (.click(row: 22, column: 13), [.tapAt(x: 108, y: 360)]),
            (.click(row: 8, column: 9), [.tapAt(x: 76, y: 136)])),
        ScreenCase(
            "a click on the border of a popover does nothing", on: popover(), (.click(row: 3, column: 48), []),
            (.click(row: 13, column: 52), [])),
        ScreenCase("a click on the message line is not a tap", on: popover(), (.click(row: 24, column: 10), [])),
    ]

    /// Drags the first row of a table.
    private static func drag(to row: Int) -> [InputEvent] {
        .drag(from: CellPlace(row: 2, column: 9), to: CellPlace(row: row, column: 12))
    }

    @Test(arguments: cases) func `a click, a drag or the wheel has its effect`(it: ScreenCase) { it.check() }

    @Test func `a click taps when it is released where it began`() {
        var screen = ScreenExample()
        #expect(screen.mouse(.press, row: 22, column: 13) == [])
        #expect(screen.mouse(.release, row: 22, column: 13) == [.tap(0)])
        #expect(screen.state.drag == nil)
        screen.mouse(.press, row: 22, column: 13)
        #expect(screen.mouse(.release, row: 22, column: 40) == [])
    }

    @Test func `a release or a drag without a press does nothing`() {
        var screen = Self.slider()
        #expect(screen.mouse(.release, row: 1, column: 15) == [])
        #expect(screen.mouse(.drag, row: 1, column: 15) == [])
        #expect(screen.state.drag == nil)
    }

    @Test func `a click taps a button of the bar`() {
        var screen = ScreenExample(.pad())
        #expect(screen.click(.barButton(Example.page, 1)) == [.barButton(Example.page, 1)])
        #expect(screen.click(.back(Example.navigation)) == [.back(Example.navigation)])
    }

    @Test func `a click chooses a segment`() {
        var screen = ScreenExample(
            .view(2, "SegmentedControl", row: 1, column: 0, columns: 30, ["Segments": ["A", "B", "C"].variant]))
        #expect(screen.click(row: 1, column: 5) == [.action(2, "valueChanged", .int32(0))])
        #expect(screen.click(row: 1, column: 29) == [.action(2, "valueChanged", .int32(2))])
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    @Test func `a click below the last row does nothing but move the focus`() {
        var screen = Self.table(2)
        #expect(screen.click(row: 6, column: 9) == [])
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    @Test func `disabled views ignore clicks`() {
        for name in ["Button", "Switch", "Slider", "TextField", "TableView", "SegmentedControl"] {
            var screen = ScreenExample(
                .view(
                    2, name, row: 1, column: 2, rows: 2, columns: 20,
                    [
                        "Enabled": .bool(false), "Rows": [TableRow(title: "A")].variant,
                        "Segments": ["A"].variant,
                    ]))
            #expect(screen.click(row: 1, column: 4) == [], "\(name)")
            #expect(screen.state.editor == nil)
            #expect(screen.state.focus == nil)
        }
    }

    @Test func `a click taps a row of More`() {
        var screen = ScreenExample(.padWithMore())
        #expect(screen.click(.moreRow(Example.list, 1)) == [.tapRow(1, Example.list)])
    }

    // MARK: Sliders

    @Test(arguments: [(10, 0.0), (15, 0.25), (20, 0.5), (30, 1.0)])
    func `a click on a slider sets its value`(column: Int, value: Double) {
        var screen = Self.slider(["Value": .double(0.4)])
        #expect(screen.click(row: 1, column: column) == [.update(2, "valueChanged", .double(value))])
    }

    @Test func `a slider that disappears during a drag sends nothing more`() {
        var screen = Self.slider()
        screen.mouse(.press, row: 1, column: 15)
        screen.change { _, views in views[Example.plain]?.removeAll { $0.id == 2 } }
        #expect(screen.mouse(.drag, row: 1, column: 20) == [])
        #expect(screen.mouse(.release, row: 1, column: 20) == [])
    }

    // MARK: Dragged rows

    @Test func `a row can be dragged to the place of another one`() {
        var screen = Self.table(4, ["AllowsMove": .bool(true)])
        let effects = Self.drag(to: 4).flatMap { screen.receive($0) }
        #expect(effects.last == .action(2, "moveRow", .structure([.uint32(0), .uint32(2)])))
        // The keyboard's current row moves with it.
        #expect(screen.state.positions.row(of: ScreenExample.target(2)) == 2)
    }

    // MARK: Wheel

    @Test func `the wheel scrolls a table by three rows, to its ends`() {
        var screen = Self.table(20)
        screen.mouse(.wheelDown, row: 3, column: 9)
        #expect(screen.text(row: 2, columns: 4..<9) == "Row 3")
        for _ in 0..<9 { screen.mouse(.wheelDown, row: 3, column: 9) }
        #expect(screen.text(row: 6, columns: 4..<10) == "Row 19")
        for _ in 0..<9 { screen.mouse(.wheelUp, row: 3, column: 9) }
        #expect(screen.text(row: 2, columns: 4..<9) == "Row 0")
    }

    @Test func `beside a table the wheel scrolls the page`() {
        var screen = Self.table(20)
        screen.mouse(.wheelDown, row: 15, column: 60)
        #expect(screen.pageOffset == 3)
        screen.mouse(.wheelUp, row: 15, column: 60)
        screen.mouse(.wheelUp, row: 15, column: 60)
        #expect(screen.pageOffset == 0)
    }

    @Test func `over a table without overflow the wheel scrolls the page`() {
        var screen = Self.table(3)
        screen.mouse(.wheelDown, row: 3, column: 9)
        #expect(screen.pageOffset == 3)
    }

    // MARK: Popovers

    private static func popover() -> ScreenExample {
        // The border covers the columns 48 to 79 and the rows 3 to 13.
        ScreenExample(Example.belowButton(), [Example.page: Example.cities, Example.alarm: Example.choice])
    }

    @Test func `a click on a row of a popover selects it`() {
        var screen = Self.popover()
        #expect(screen.click(.row(Example.alarm, 2, 1)) == [.send(Example.alarm, 2, "selectRow", .uint32(1))])
    }

    @Test func `a click outside of a smaller window is not a tap`() {
        var screen = Self.popover()
        screen.resize(columns: 100, rows: 30)
        #expect(screen.click(row: 26, column: 10) == [])
        #expect(screen.click(row: 10, column: 90) == [])
        #expect(screen.click(row: 10, column: 10).count == 1)
    }
}
