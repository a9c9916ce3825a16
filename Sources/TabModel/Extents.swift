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
