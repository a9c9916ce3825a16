extension View {
    /// The parts of the view that bars cover, as distances from its edges.
    public var safeAreaInsets: EdgeInsets {
        guard let tree, let root = tree.root else { return .zero }
        let insets = tree.safeAreaInsets
        if root === self { return insets }
        var place = convert(bounds, to: root)
        place.x -= root.bounds.x
        place.y -= root.bounds.y
        return insets.covering(place, in: root.frame.size)
    }

    /// Converts a point of this view to the coordinates of another view.
    ///
    /// - Parameters:
    ///   - point: A point in this view's coordinates.
    ///   - view: A view of the same tree; nil stands for the coordinates that contain the root view.
    /// - Returns: The same point in the coordinates of `view`.
    public func convert(_ point: Point, to view: View?) -> Point {
        let global = self.global(point)
        guard let view else { return global }
        let origin = view.global(.zero)
        return Point(x: global.x - origin.x, y: global.y - origin.y)
    }

    /// Converts a rectangle of this view to the coordinates of another view. The size does not change.
    public func convert(_ rect: Rect, to view: View?) -> Rect {
        let origin = convert(rect.origin, to: view)
        return Rect(x: origin.x, y: origin.y, width: rect.width, height: rect.height)
    }

    private func global(_ point: Point) -> Point {
        var result = point
        var next: View? = self
        while let view = next {
            result.x += view.frame.x - view.bounds.x
            result.y += view.frame.y - view.bounds.y
            next = view.superview
        }
        return result
    }

    // MARK: Autoresizing

    /// Resizes and moves the subviews according to their autoresizing masks, except those that this view arranges.
    func autoresizeSubviews(from old: Rect) {
        for view in subviews where view.autoresizingMask != [] && !arranges(view) {
            let mask = view.autoresizingMask
            var new = view.frame
            (new.x, new.width) = Self.resized(
                new.x, new.width, old.width, frame.width,
                [
                    mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
                    mask.contains(.flexibleRightMargin),
                ])
            (new.y, new.height) = Self.resized(
                new.y, new.height, old.height, frame.height,
                [
                    mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
                    mask.contains(.flexibleBottomMargin),
                ])
            view.frame = new
        }
    }

    /// Resizes along one axis. The flexible lengths (margin before, size, margin after) share the difference in
    /// proportion to their current values.
    private static func resized(
        _ position: Double, _ size: Double, _ old: Double, _ new: Double, _ isFlexible: [Bool]
    ) -> (position: Double, size: Double) {
        let delta = new - old
        let count = isFlexible.count { $0 }
        guard delta != 0, count > 0 else { return (position, size) }
        let parts = [position, size, old - position - size]
        let weights = zip(parts, isFlexible).map { $1 ? max($0, 0) : 0 }
        let sum = weights.reduce(0, +)
        let results = (0..<3).map { index in
            guard isFlexible[index] else { return parts[index] }
            return parts[index] + (sum > 0 ? delta * (weights[index] / sum) : delta / Double(count))
        }
        return (results[0], max(results[1], 0))
    }
}
