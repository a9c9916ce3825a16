/// The input of a placement, as bounded numbers (`A6`).
struct PopoverSituation {
    let area: Extents
    let source: Extents
    /// The source, clamped into the area.
    let visible: Extents
    let content: Size
    let metrics: PopoverMetrics

    /// The content with its background, without an arrow.
    var wanted: Size {
        Size(
            width: content.width + metrics.contentInsets.horizontal,
            height: content.height + metrics.contentInsets.vertical)
    }

    /// Returns the first group of directions with a usable candidate, and that candidate (`P38`).
    func choice(
        permitted: PopoverArrowDirection, canOverlap: Bool
    ) -> (candidate: PopoverCandidate, stage: PopoverPlacement.Stage) {
        if let found = usable(permitted, canOverlap) { return found }
        if let found = usable(.any.subtracting(permitted), canOverlap) {
            return (found.candidate, found.stage.elsewhere)
        }
        return (lastResort(permitted), .lastResort)
    }

    private func usable(
        _ group: PopoverArrowDirection, _ canOverlap: Bool
    ) -> (candidate: PopoverCandidate, stage: PopoverPlacement.Stage)? {
        let directions = PopoverArrowDirection.preferred.filter(group.contains)
        let beside = directions.lazy.map { PopoverCandidate($0, in: self, canOverlap: false) }
        if let candidate = beside.first(where: \.isOnTarget) { return (candidate, .fits) }
        let all = directions.map { PopoverCandidate($0, in: self, canOverlap: canOverlap) }
        if canOverlap, let least = all.filter(\.isOnTarget).min(by: { $0.shift < $1.shift }) {
            return (least, .overlaps)
        }
        let largest = all.filter(\.isLargeEnough).max { $1.isPreferable(to: $0) }
        return largest.map { ($0, .shrinks) }
    }

    /// Returns a popover over the source, on the side with most room.
    private func lastResort(_ permitted: PopoverArrowDirection) -> PopoverCandidate {
        func gap(_ direction: PopoverArrowDirection) -> Double {
            area.along(direction).end - visible.along(direction).end
        }
        let sides = PopoverArrowDirection.preferred.filter(permitted.contains)
        return PopoverCandidate(over: sides.max { gap($0) < gap($1) } ?? .up, in: self)
    }
}
