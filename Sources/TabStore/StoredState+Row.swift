internal import GRDB

/// A row of the table, checked.
extension StoredState {
    /// What `init(row:)` wants, in its order.
    static let columns = "typeof(type) = 'text' AND typeof(content) = 'blob', CAST(type AS BLOB), content"

    init?(row: Row) {
        guard row[0] == true, let type = row.text(1) else { return nil }
        self.init(type: type, content: row.bytes(2))
    }
}
