/// What a rectangle covers of one axis.
struct Extent {
    let start: Double
    let end: Double

    var length: Double { end - start }
    var middle: Double { (start + end) / 2 }
    /// As the axis shows it when it is read backwards.
    var reversed: Extent { Extent(start: -end, end: -start) }

    /// The closest place in here.
    func clamp(_ position: Double) -> Double { max(start, min(position, end)) }

    /// `other` with both ends clamped into here: without length when it lies outside.
    func clamp(_ other: Extent) -> Extent { Extent(start: clamp(other.start), end: clamp(other.end)) }

    /// The start of a shorter extent of the given length that lies in this one, with its middle as close to `middle` as
    /// possible.
    func start(ofLength length: Double, around middle: Double) -> Double {
        max(start, min(middle - length / 2, end - length))
    }
}

extension Extent {
    /// A negative length goes back from `position` (`P15`).
    init(_ position: Double, length: Double) {
        let (position, other) = (position.bounded, position.bounded + length.bounded)
        self.init(start: min(position, other), end: max(position, other))
    }
}

extension Double {
    /// The same number, but so far from infinity that no sum or product of some of them overflows.
    var bounded: Double {
        let limit = 1e100
        // In this form of a comparison something that is not a number does not pass.
        return self > -limit ? (self < limit ? self : limit) : -limit
    }

    /// As `bounded`, for a length: below 0 counts as 0.
    var boundedLength: Double { self > 0 ? bounded : 0 }
}

/// A rectangle as what it covers of both axes, and as an arrow sees it: along the arrow and across.
struct Extents {
    let x: Extent
    let y: Extent

    var rect: Rect { Rect(x: x.start, y: y.start, width: x.length, height: y.length) }
    var isEmpty: Bool { x.length <= 0 || y.length <= 0 }

    /// With every edge clamped into `outer`.
    func clamped(to outer: Extents) -> Extents { Extents(x: outer.x.clamp(x), y: outer.y.clamp(y)) }

    /// The axis of the arrow, growing from the source to the popover: so all four directions are computed as one.
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
