package import DBusInterface

/// A rectangle on the bus, in points; the origin is top left and y points down.
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

    /// `CGRectNull`, the only valid rectangle with infinite values.
    package static let null = DBusRect(x: .infinity, y: .infinity, width: 0, height: 0)
    package static let zero = DBusRect(x: 0, y: 0, width: 0, height: 0)

    package static let layout = FieldLayout(
        "Rect", Self.init, "x", "y", "width", "height", values: \.x, \.y, \.width, \.height)

    /// Writes the fields without the layout, for speed.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(x.bitPattern, as: .double)
        try writer.write(y.bitPattern, as: .double)
        try writer.write(width.bitPattern, as: .double)
        try writer.write(height.bitPattern, as: .double)
        try writer.close()
    }
}

/// A size on the bus, in points.
package struct DBusSize: DBusStructure, Hashable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package static let zero = DBusSize(width: 0, height: 0)

    package static let layout = FieldLayout("Size", Self.init, "width", "height", values: \.width, \.height)

    /// Writes the fields without the layout, for speed.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(width.bitPattern, as: .double)
        try writer.write(height.bitPattern, as: .double)
        try writer.close()
    }
}

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

    package static let layout = FieldLayout(
        "Insets", Self.init, "top", "left", "bottom", "right", values: \.top, \.left, \.bottom, \.right)

    /// Writes the fields without the layout, for speed.
    package func write(to writer: some DBusWriter) throws(DBusError) {
        try writer.open(.structure)
        try writer.write(top.bitPattern, as: .double)
        try writer.write(left.bitPattern, as: .double)
        try writer.write(bottom.bitPattern, as: .double)
        try writer.write(right.bitPattern, as: .double)
        try writer.close()
    }
}
