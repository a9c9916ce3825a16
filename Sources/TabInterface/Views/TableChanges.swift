package import DBusInterface

/// A section of a `TableView`, in its key `Sections`.
package struct TableSection: DBusStructure, Hashable {
    /// The texts above and below the rows; empty for none.
    package var header: String
    package var footer: String
    /// The number of rows.
    package var rows: UInt32

    package init(header: String = "", footer: String = "", rows: UInt32) {
        self.header = header
        self.footer = footer
        self.rows = rows
    }

    package static let layout = FieldLayout(
        "TableSection", Self.init, "header", "footer", "rows", values: \.header, \.footer, \.rows)
}

/// A row of a `TableView` at its position after a change.
package struct PlacedRow: DBusStructure, Hashable {
    package var index: UInt32
    /// The element of `RowIDs`; empty in a table without ids.
    package var id: String
    package var row: TableRow

    package init(index: UInt32, id: String = "", row: TableRow) {
        self.index = index
        self.id = id
        self.row = row
    }

    package static let layout = FieldLayout(
        "PlacedRow", Self.init, "index", "id", "row", values: \.index, \.id, \.row)
}

/// A change of the rows of a `TableView`, as in a batch update of UIKit (`S-202`).
///
/// Positions in `deleted` and in `from` of `moved` are those before the change. All others are those after it. Rows that
/// the change does not name keep their order.
package struct TableChange: Hashable, Sendable {
    package var deleted: [UInt32] = []
    package var inserted: [PlacedRow] = []
    package var moved: [RowMove] = []
    package var reloaded: [PlacedRow] = []

    package init(
        deleted: [UInt32] = [], inserted: [PlacedRow] = [], moved: [RowMove] = [], reloaded: [PlacedRow] = []
    ) {
        self.deleted = deleted
        self.inserted = inserted
        self.moved = moved
        self.reloaded = reloaded
    }

    /// The number of rows that it names.
    package var count: Int { deleted.count + inserted.count + moved.count + reloaded.count }

    /// The rows of a table with their ids; the ids are empty in a table without ids.
    package struct Rows: Hashable, Sendable {
        package var rows: [Variant]
        package var ids: [String]

        package init(rows: [Variant], ids: [String]) {
            self.rows = rows
            self.ids = ids
        }
    }

    /// Returns the rows after the change, and the position of each row that stays.
    ///
    /// - Throws: `OutOfRange` for a position that does not exist, `InvalidArgument` for a row that is named twice, and
    ///   for a missing or unexpected id.
    package func applied(to old: Rows) throws(DBusError) -> (rows: Rows, places: [Int?]) {
        let hasIDs = !old.ids.isEmpty || old.rows.isEmpty && inserted.contains { !$0.id.isEmpty }
        var isGone = [Bool](repeating: false, count: old.rows.count)
        for index in deleted + moved.map(\.from) {
            guard index < old.rows.count else {
                throw .outOfRange("row \(index) is out of range: the table has \(old.rows.count) rows")
            }
            guard !isGone[Int(index)] else { throw .invalidArgument("row \(index) is deleted or moved twice") }
            isGone[Int(index)] = true
        }
        let count = old.rows.count - deleted.count + inserted.count
        var slots = [(row: Variant, id: String, origin: Int?)?](repeating: nil, count: max(count, 0))
        func place(_ index: UInt32, _ row: Variant, _ id: String, origin: Int?) throws(DBusError) {
            guard index < slots.count else {
                throw .outOfRange("row \(index) is out of range: the table will have \(slots.count) rows")
            }
            guard slots[Int(index)] == nil else { throw .invalidArgument("two rows get the position \(index)") }
            slots[Int(index)] = (row, id, origin)
        }
        func id(_ id: String, at index: Int) -> String { old.ids.indices.contains(index) ? old.ids[index] : id }
        for row in inserted {
            guard row.id.isEmpty != hasIDs else {
                throw .invalidArgument(
                    hasIDs
                        ? "the inserted row \(row.index) has no id; expected one, because the table has RowIDs"
                        : "the inserted row \(row.index) has an id; expected none, because the table has no RowIDs")
            }
            try place(row.index, row.row.variant, row.id, origin: nil)
        }
        for move in moved {
            let from = Int(move.from)
            try place(move.to, old.rows[from], id("", at: from), origin: from)
        }
        var free = 0
        for index in old.rows.indices where !isGone[index] {
            while free < slots.count, slots[free] != nil { free += 1 }
            guard free < slots.count else { break }
            slots[free] = (old.rows[index], id("", at: index), index)
        }
        var result = slots.compactMap { $0 }
        for row in reloaded {
            guard row.index < result.count else {
                throw .outOfRange("row \(row.index) is out of range: the table will have \(result.count) rows")
            }
            guard row.id.isEmpty || hasIDs else {
                throw .invalidArgument("row \(row.index) has an id; expected none, because the table has no RowIDs")
            }
            result[Int(row.index)].row = row.row.variant
            if !row.id.isEmpty { result[Int(row.index)].id = row.id }
        }
        var places = [Int?](repeating: nil, count: old.rows.count)
        for (index, row) in result.enumerated() { if let origin = row.origin { places[origin] = index } }
        return (Rows(rows: result.map(\.row), ids: hasIDs ? result.map(\.id) : []), places)
    }

    /// The change from one state of a table to another, by the ids of the rows.
    package init(from old: Rows, to new: Rows) {
        let oldPlaces = Dictionary(old.ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Set(new.ids)
        deleted = old.ids.indices.filter { !known.contains(old.ids[$0]) }.map { UInt32(clamping: $0) }
        let origins = new.ids.map { oldPlaces[$0] }
        let steady = Self.longestIncreasing(origins)
        for (index, origin) in origins.enumerated() where index < new.rows.count {
            let row = TableRow(variant: new.rows[index]) ?? TableRow(title: "")
            let place = UInt32(clamping: index)
            guard let origin else {
                inserted.append(PlacedRow(index: place, id: new.ids[index], row: row))
                continue
            }
            if !steady[index] { moved.append(RowMove(from: UInt32(clamping: origin), to: place)) }
            if old.rows.indices.contains(origin), old.rows[origin] != new.rows[index] {
                reloaded.append(PlacedRow(index: place, id: new.ids[index], row: row))
            }
        }
    }

    /// Returns for each element whether it belongs to a longest increasing subsequence of the numbers.
    private static func longestIncreasing(_ numbers: [Int?]) -> [Bool] {
        // `ends[n]` is the index of the smallest number that ends an increasing sequence of n + 1 numbers.
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (index, number) in numbers.enumerated() {
            guard let number else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if numbers[ends[middle]] ?? .max < number { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var belongs = [Bool](repeating: false, count: numbers.count)
        var next = ends.last
        while let index = next {
            belongs[index] = true
            next = previous[index]
        }
        return belongs
    }
}

extension ViewEntry {
    /// The rows of a `TableView` with their ids.
    package var tableRows: TableChange.Rows {
        get { TableChange.Rows(rows: elements(of: ViewKeys.rows), ids: self[ViewKeys.rowIDs]) }
        set {
            let rows = newValue.rows
            properties[ViewKeys.rows.name] = rows.isEmpty ? nil : .array(of: TableRow.signature, rows)
            self[ViewKeys.rowIDs] = newValue.ids
        }
    }
}
