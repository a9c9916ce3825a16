package import DBusInterface

/// A rectangle on the bus: points, origin top left, y down.
package struct DBusRect: DBusStructure, Hashable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// `CGRectNull`, the only rectangle with an infinity that is allowed.
    package static let null = DBusRect(x: .infinity, y: .infinity, width: 0, height: 0)
    package static let zero = DBusRect(x: 0, y: 0, width: 0, height: 0)

    package static let layout = Layout<DBusRect>(
        { DBusRect(x: $0, y: $1, width: $2, height: $3) }, \.x, \.y, \.width, \.height)

    /// As the layout does, but sooner: there are many of them.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(x.bitPattern, as: .double)
        try writer.write(y.bitPattern, as: .double)
        try writer.write(width.bitPattern, as: .double)
        try writer.write(height.bitPattern, as: .double)
        try writer.close()
    }
}
