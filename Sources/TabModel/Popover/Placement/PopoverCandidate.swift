/// A popover on one side of its source (`A6`), measured along its arrow, away from the source, and across.
struct PopoverCandidate {
    let direction: PopoverArrowDirection
    /// From the tip of the arrow to the far edge.
    let depth: Double
    /// The length across.
    let breadth: Double
    let tip: Double
    /// How far the tip lies inside the source.
    let shift: Double
    /// The start across.
    let start: Double
    /// The middle of the arrow across.
    let arrow: Double
    /// From the middle of the popover to that of the arrow.
    let arrowOffset: Double
    /// Whether the arrow hits the visible part of the source.
    let isReachable: Bool
    /// Whether it has its preferred size, with its arrow on the source.
    var isOnTarget: Bool { isFullSize && isReachable }
    let isFullSize: Bool
    /// Whether the content has at least the minimum size, or the preferred size if that is smaller (`P40`).
    let isLargeEnough: Bool
    let contentArea: Double

    /// A popover beside the source, or also over it, as far as there is room.
    init(_ direction: PopoverArrowDirection, in situation: PopoverSituation, canOverlap: Bool) {
        let visible = situation.visible.along(direction)
        let gap = situation.area.along(direction).end - visible.end
        self.init(direction, in: situation, room: canOverlap ? gap + visible.length : gap) { depth in
            let shift = max(0, depth - gap)
            return (visible.end - shift, shift)
        }
    }

    /// A popover in the area, wherever the source is.
    init(over direction: PopoverArrowDirection, in situation: PopoverSituation) {
        let (area, near) = (situation.area.along(direction), situation.visible.along(direction).end)
        self.init(direction, in: situation, room: area.length) { depth in
            let tip = max(area.start, min(near, area.end - depth))
            return (tip, near - tip)
        }
    }

    private init(
        _ direction: PopoverArrowDirection, in situation: PopoverSituation, room: Double,
        place: (_ depth: Double) -> (tip: Double, shift: Double)
    ) {
        self.direction = direction
        let (area, source) = (situation.area.across(direction), situation.source.across(direction))
        let (content, wanted, metrics) = (situation.content, situation.wanted, situation.metrics)
        let isVertical = direction.isVertical
        let wantedDepth = (isVertical ? wanted.height : wanted.width) + metrics.arrowHeight
        let wantedBreadth = isVertical ? wanted.width : wanted.height
        depth = min(wantedDepth, room)
        breadth = min(wantedBreadth, area.length)
        (tip, shift) = place(depth)

        let target = area.clamp(source.middle)
        start = area.start(ofLength: breadth, around: target)
        // Only a popover that the area has moved keeps its arrow from the target, so the area's edges are exact bounds.
        // Bounds from the popover's middle would miss the edge of the source by a rounding error.
        let clearance = min(metrics.arrowClearance, breadth / 2)
        arrow = Extent(start: area.start + clearance, end: area.end - clearance).clamp(target)
        arrowOffset = (arrow - target) - (start - (target - breadth / 2))
        let visible = situation.visible.across(direction)
        isReachable = visible.start <= arrow && arrow <= visible.end

        // The missing length is subtracted from the content, so that full-sized content is exactly its preferred size.
        let (lessDepth, lessBreadth) = (wantedDepth - depth, wantedBreadth - breadth)
        isFullSize = lessDepth <= 0 && lessBreadth <= 0
        let width = content.width - (isVertical ? lessBreadth : lessDepth)
        let height = content.height - (isVertical ? lessDepth : lessBreadth)
        contentArea = width * height
        let minimum = metrics.minimumContentSize
        isLargeEnough =
            width >= min(content.width, minimum.width) && height >= min(content.height, minimum.height)
            && depth > metrics.arrowHeight
    }

    /// Compares candidates that are too small: an arrow on its target wins over a larger content.
    func isPreferable(to other: PopoverCandidate) -> Bool {
        isReachable == other.isReachable ? contentArea > other.contentArea : isReachable
    }

    /// Returns a part of the frame, over the whole breadth.
    func rect(from near: Double, depth: Double) -> Rect {
        let near = direction.isReversed ? -(near + depth) : near
        return direction.isVertical
            ? Rect(x: start, y: near, width: breadth, height: depth)
            : Rect(x: near, y: start, width: depth, height: breadth)
    }
}
