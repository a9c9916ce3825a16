package import TabInterface

extension DBusRect {
    package func offset(x: Double, y: Double) -> DBusRect {
        DBusRect(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    /// Returns the rectangle without these parts of it.
    package func inset(by insets: DBusInsets) -> DBusRect {
        DBusRect(
            x: x + insets.left, y: y + insets.top, width: max(width - insets.left - insets.right, 0),
            height: max(height - insets.top - insets.bottom, 0))
    }

    /// Returns the smallest rectangle around both.
    package func union(_ other: DBusRect) -> DBusRect {
        let (left, top) = (min(x, other.x), min(y, other.y))
        return DBusRect(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
