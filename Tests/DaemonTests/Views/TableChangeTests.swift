import TestSupport

/// Sections, row ids, changes of rows, and scrolling to rows.
@EventLoop @Suite(.localDaemon) struct TableChangeTests {
    private let stage: ViewStage

    init() async throws { stage = try await ViewStage() }

    private var owner: ObjectProxy<ViewControllerInterface> { stage.owner.viewController(stage.controller) }

    private static func rows(_ titles: [String]) -> Variant { titles.map { TableRow(title: $0) }.variant }

    private static func table(
        _ titles: [String], ids: [String]? = nil, _ properties: [String: Variant] = [:]
    ) -> ViewEntry {
        var all = properties
        all["Rows"] = rows(titles)
        all["RowIDs"] = ids?.variant
        return .view(2, "TableView", with: all)
    }

    private var shown: (titles: [String], ids: [String], selected: Int32, sections: [UInt32]) {
        get async throws {
            let table = try #require(try await stage.view().views.first { $0.id == 2 })
            let rows: [TableRow] = table.properties["Rows"]?.get() ?? []
            let sections: [TableSection] = table.properties["Sections"]?.get() ?? []
            return (
                rows.map(\.title), table.properties["RowIDs"]?.get() ?? [],
                table.properties["SelectedRow"]?.get() ?? -1,
                sections.map(\.rows)
            )
        }
    }

    private static func placed(_ index: UInt32, _ title: String, id: String = "") -> PlacedRow {
        PlacedRow(index: index, id: id, row: TableRow(title: title))
    }

