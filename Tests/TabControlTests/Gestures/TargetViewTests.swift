import TestSupport

@testable import TabFrontEnd

/// The gestures of input on a view, in any front end.
@Suite struct TargetViewTests {
    private static let path = ObjectPath("/page")

    private static func target(_ className: String, _ properties: [String: Variant] = [:]) -> TargetView {
        TargetView(
            path: path,
            view: ViewEntry(
                id: 2, parent: 1, className: className, frame: DBusRect(x: 0, y: 0, width: 100, height: 40),
                properties: properties))
    }

    private static func send(_ action: String, _ value: Variant) -> UserGesture { .send(path, 2, action, value) }

    private static func slide(_ value: Double) -> [UserGesture] { [.update(path, 2, "valueChanged", .double(value))] }

    @Test func `a step changes a slider by a twentieth, up to its ends`() {
        let slider = Self.target("Slider", ["Minimum": .double(-1), "Maximum": .double(1), "Value": .double(0.95)])
        #expect(slider.stepped(by: -1, isHorizontal: true) == Self.slide(0.85))
        #expect(slider.stepped(by: 1, isHorizontal: true) == Self.slide(1))
        #expect(slider.stepped(by: 1, isHorizontal: false) == nil)
        #expect(slider.dragged(to: 0.25) == Self.slide(-0.5))
        #expect(slider.dragged(to: 0.975) == [])
        let infinite = Self.target("Slider", ["Maximum": .double(.infinity)])
        #expect(infinite.stepped(by: 1, isHorizontal: true) == [])
    }

    @Test func `a step selects the segment or the enabled item beside the selected one`() {
        let segments = Self.target(
            "SegmentedControl", ["Segments": ["a", "b"].variant, "SelectedSegment": .int32(0)])
        #expect(segments.stepped(by: 1, isHorizontal: true) == [Self.send("valueChanged", .int32(1))])
        #expect(segments.stepped(by: -1, isHorizontal: true) == [])
        #expect(Self.target("SegmentedControl").stepped(by: 1, isHorizontal: true) == [])
        #expect(Self.target("TabBar").stepped(by: 1, isHorizontal: true) == [])
    }

    @Test func `a step scrolls a scroll view within its content`() {
        let size = DBusSize(width: 100, height: 60)
        let scroll = Self.target("ScrollView", ["ContentSize": size.variant])
        let end = DBusSize(width: 0, height: 20)
        #expect(scroll.stepped(by: 1, isHorizontal: false) == [.update(Self.path, 2, "scrolled", end.variant)])
        #expect(scroll.stepped(by: -1, isHorizontal: false) == nil)
        #expect(scroll.stepped(by: 1, isHorizontal: true) == nil)
    }

    @Test func `enter taps a button, turns a switch and selects the row`() {
        #expect(Self.target("Button").activated(row: nil) == Self.send("primaryActionTriggered", .bool(true)))
        #expect(
            Self.target("Switch", ["On": .bool(true)]).activated(row: nil) == Self.send("valueChanged", .bool(false)))
        #expect(Self.target("TableView").activated(row: 3) == Self.send("selectRow", .uint32(3)))
        #expect(Self.target("TableView").activated(row: nil) == nil)
        #expect(Self.target("Label").activated(row: nil) == nil)
    }

    @Test func `rows are deleted and moved only where the table allows it`() {
        let rows = [TableRow(title: "a"), TableRow(title: "b")].variant
        let fixed = Self.target("TableView", ["Rows": rows])
        #expect(fixed.deletedRow(0) == nil)
        #expect(fixed.movedRow(0, to: 1) == nil)
        let table = Self.target(
            "TableView", ["Rows": rows, "AllowsDelete": .bool(true), "AllowsMove": .bool(true)])
        #expect(table.deletedRow(1) == Self.send("deleteRow", .uint32(1)))
        #expect(table.movedRow(0, to: 1) == Self.send("moveRow", RowMove(from: 0, to: 1).variant))
        for (row, other) in [(0, -1), (1, 2), (1, 1), (2, 0)] { #expect(table.movedRow(row, to: other) == nil) }
    }

    @Test func `a menu item is chosen for a view or a row`() {
        let table = Self.target("TableView")
        #expect(table.chosenMenuItem("copy") == Self.send("menuItemSelected", .string("copy")))
        let choice = RowMenuChoice(row: 1, item: "copy")
        #expect(table.chosenMenuItem("copy", ofRow: 1) == Self.send("rowMenuItemSelected", choice.variant))
    }

    @Test func `fields and editable text views accept text`() {
        #expect(Self.target("TextField").acceptsText)
        #expect(Self.target("TextView", ["Editable": .bool(true)]).acceptsText)
        #expect(!Self.target("TextView").acceptsText)
        #expect(!Self.target("Label").acceptsText)
    }
}
