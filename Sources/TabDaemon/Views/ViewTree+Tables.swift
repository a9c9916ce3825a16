import DBusInterface
import TabInterface

/// Changes of the rows of tables.
extension ViewTree {
    /// The keys that RowsChanged describes.
    private static let rowKeys: Set = ["Rows", "RowIDs", "Sections", "SelectedRow"]

    /// The table before and after the changes since the last announcement, if nothing but its rows changed and they have
    /// ids in both states.
    var changedTable: (old: ViewEntry, new: ViewEntry)? {
        guard dirty.count == 1, removed.isEmpty, unannounced.isEmpty, let id = dirty.first,
            let old = announcedTables[id], let new = entries[id], new.hasRowIDs
        else { return nil }
        func rest(_ entry: ViewEntry) -> ViewEntry {
            var entry = entry
            for key in Self.rowKeys { entry.properties[key] = nil }
            return entry
        }
        return rest(old) == rest(new) ? (old, new) : nil
    }

    /// Returns a table, whose row must exist.
    func table(_ id: UInt32, with row: UInt32? = nil) throws(DBusError) -> ViewEntry {
        guard let entry = entries[id] else { throw .invalidArgument("view \(id) does not exist") }
        guard entry.className == "TableView" else {
            throw .invalidArgument("view \(id) is a \(entry.className); expected a TableView")
        }
        let count = entry.tableRows.rows.count
        if let row, row >= count {
            throw .outOfRange("row \(row) is out of range: view \(id) has \(count) rows")
        }
        return entry
    }

    /// Returns a table after a change of its rows, for `update`.
    func changedTable(
        _ id: UInt32, _ change: TableChange, sections: [TableSection]?, selectedRow: Int32?
    ) throws(DBusError) -> ViewEntry {
        var entry = try table(id)
        let (rows, places) = try change.applied(to: entry.tableRows)
        entry.properties["Rows"] = .array(of: TableRow.signature, rows.rows)
        entry.properties["RowIDs"] = rows.ids.variant
        if let sections { entry.properties["Sections"] = sections.variant }
        if let selectedRow {
            entry.properties["SelectedRow"] = .int32(selectedRow)
        } else if case .int32(let selected)? = entry.properties["SelectedRow"], places.indices.contains(Int(selected)) {
            entry.properties["SelectedRow"] = .int32(Int32(clamping: places[Int(selected)] ?? -1))
        }
        return entry
    }
}

extension ViewEntry {
    /// Whether the rows of a table have ids.
    var hasRowIDs: Bool {
        if case .array(_, let ids)? = properties["RowIDs"] { !ids.isEmpty } else { false }
    }

    /// Checks the sections and the ids of a table.
    func checkRows() throws(DBusError) {
        guard className == "TableView", properties["Sections"] != nil || properties["RowIDs"] != nil else { return }
        let count = tableRows.rows.count
        if let sections: [TableSection] = properties["Sections"]?.get(), !sections.isEmpty {
            let sum = sections.reduce(0) { $0 + Int($1.rows) }
            guard sum == count else {
                throw .invalidArgument("Sections of view \(id) have \(sum) rows; expected \(count), as Rows has")
            }
        }
        let ids = tableRows.ids
        guard !ids.isEmpty else { return }
        guard ids.count == count else {
            throw .invalidArgument("RowIDs of view \(id) has \(ids.count) ids; expected \(count), one for each row")
        }
        var known: Set<String> = []
        for (index, row) in ids.enumerated() {
            guard !row.isEmpty else { throw .invalidArgument("the id of row \(index) of view \(id) is empty") }
            guard known.insert(row).inserted else {
                throw .invalidArgument("two rows of view \(id) have the id '\(row.prefix(80))'; expected one")
            }
        }
    }
}
