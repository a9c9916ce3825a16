package import DBusInterface

/// One row of a `TableView`, under its key `Rows`.
package struct TableRow: DBusStructure, Hashable {
    package var title: String
    package var detail: String
    /// An icon name or a `file:` URI; empty for none.
    package var image: String
    /// One of `accessories`.
    package var accessory: String
    package var enabled: Bool

    package static let accessories = ["none", "disclosure", "checkmark"]

    package init(
        title: String, detail: String = "", image: String = "", accessory: String = "none", enabled: Bool = true
    ) {
        self.title = title
        self.detail = detail
        self.image = image
        self.accessory = accessory
        self.enabled = enabled
    }

    package static let layout = Layout<TableRow>(
        { TableRow(title: $0, detail: $1, image: $2, accessory: $3, enabled: $4) },
        \.title, \.detail, \.image, \.accessory, \.enabled)
}
