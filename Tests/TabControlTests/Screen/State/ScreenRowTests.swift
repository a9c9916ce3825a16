import TestSupport

@testable import TabControl

/// Keys for the rows of tables and of More.
@Suite struct ScreenRowTests {
    private typealias Example = ExampleTree

    private func table(
        _ count: Int, rows: Int = 5, selected: Int32 = -1, _ properties: [String: Variant] = [:]
    ) -> ScreenExample {
        let all: [String: Variant] = [
            "Rows": (0..<count).map { TableRow(title: "Row \($0)") }.variant, "SelectedRow": .int32(selected),
        ]
        return ScreenExample(
            .button(2, row: 1, column: 2),
            .view(3, "TableView", row: 3, column: 2, rows: rows, columns: 30, all.merging(properties) { $1 }),
            .button(4, row: 12, column: 2))
    }

    private let list = ScreenExample.target(3)

    @Test func `up and down choose rows, and move the focus at the ends`() {
        var screen = table(3)
        screen.focus(list)
        #expect(screen.press(.down, .enter) == [.action(3, "selectRow", .uint32(1))])
        #expect(screen.press(.down, .enter) == [.action(3, "selectRow", .uint32(2))])
        screen.press(.down)
        #expect(screen.state.focus == ScreenExample.target(4))
        screen.press(.up)
        #expect(screen.state.focus == list)
        screen.press(.up, .up, .up)
        #expect(screen.state.focus == ScreenExample.target(2))
    }

    private static let sections = [
        TableSection(header: "Fruit", footer: "three of them", rows: 3), TableSection(header: "Nuts", rows: 17),
    ]

    @Test(.rules("S-200")) func `headers and footers are lines between the rows`() {
        var screen = table(20, rows: 8, ["Sections": Self.sections.variant])
        #expect(screen.text(row: 3, columns: 2..<7) == "Fruit")
        #expect(screen.text(row: 4, columns: 4..<9) == "Row 0")
        #expect(screen.text(row: 7, columns: 2..<7) == "three")
        #expect(screen.text(row: 8, columns: 2..<6) == "Nuts")
        #expect(screen.text(row: 9, columns: 4..<9) == "Row 3")
        #expect(screen.click(row: 9, column: 6) == [.action(3, "selectRow", .uint32(3))])
        #expect(screen.click(row: 8, column: 6) == [])
        screen.focus(list)
        for row in 4..<20 {
            #expect(screen.press(.down, .enter) == [.action(3, "selectRow", .uint32(UInt32(row)))])
            #expect((3..<11).contains { screen.showsFocus(row: $0, column: 5) }, "row \(row)")
        }
        for row in (0..<19).reversed() {
            #expect(screen.press(.up, .enter) == [.action(3, "selectRow", .uint32(UInt32(row)))])
            #expect((3..<11).contains { screen.showsFocus(row: $0, column: 5) }, "row \(row)")
        }
        #expect(screen.text(row: 3, columns: 2..<7) == "Fruit")
    }

    @Test(.rules("S-204")) func `the owner scrolls a table to a row`() {
        var screen = table(20)
        func show(_ row: Int, _ position: String) -> String {
            screen.state.positions.show(row, at: position, of: list, in: screen.scene.lists[list])
            screen.draw()
            return screen.text(row: 3, columns: 4..<10).filter { $0 != " " }
        }
        #expect(show(10, "top") == "Row10")
        #expect(show(10, "bottom") == "Row6")
        #expect(show(10, "middle") == "Row8")
        #expect(show(9, "none") == "Row8")
        #expect(show(13, "none") == "Row9")
        #expect(show(19, "top") == "Row15")
    }

    @Test func `the keyboard starts at the selected row`() {
        var screen = table(5, selected: 2)
        screen.focus(list)
        #expect(screen.showsFocus(row: 5, column: 5))
        #expect(screen.press(.enter) == [.action(3, "selectRow", .uint32(2))])
        #expect(screen.press(.down, .enter) == [.action(3, "selectRow", .uint32(3))])
    }

    @Test func `a table scrolls with its row`() {
        var screen = table(20)
        screen.focus(list)
        for _ in 0..<6 { screen.press(.down) }
        #expect(screen.text(row: 7, columns: 4..<9) == "Row 6")
        #expect(screen.text(row: 3, columns: 4..<9) == "Row 2")
        screen.press(.end)
        #expect(screen.text(row: 7, columns: 4..<10) == "Row 19")
        screen.press(.home)
        #expect(screen.text(row: 3, columns: 4..<9) == "Row 0")
        screen.press(.pageDown)
        #expect(screen.text(row: 3, columns: 4..<9) == "Row 4")
        screen.press(.pageUp)
        #expect(screen.text(row: 3, columns: 4..<9) == "Row 0")
    }

    @Test func `delete deletes the current row`() {
        var screen = table(5, selected: 2, ["AllowsDelete": .bool(true)])
        screen.focus(list)
        #expect(screen.press(.delete) == [.action(3, "deleteRow", .uint32(2))])
        #expect(screen.press(.down, .delete) == [.action(3, "deleteRow", .uint32(3))])
    }

    @Test func `removed rows are no longer chosen`() {
        var screen = table(5, ["AllowsDelete": .bool(true), "AllowsMove": .bool(true)])
        screen.focus(list)
        screen.press(.end)
        screen.show("Rows", [TableRow(title: "Only"), TableRow(title: "Last")].variant, of: 3)
        #expect(screen.showsFocus(row: 4, column: 5))
        #expect(screen.press(.delete) == [.action(3, "deleteRow", .uint32(1))])
        #expect(screen.press(.enter) == [.action(3, "selectRow", .uint32(1))])
        #expect(
            screen.press(.shiftUp) == [.action(3, "moveRow", .structure([.uint32(1), .uint32(0)]))])
    }

    @Test func `rows can be deleted and moved only if the table allows it`() {
        var screen = table(5)
        screen.focus(list)
        #expect(screen.press(.delete, .character("d"), .shiftDown, .shiftUp) == [])
    }

    @Test func `shift and arrows move the current row`() {
        var screen = table(4, selected: 2, ["AllowsMove": .bool(true)])
        screen.focus(list)
        #expect(screen.press(.shiftDown) == [.action(3, "moveRow", .structure([.uint32(2), .uint32(3)]))])
        // The keyboard stays with the row, which is now the last one.
        #expect(screen.press(.shiftDown) == [])
        #expect(screen.press(.shiftUp) == [.action(3, "moveRow", .structure([.uint32(3), .uint32(2)]))])
    }

    @Test func `a table without rows can't get the focus`() {
        var screen = table(0, ["AllowsDelete": .bool(true)])
        screen.focus(list)
        #expect(screen.state.focus == nil)
        #expect(screen.press(.delete) == [])
    }

    @Test func `enter taps a row of More`() {
        var screen = ScreenExample(.padWithMore())
        screen.focus(.moreList(Example.list))
        #expect(screen.press(.enter) == [.tapRow(0, Example.list)])
        #expect(screen.press(.down, .enter) == [.tapRow(1, Example.list)])
        screen.set(MoreListInterface.name, "Rows", [Example.alarm].variant, of: Example.list)
        #expect(screen.press(.enter) == [.tapRow(0, Example.list)])
    }
}
