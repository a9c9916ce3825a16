/// A length that depends on a level, which is the same for all parts: `base + level * weight` within its limits.
struct LengthPart {
    var base = 0.0
    var weight = 1.0
    var least: Double
    var most: Double

    func length(at level: Double) -> Double { max(min(base + level * weight, most), least) }
}

extension [LengthPart] {
    /// Returns the lengths whose sum is `total`; the limits of the parts where they do not allow that.
    func lengths(withSum total: Double) -> [Double] {
        // A part without weight has the same length at every level.
        let least = map { $0.weight > 0 ? $0.least : $0.length(at: 0) }
        let most = map { $0.weight > 0 ? $0.most : $0.length(at: 0) }
        let smallest = least.reduce(0, +)
        if smallest >= total { return least }
        if most.reduce(0, +) <= total { return most }
        // The sum grows with the level. Its slope changes where a part leaves one of its limits.
        var changes: [(level: Double, slope: Double)] = []
        for part in self where part.weight > 0 && part.least < part.most {
            changes.append(((part.least - part.base) / part.weight, part.weight))
            if part.most.isFinite { changes.append(((part.most - part.base) / part.weight, -part.weight)) }
        }
        changes.sort { $0.level < $1.level }
        guard var level = changes.first?.level else { return least }
        var (sum, slope, highest) = (smallest, 0.0, Double.infinity)
        for change in changes {
            let next = sum + slope * (change.level - level)
            if next >= total {
                highest = change.level
                break
            }
            (sum, level) = (next, change.level)
            slope += change.slope
        }
        if slope > 0 { level = Swift.min(level + (total - sum) / slope, highest) }
        return map { $0.length(at: level) }
    }
}
