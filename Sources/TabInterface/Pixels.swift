package import DBusInterface

/// An image in an `ImageView`, under its key `Pixels`.
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

    package static let layout = Layout<Pixels>(
        { Pixels(width: $0, height: $1, bytes: $2) }, \.width, \.height, \.bytes)
}
