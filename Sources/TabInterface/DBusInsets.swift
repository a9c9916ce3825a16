package import DBusInterface

/// Insets on the bus, in points.
package struct DBusInsets: DBusStructure, Hashable {
    package var top: Double
    package var left: Double
    package var bottom: Double
    package var right: Double

    package init(top: Double, left: Double, bottom: Double, right: Double) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    package static let zero = DBusInsets(top: 0, left: 0, bottom: 0, right: 0)

    package static let layout = Layout<DBusInsets>(
        { DBusInsets(top: $0, left: $1, bottom: $2, right: $3) }, \.top, \.left, \.bottom, \.right)

    /// As the layout does, but sooner: there are many of them.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(top.bitPattern, as: .double)
        try writer.write(left.bitPattern, as: .double)
        try writer.write(bottom.bitPattern, as: .double)
        try writer.write(right.bitPattern, as: .double)
        try writer.close()
    }
}
