/// A rectangle in points, origin top left, y down.
package struct Rect: Hashable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

    package var maxX: Double { x + width }
    package var maxY: Double { y + height }
    package var midX: Double { x + width / 2 }
    package var midY: Double { y + height / 2 }

    package init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Returns the rectangle without the insets. No length gets negative.
    func inset(by insets: Insets) -> Rect {
        Rect(
            x: x + insets.left, y: y + insets.top, width: max(0, width - insets.horizontal),
            height: max(0, height - insets.vertical))
    }

    var origin: Point { Point(x: x, y: y) }

    /// The rectangle in the parent's coordinates, where `origin` is the origin of the rectangle's own coordinates.
    package func offset(by origin: Point) -> Rect {
        Rect(x: origin.x + x, y: origin.y + y, width: width, height: height)
    }
}

/// A point, with the origin at the top left and y down.
package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}

/// Width and height in points.
package struct Size: Hashable, Sendable {
    package var width: Double
    package var height: Double

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
