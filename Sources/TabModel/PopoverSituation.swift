/// What a popover's place follows from, in numbers that can be reckoned with (`A6`).
struct PopoverSituation {
    let area: Extents
    let source: Extents
    /// The source with every edge clamped into the area.
    let visible: Extents
    let content: Size
    let metrics: PopoverMetrics

    /// The content and the background around it, without an arrow.
    var wanted: Size {
        Size(
            width: content.width + metrics.contentInsets.horizontal,
            height: content.height + metrics.contentInsets.vertical)
    }

    /// The first group of directions in which anything is usable, and how (`P38`).
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
        if let candidate = firstThatFits(group) { return (candidate, .fits) }
        if canOverlap, let candidate = leastOverlap(group) { return (candidate, .overlaps) }
        return largest(group, canOverlap).map { ($0, .shrinks) }
    }

    private func firstThatFits(_ group: PopoverArrowDirection) -> PopoverCandidate? {
        for direction in PopoverArrowDirection.preferred where group.contains(direction) {
            let candidate = PopoverCandidate(direction, in: self, canOverlap: false)
            if candidate.isFullSize && candidate.isReachable { return candidate }
        }
        return nil
    }

    private func leastOverlap(_ group: PopoverArrowDirection) -> PopoverCandidate? {
        var best: PopoverCandidate?
        for direction in PopoverArrowDirection.preferred where group.contains(direction) {
            let candidate = PopoverCandidate(direction, in: self, canOverlap: true)
            guard candidate.isFullSize && candidate.isReachable else { continue }
            if let best, best.shift <= candidate.shift { continue }
            best = candidate
        }
        return best
    }

    private func largest(_ group: PopoverArrowDirection, _ canOverlap: Bool) -> PopoverCandidate? {
        var best: PopoverCandidate?
        for direction in PopoverArrowDirection.preferred where group.contains(direction) {
            let candidate = PopoverCandidate(direction, in: self, canOverlap: canOverlap)
            guard candidate.isLargeEnough else { continue }
            if let best, !candidate.isPreferable(to: best) { continue }
            best = candidate
        }
        return best
    }

    /// Over the source, on the side with most room.
    private func lastResort(_ permitted: PopoverArrowDirection) -> PopoverCandidate {
        var side = PopoverArrowDirection.up
        var most = -Double.infinity
        for direction in PopoverArrowDirection.preferred where permitted.contains(direction) {
            let gap = area.along(direction).end - visible.along(direction).end
            if gap > most { (side, most) = (direction, gap) }
        }
        return PopoverCandidate(over: side, in: self)
    }
}
