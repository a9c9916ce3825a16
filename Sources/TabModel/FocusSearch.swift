/// Directional focus by geometry (`J-5`, `S-75`).
///
/// Pure: rectangles in, a view out.
enum FocusSearch {
    /// The first view straight in a direction from a rectangle: their extents across overlap, and it lies beyond.
    ///
    /// The least gap counts, then the least distance of centres across, then the order of the list.
    static func next(_ direction: FocusDirection, from origin: Rect, in views: [FocusableView]) -> FocusableView.ID? {
        let from = Extents(origin, direction)
        var best: (id: FocusableView.ID, gap: Double, offset: Double)?
        for view in views {
            let to = Extents(view.frame, direction)
            let gap = to.near - from.far
            guard gap >= 0, to.start < from.end, from.start < to.end else { continue }
            let offset = abs(to.middle - from.middle)
            if let best, (best.gap, best.offset) <= (gap, offset) { continue }
            best = (view.id, gap, offset)
        }
        return best?.id
    }

    /// The view whose centre is closest to that of a rectangle, the first of them in the list.
    static func closest(to origin: Rect, in views: [FocusableView]) -> FocusableView.ID? {
        var best: (id: FocusableView.ID, distance: Double)?
        for view in views {
            let (x, y) = (view.frame.midX - origin.midX, view.frame.midY - origin.midY)
            let distance = x * x + y * y
            if let best, best.distance <= distance { continue }
            best = (view.id, distance)
        }
        return best?.id
    }

    /// A rectangle as a direction sees it: along it and across it.
    private struct Extents {
        /// The edge that is met first, and the one that is left last, growing along the direction.
        let near, far: Double
        let start, end: Double
        var middle: Double { (start + end) / 2 }

        init(_ rect: Rect, _ direction: FocusDirection) {
            switch direction {
            case .down: (near, far, start, end) = (rect.y, rect.maxY, rect.x, rect.maxX)
            case .up: (near, far, start, end) = (-rect.maxY, -rect.y, rect.x, rect.maxX)
            case .right: (near, far, start, end) = (rect.x, rect.maxX, rect.y, rect.maxY)
            case .left: (near, far, start, end) = (-rect.maxX, -rect.x, rect.y, rect.maxY)
            }
        }
    }
}
