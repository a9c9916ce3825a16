import DBusInterface
import TabInterface

/// Changes of the rows of tables.
extension ViewTree {
    /// The keys that RowsChanged describes.
    private static let rowKeys: Set = [
        ViewKeys.rows.name, ViewKeys.rowIDs.name, ViewKeys.sections.name, ViewKeys.selectedRow.name,
    ]

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
        guard entry.isKind(.tableView) else {
            throw .invalidArgument("view \(id) is a \(entry.className); expected a \(ViewKind.tableView.rawValue)")
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
        entry.tableRows = rows
        if let sections { entry[ViewKeys.sections] = sections }
        if let selectedRow {
            entry[ViewKeys.selectedRow] = selectedRow
        } else if let selected = entry.selectedRow, places.indices.contains(selected) {
            entry[ViewKeys.selectedRow] = Int32(clamping: places[selected] ?? -1)
        }
        return entry
    }
}

extension ViewEntry {
    /// Whether the rows of a table have ids.
    var hasRowIDs: Bool { !elements(of: ViewKeys.rowIDs).isEmpty }

    /// Checks the sections and the ids of a table.
    func checkRows() throws(DBusError) {
        guard isKind(.tableView), hasValue(ViewKeys.sections) || hasValue(ViewKeys.rowIDs) else { return }
        let count = elements(of: ViewKeys.rows).count
        let sections = self[ViewKeys.sections]
        if !sections.isEmpty {
            let sum = sections.reduce(0) { $0 + Int($1.rows) }
            guard sum == count else {
                throw .invalidArgument("Sections of view \(id) have \(sum) rows; expected \(count), as Rows has")
            }
        }
        let ids = self[ViewKeys.rowIDs]
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
