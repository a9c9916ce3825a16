internal import TabMirror
import TestSupport

@Suite struct ViewMirrorTests {
    private static func view(_ id: UInt32, in parent: UInt32 = 1, text: String = "") -> ViewEntry {
        ViewEntry(
            id: id, parent: parent, className: "Label", frame: DBusRect(x: 0, y: 0, width: 80, height: 16),
            properties: text.isEmpty ? [:] : ["Text": .string(text)])
    }

    private static func mirror() -> ViewMirror {
        var mirror = ViewMirror()
        _ = mirror.replaceAll(ViewSnapshot(revision: 7, views: [view(1, in: 0), view(2), view(3, in: 2), view(4)]))
        return mirror
    }

    @Test func `a change replaces whole entries and keeps their places among siblings`() {
        var mirror = Self.mirror()
        #expect(
            mirror.apply(8, [Self.view(2, text: "new")], []) == [
                .changed(from: Self.view(2), to: Self.view(2, text: "new"))
            ])
        #expect(mirror.views.map(\.id) == [1, 2, 3, 4])
        #expect(mirror.revision == 8)
    }

    @Test func `a removed view takes its descendants along, deepest first`() {
        var mirror = Self.mirror()
        #expect(mirror.apply(8, [], [2]) == [.removed(Self.view(3, in: 2)), .removed(Self.view(2))])
        #expect(mirror.views.map(\.id) == [1, 4])
    }

    @Test func `a view with a new parent goes in front of its new siblings`() {
        var mirror = Self.mirror()
        _ = mirror.apply(8, [Self.view(3, in: 1)], [])
        #expect(mirror.views.map(\.id) == [1, 2, 4, 3])
    }

    // MARK: Rows

    private static func row(_ index: UInt32, _ title: String) -> PlacedRow {
        PlacedRow(index: index, id: title, row: TableRow(title: title))
    }

    private static func table(_ titles: [String], _ more: [String: Variant] = [:]) -> ViewEntry {
        var entry = view(2)
        entry.className = "TableView"
        entry.properties = [
            "Rows": titles.map { TableRow(title: $0) }.variant, "RowIDs": titles.variant,
        ].merging(more) { $1 }
        return entry
    }

    @Test(.rules("S-203")) func `changed rows are applied to the table that is known`() {
        var mirror = ViewMirror()
        let old = Self.table(["a", "b", "c"])
        _ = mirror.replaceAll(ViewSnapshot(revision: 7, views: [Self.view(1, in: 0), old]))
        let change = TableChange(
            deleted: [0], inserted: [Self.row(0, "d")], moved: [RowMove(from: 1, to: 2)], reloaded: [])
        let new = Self.table(["d", "c", "b"])
        #expect(mirror.apply(8, rowsOf: 2, change, [], -1) == [.changed(from: old, to: new)])
        let sections = [TableSection(header: "h", rows: 3)]
        let last = Self.table(["d", "c", "b"], ["Sections": sections.variant, "SelectedRow": .int32(1)])
        #expect(mirror.apply(9, rowsOf: 2, TableChange(), sections, 1) == [.changed(from: new, to: last)])
        #expect(mirror.apply(9, rowsOf: 2, change, [], -1) == [])
        #expect(mirror.views == [Self.view(1, in: 0), last] && mirror.revision == 9)
    }

    @Test(.rules("S-203")) func `changed rows of an unknown revision, table or row need a snapshot`() {
        var mirror = ViewMirror()
        let table = Self.table(["a"])
        _ = mirror.replaceAll(ViewSnapshot(revision: 7, views: [Self.view(1, in: 0), table]))
        let before = mirror
        #expect(mirror.apply(9, rowsOf: 2, TableChange(deleted: [0]), [], -1) == nil)
        #expect(mirror.apply(8, rowsOf: 3, TableChange(deleted: [0]), [], -1) == nil)
        #expect(mirror.apply(8, rowsOf: 2, TableChange(deleted: [1]), [], -1) == nil)
        #expect(mirror.apply(8, rowsOf: 2, TableChange(inserted: [Self.row(4, "x")]), [], -1) == nil)
        #expect(mirror == before)
    }

    @Test func `an old revision changes nothing, and a gap is detected`() {
        var mirror = Self.mirror()
        #expect(mirror.apply(7, [Self.view(2, text: "old")], []) == [])
        #expect(mirror == Self.mirror())
        #expect(mirror.apply(9, [Self.view(2, text: "later")], []) == nil)
        #expect(mirror == Self.mirror())
    }
}
