extension View {
    /// Gives the subviews their part of a change of this view's size (V6 to V12), except those that it arranges.
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

    /// One axis (V8): the difference goes to the flexible parts, before, size and after, by their present lengths.
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
