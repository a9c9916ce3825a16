package import DBusInterface

/// A size on the bus, in points.
package struct DBusSize: DBusStructure, Hashable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package static let zero = DBusSize(width: 0, height: 0)

    package static let layout = Layout<DBusSize>({ DBusSize(width: $0, height: $1) }, \.width, \.height)

    /// As the layout does, but sooner: there are many of them.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(width.bitPattern, as: .double)
        try writer.write(height.bitPattern, as: .double)
        try writer.close()
    }
}
