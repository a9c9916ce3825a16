extension Rect {
    var origin: Point { Point(x: x, y: y) }

    /// The rectangle in the coordinates in which the origin of its own coordinates is at a point.
    package func offset(by origin: Point) -> Rect {
        Rect(x: origin.x + x, y: origin.y + y, width: width, height: height)
    }
}
