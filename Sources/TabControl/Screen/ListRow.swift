internal import TabInterface

/// A row of a table, or of More's list.
struct ListRow: Hashable {
    var title: String
    var detail: String
    var image: String
    var accessory: String
    var isEnabled: Bool
}

extension ListRow {
    init(_ row: TableRow) {
        self.init(
            title: row.title, detail: row.detail, image: row.image, accessory: row.accessory, isEnabled: row.enabled)
    }
}
