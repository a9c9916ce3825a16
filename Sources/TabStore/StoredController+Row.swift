internal import GRDB

/// A row of the table, checked: whatever bits of it are flipped, it is a controller or none.
extension StoredController {
    /// What `init(row:)` wants, in its order. Texts come as bytes, for SQLite doesn't check them.
    static let columns = """
        typeof(type) = 'text' AND typeof(restoration_identifier) = 'text' AND typeof(view_controllers) = 'text'
        AND typeof(selected_view_controller) = 'integer' AND typeof(arguments) = 'blob'
        AND typeof(properties) = 'blob' AND typeof(destroyed) = 'integer',
        number, CAST(type AS BLOB), CAST(restoration_identifier AS BLOB), CAST(view_controllers AS BLOB),
        selected_view_controller, arguments, properties, destroyed
        """

    init?(row: Row) {
        guard row[0] == true, let type = row.text(2), let identifier = row.text(3), let list = row.text(4),
            let selected = row.number(5), let destroyed = row.number(8)
        else { return nil }
        self.init(
            number: row[1], type: type, identifier: identifier, list: list, selected: selected,
            arguments: row.bytes(6), properties: row.bytes(7), destroyed: destroyed)
    }
}