    @Test(.rules("S-200 S-201")) func `sections divide all rows, and ids name each of them once`() async throws {
        let sections = [TableSection(header: "Fruit", rows: 2), TableSection(footer: "End", rows: 1)].variant
        try await stage.update([Self.table(["a", "b", "c"], ids: ["1", "2", "3"], ["Sections": sections])])
        #expect(try await shown == (["a", "b", "c"], ["1", "2", "3"], -1, [2, 1]))
        let wrong: [ViewEntry] = [
            Self.table(["a"], ["Sections": sections]), Self.table([], ["Sections": sections]),
            Self.table(["a", "b"], ids: ["1"]), Self.table(["a", "b"], ids: ["1", "1"]),
            Self.table(["a", "b"], ids: ["1", ""]), Self.table([], ids: ["1"]),
        ]
        for table in wrong { #expect(await failure { try await stage.update([table]) } == "InvalidArgument") }
        #expect(try await shown.sections == [2, 1])
    }

    @Test(.rules("S-202")) func `a change names positions before and after it, as a batch update of UIKit`()
        async throws
    {
        try await stage.update([Self.table(["a", "b", "c", "d"], ["SelectedRow": .int32(3)])])
        try await owner.changeRows(
            2, [1], [Self.placed(0, "new")], [RowMove(from: 0, to: 3)], [Self.placed(1, "C")], [:])
        #expect(try await shown == (["new", "C", "d", "a"], [], 2, []))
        try await owner.changeRows(2, [2], [], [], [], [:])
        #expect(try await shown == (["new", "C", "a"], [], -1, []))
        try await owner.changeRows(2, [0, 1, 2], [], [], [], [:])
        try await owner.changeRows(
            2, [], [Self.placed(0, "x", id: "X"), Self.placed(1, "y", id: "Y")], [], [],
            ["SelectedRow": .int32(1), "Sections": [TableSection(header: "All", rows: 2)].variant])
        #expect(try await shown == (["x", "y"], ["X", "Y"], 1, [2]))
        try await owner.changeRows(2, [], [], [], [Self.placed(0, "x", id: "Z")], [:])
        #expect(try await shown.ids == ["Z", "Y"])
    }

    @Test(.rules("S-202")) func `a wrong change has no effect`() async throws {
        try await stage.update([.view(3, "Label"), Self.table(["a", "b"], ids: ["A", "B"])])
        let before = try await stage.view()
        typealias Change = (UInt32, [UInt32], [PlacedRow], [RowMove], [PlacedRow], String)
        let wrong: [Change] = [
            (2, [2], [], [], [], "OutOfRange"), (2, [0, 0], [], [], [], "InvalidArgument"),
            (2, [0], [], [RowMove(from: 0, to: 0)], [], "InvalidArgument"),
            (2, [], [Self.placed(3, "x", id: "X")], [], [], "OutOfRange"),
            (2, [], [Self.placed(.max, "x", id: "X")], [], [], "OutOfRange"),
            (2, [], [Self.placed(0, "x")], [], [], "InvalidArgument"),
            (2, [], [Self.placed(0, "x", id: "A")], [], [], "InvalidArgument"),
            (2, [], [Self.placed(0, "x", id: "X"), Self.placed(0, "y", id: "Y")], [], [], "InvalidArgument"),
            (2, [], [], [RowMove(from: 0, to: 2)], [], "OutOfRange"),
            (2, [], [], [], [Self.placed(2, "x")], "OutOfRange"), (3, [], [], [], [], "InvalidArgument"),
            (9, [], [], [], [], "InvalidArgument"), (2, [.max], [], [], [], "OutOfRange"),
        ]
        for (view, deleted, inserted, moved, reloaded, error) in wrong {
            let found = await failure {
                try await owner.changeRows(view, deleted, inserted, moved, reloaded, [:])
            }
            #expect(found == error, "\(deleted) \(inserted) \(moved) \(reloaded)")
        }
        let other = stage.client.viewController(stage.controller)
        #expect(await failure { try await other.changeRows(2, [0], [], [], [], [:]) } == "AccessDenied")
        #expect(await failure { try await other.scrollToRow(2, 0, "top", false) } == "AccessDenied")
        #expect(try await stage.view() == before)
    }

    @Test(.rules("S-203")) func `one of 2,000 rows is sent alone to a front end that asks for that`() async throws {
        let names = (0..<2000).map { "row \($0)" }
        try await stage.update([Self.table(names, ids: names)])
        let window = try BusClient()
        try await window.attach(to: stage.tabs, ["RowChanges": .bool(true)])
        window.clearSignals()
        stage.watcher.clearSignals()
        let before = try await stage.view().revision
        try await owner.changeRows(2, [], [], [], [Self.placed(7, "seven")], [:])
        // The owner may as well send everything.
        var titles = names
        titles[7] = "seven"
        titles.swapAt(100, 1500)
        var ids = names
        ids.swapAt(100, 1500)
        try await stage.update([Self.table(titles, ids: ids)])
        try await window.barrier()
        let changes = window.signals.filter { $0.member == "RowsChanged" }
        #expect(!window.signals.contains { $0.member == "ViewChanged" && $0.path == stage.controller })
        try #require(changes.count == 2)
        #expect(changes[0].arguments[0] == .uint64(before + 1) && changes[0].arguments[1] == .uint32(2))
        #expect(changes[0].arguments[5].get(as: [PlacedRow].self) == [Self.placed(7, "seven", id: "row 7")])
        #expect((2...4).allSatisfy { changes[0].arguments[$0] == Self.empty[$0 - 2] })
        #expect(changes[1].arguments[4].get(as: [RowMove].self)?.count == 2)
        #expect(changes[1].arguments[5].get(as: [PlacedRow].self) == [])
        // Other clients get the whole view, with the same revisions.
        let whole = try await stage.changes()
        #expect(whole.map { $0.arguments[0] } == [.uint64(before + 1), .uint64(before + 2)])
        var table = TableChange.Rows(rows: [], ids: names)
        if case .array(_, let rows) = Self.rows(names) { table.rows = rows }
        for change in changes {
            table = try TableChange(
                deleted: change.arguments[2].get() ?? [], inserted: change.arguments[3].get() ?? [],
                moved: change.arguments[4].get() ?? [], reloaded: change.arguments[5].get() ?? []
            ).applied(to: table).rows
        }
        let last = try #require(try await stage.view().views.first { $0.id == 2 })
        #expect(table == last.tableRows)
    }

    private static let empty: [Variant] = [[UInt32]().variant, [PlacedRow]().variant, [RowMove]().variant]

    @Test(.rules("S-203")) func `other changes of the turn, and tables without ids, are sent whole`() async throws {
        let names = (0..<20).map { "row \($0)" }
        let window = try BusClient()
        try await window.attach(to: stage.tabs, ["RowChanges": .bool(true)])
        func sent(_ entries: [ViewEntry]) async throws -> [String] {
            window.clearSignals()
            try await stage.update(entries)
            try await window.barrier()
            return window.signals.filter { $0.path == stage.controller }.map(\.member)
        }
        #expect(try await sent([Self.table(names)]) == ["ViewChanged"])
        #expect(try await sent([Self.table(names + ["x"])]) == ["ViewChanged"])
        #expect(try await sent([Self.table(names, ids: names)]) == ["ViewChanged"])
        #expect(try await sent([Self.table(names + ["x"], ids: names + ["x"])]) == ["RowsChanged"])
        #expect(try await sent([Self.table(names, ids: names), .view(3)]) == ["ViewChanged"])
        #expect(try await sent([Self.table(names.reversed(), ids: names)]) == ["ViewChanged"])
        #expect(try await sent([Self.table(names, ids: names, ["AllowsMove": .bool(true)])]) == ["ViewChanged"])
        #expect(
            try await sent([Self.table(names, ids: names, ["AllowsMove": .bool(true), "SelectedRow": .int32(3)])])
                == ["RowsChanged"])
        try await window.attach(to: stage.tabs)
        #expect(try await sent([Self.table(names + ["y"], ids: names + ["y"])]) == ["ViewChanged"])
    }

