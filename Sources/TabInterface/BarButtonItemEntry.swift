package import DBusInterface

/// One button of a navigation bar or a toolbar, `(ussb)`.
package struct BarButtonItemEntry: DBusStructure, Hashable {
    /// Above 0 and unique among the buttons of the view controller.
    package var id: UInt32
    package var title: String
    /// An icon name or a `file:` URI; empty for none.
    package var image: String
    package var enabled: Bool

    package init(id: UInt32, title: String = "", image: String = "", enabled: Bool = true) {
        self.id = id
        self.title = title
        self.image = image
        self.enabled = enabled
    }

    package static let layout = Layout<BarButtonItemEntry>(
        { BarButtonItemEntry(id: $0, title: $1, image: $2, enabled: $3) }, \.id, \.title, \.image, \.enabled)

    /// How many a side of a navigation bar or a toolbar has.
    package static let maximumCount = 64
}
