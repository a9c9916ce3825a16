extension Rect {
    var origin: Point { Point(x: x, y: y) }

    /// The rectangle in the parent's coordinates, where `origin` is the origin of the rectangle's own coordinates.
    package func offset(by origin: Point) -> Rect {
        Rect(x: origin.x + x, y: origin.y + y, width: width, height: height)
    }
}
