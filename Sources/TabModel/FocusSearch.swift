/// Directional focus by geometry (`J-5`, `S-75`).
///
/// Pure: rectangles in, a view out.
enum FocusSearch {
    /// The first view straight in a direction from a rectangle: their extents across overlap, and it lies beyond.
    ///
    /// The least gap counts, then the least distance of centres across, then the order of the list.
    static func next(_ direction: FocusDirection, from origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        let from = extents(of: origin, direction)
        let beyond = views.compactMap { view -> (id: ViewAddress, gap: Double, offset: Double)? in
            let to = extents(of: view.frame, direction)
            let gap = to.along.start - from.along.end
            guard gap >= 0, to.across.start < from.across.end, from.across.start < to.across.end else { return nil }
            return (view.id, gap, abs(to.across.middle - from.across.middle))
        }
        return beyond.min { ($0.gap, $0.offset) < ($1.gap, $1.offset) }?.id
    }

    /// The view whose centre is closest to that of a rectangle, the first of them in the list.
    static func closest(to origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        func distance(_ view: FocusableView) -> Double {
            let (x, y) = (view.frame.midX - origin.midX, view.frame.midY - origin.midY)
            return x * x + y * y
        }
        return views.min { distance($0) < distance($1) }?.id
    }

    /// A rectangle as a direction sees it: growing along the direction, and across it.
    private static func extents(of rect: Rect, _ direction: FocusDirection) -> (along: Extent, across: Extent) {
        let (x, y) = (Extent(start: rect.x, end: rect.maxX), Extent(start: rect.y, end: rect.maxY))
        return switch direction {
        case .down: (y, x)
        case .up: (y.reversed, x)
        case .right: (x, y)
        case .left: (x.reversed, y)
        }
    }
}
