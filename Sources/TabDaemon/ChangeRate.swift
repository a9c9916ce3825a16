/// How many changes each client has made in the present span of time.
struct ChangeRate {
    /// So many seconds are counted together: who makes many at once may do so.
    private static let span = 2

    private var began: ContinuousClock.Instant?
    private var counts: [String: Int] = [:]

    /// Counts one more change; false when a client makes more than `limit` in a second.
    mutating func admits(_ client: String, limit: Int, at now: ContinuousClock.Instant = .now) -> Bool {
        if began.map({ $0.duration(to: now) >= .seconds(Self.span) }) ?? true {
            began = now
            counts.removeAll(keepingCapacity: counts.count < 1024)
        }
        guard counts[client, default: 0] < limit * Self.span else { return false }
        counts[client, default: 0] += 1
        return true
    }
}