    @Test(.rules("S-204")) func `front ends scroll after the change of the rows, once for each table`() async throws {
        try await stage.update([Self.table(["a", "b"])])
        stage.watcher.clearSignals()
        try await owner.scrollToRow(2, 0, "top", false)
        try await owner.scrollToRow(2, 1, "middle", true)
        try await stage.watcher.barrier()
        let scrolled = stage.watcher.signals.filter { $0.member == "RowScrolled" }
        #expect(scrolled.last?.arguments == [.uint32(2), .uint32(1), .string("middle"), .bool(true)])
        #expect(await failure { try await owner.scrollToRow(2, 2, "top", false) } == "OutOfRange")
        #expect(await failure { try await owner.scrollToRow(2, 0, "left", false) } == "InvalidArgument")
        #expect(await failure { try await owner.scrollToRow(1, 0, "top", false) } == "InvalidArgument")
        #expect(await failure { try await owner.scrollToRow(9, 0, "top", false) } == "InvalidArgument")
    }

    @Test(.rules("S-200")) func `a tap on a table with sections is the front end's`() async throws {
        var actions = 0
        stage.methods["Action"] = { _, reply in
            actions += 1
            reply.succeed { (_) throws(DBusError) in }
        }
        let sections = [TableSection(header: "All", rows: 1)].variant
        var table = Self.table(["a"], ["Sections": sections])
        table.frame = DBusRect(20, 100, 200, 132)
        try await stage.update([table])
        #expect(try await stage.watcher.window(stage.tabs).tapAt(100, 110) == "content")
        try await stage.owner.barrier()
        #expect(actions == 0)
    }

    @Test(.rules("S-202 S-203")) func `a change from one state to another leads to it`() throws {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            func table() -> TableChange.Rows {
                let ids = (0..<12).map(String.init).shuffled(using: &numbers).prefix(Int(numbers.next() % 13))
                return TableChange.Rows(
                    rows: ids.map { TableRow(title: "\($0) \(numbers.next() % 2)").variant }, ids: Array(ids))
            }
            let (old, new) = (table(), table())
            let change = TableChange(from: old, to: new)
            try #require(try change.applied(to: old).rows == new, "\(old.ids) to \(new.ids)")
        }
    }
}

/// Tables of plugins.
@EventLoop @Suite(.bus) struct PluginTableTests {
    @Test(.rules("S-201 S-203 S-204")) func `a plugin's table has sections and ids, and scrolls`() async throws {
        let stage = try await TrailStage()
        stage.client.clearSignals()
        try await stage.tap("AddTable")
        try await stage.client.barrier()
        let signals = stage.client.signals.filter { $0.path == stage.trail }
        let views = signals.filter { $0.member == "ViewChanged" }
            .flatMap { [ViewEntry](variant: $0.arguments[1]) ?? [] }
        let table = try #require(views.last { $0.className == "TableView" })
        #expect(table.properties["RowIDs"] == ["a", "b", "c"].variant)
        #expect(
            table.properties["Sections"]
                == [TableSection(header: "First", rows: 1), TableSection(footer: "End", rows: 2)].variant)
        let scroll = signals.filter { $0.member == "RowScrolled" }
        #expect(scroll.map(\.arguments) == [[.uint32(table.id), .uint32(2), .string("bottom"), .bool(true)]])
        let places = signals.map(\.member)
        #expect(places.firstIndex(of: "ViewChanged") ?? 9 < places.firstIndex(of: "RowScrolled") ?? 0)
        try await stage.tap("ChangeTable")
        let changed = try await stage.client.getView(of: stage.trail).views.first { $0.id == table.id }
        let rows: [TableRow] = changed?.properties["Rows"]?.get() ?? []
        #expect(rows.map(\.detail) == ["", "new", ""])
    }
}
