/// Directional focus by geometry (`J-5`, `S-75`): a pure function from rectangles to a view.
enum FocusSearch {
    /// Returns the first view straight in a direction from a rectangle: their extents across overlap, and the view lies
    /// beyond.
    ///
    /// The smallest gap wins, then the smallest distance of centres across, then the order of the list.
    static func next(_ direction: FocusDirection, from origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        next(direction, from: origin, in: views.map(\.frame)).map { views[$0].id }
    }

    /// Returns the index of the first rectangle straight in a direction.
    static func next(_ direction: FocusDirection, from origin: Rect, in frames: [Rect]) -> Int? {
        let from = extents(of: origin, direction)
        let beyond = frames.enumerated().compactMap { index, frame -> (index: Int, gap: Double, offset: Double)? in
            let to = extents(of: frame, direction)
            let gap = to.along.start - from.along.end
            guard gap >= 0, to.across.start < from.across.end, from.across.start < to.across.end else { return nil }
            return (index, gap, abs(to.across.middle - from.across.middle))
        }
        return beyond.min { ($0.gap, $0.offset) < ($1.gap, $1.offset) }?.index
    }

    /// Returns the view whose centre is closest to that of a rectangle; the first one if several are.
    static func closest(to origin: Rect, in views: [FocusableView]) -> ViewAddress? {
        func distance(_ view: FocusableView) -> Double {
            let (x, y) = (view.frame.midX - origin.midX, view.frame.midY - origin.midY)
            return x * x + y * y
        }
        return views.min { distance($0) < distance($1) }?.id
    }

    /// Returns a rectangle in the coordinates of a direction: growing along the direction, and across it.
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

/// The direction of a button or swipe.
enum FocusDirection: String {
    case up, down, left, right

    var opposite: FocusDirection {
        switch self {
        case .up: .down
        case .down: .up
        case .left: .right
        case .right: .left
        }
    }
}
