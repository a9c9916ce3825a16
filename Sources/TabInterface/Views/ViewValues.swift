package import DBusInterface

/// A row of a `TableView`, in its key `Rows`.
package struct TableRow: DBusStructure, Hashable {
    package var title: String
    package var detail: String
    /// An icon name, a `file:` URI or the name of an added image; empty for none.
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

    package static let layout = FieldLayout(
        "TableRow", Self.init, "title", "detail", "image", "accessory", "enabled", values: \.title, \.detail, \.image,
        \.accessory, \.enabled)
}

/// The image of an `ImageView`, in its key `Pixels`.
package struct Pixels: DBusStructure, Hashable {
    package var width: UInt32
    package var height: UInt32
    /// Rows from the top, four bytes a pixel: red, green, blue, alpha.
    package var bytes: [UInt8]

    package init(width: UInt32 = 0, height: UInt32 = 0, bytes: [UInt8] = []) {
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package static let layout = FieldLayout(
        "Pixels", Self.init, "width", "height", "bytes", values: \.width, \.height, \.bytes)
}

/// The value of the action `moveRow` of a `TableView`.
package struct RowMove: DBusStructure, Hashable {
    package var from: UInt32
    package var to: UInt32

    package init(from: UInt32, to: UInt32) {
        self.from = from
        self.to = to
    }

    package static let layout = FieldLayout("RowMove", Self.init, "from", "to", values: \.from, \.to)
}
