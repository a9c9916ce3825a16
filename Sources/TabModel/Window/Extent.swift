/// The part of one axis that a rectangle covers.
struct Extent {
    let start: Double
    let end: Double

    var length: Double { end - start }
    var middle: Double { (start + end) / 2 }
    /// The same extent on the reversed axis.
    var reversed: Extent { Extent(start: -end, end: -start) }

    /// Returns the closest position inside.
    func clamp(_ position: Double) -> Double { max(start, min(position, end)) }

    /// Returns `other` with both ends clamped into this extent; without length when it lies outside.
    func clamp(_ other: Extent) -> Extent { Extent(start: clamp(other.start), end: clamp(other.end)) }

    /// Returns the start of a shorter extent of this length inside this one, with its middle as close to `middle` as
    /// possible.
    func start(ofLength length: Double, around middle: Double) -> Double {
        max(start, min(middle - length / 2, end - length))
    }
}

extension Extent {
    /// - Parameter length: A negative length goes back from `position` (`P15`).
    init(_ position: Double, length: Double) {
        let (position, other) = (position.bounded, position.bounded + length.bounded)
        self.init(start: min(position, other), end: max(position, other))
    }
}

extension Double {
    /// The same number, limited so that sums and products of several of them don't overflow.
    var bounded: Double {
        let limit = 1e100
        // This form of the comparison also catches NaN.
        return self > -limit ? (self < limit ? self : limit) : -limit
    }

    /// Like `bounded` for a length: a negative one counts as 0.
    var boundedLength: Double { self > 0 ? bounded : 0 }
}

/// A rectangle as two extents, by axis or along and across an arrow.
struct Extents {
    let x: Extent
    let y: Extent

    var rect: Rect { Rect(x: x.start, y: y.start, width: x.length, height: y.length) }
    var isEmpty: Bool { x.length <= 0 || y.length <= 0 }

    /// Returns the rectangle with every edge clamped into `outer`.
    func clamped(to outer: Extents) -> Extents { Extents(x: outer.x.clamp(x), y: outer.y.clamp(y)) }

    /// Returns the axis of the arrow, growing from the source to the popover, so that all four directions are computed
    /// alike.
    func along(_ direction: PopoverArrowDirection) -> Extent {
        let axis = direction.isVertical ? y : x
        return direction.isReversed ? axis.reversed : axis
    }

    func across(_ direction: PopoverArrowDirection) -> Extent { direction.isVertical ? x : y }
}

extension Extents {
    init(_ rect: Rect) {
        self.init(x: Extent(rect.x, length: rect.width), y: Extent(rect.y, length: rect.height))
    }
}
