/// When to read again what could not be read: a few times, each after twice the time.
struct Retries {
    /// The time before the first attempt, in microseconds.
    static let first: Int64 = 500_000
    static let maximum = 6

    private var count = 0
    /// The time of the planned attempt, in microseconds; nil for none.
    private(set) var next: Int64?

    /// Plans an attempt, unless one is planned or there were enough.
    mutating func plan(at now: Int64) {
        guard next == nil, count < Self.maximum else { return }
        next = now + Self.first << count
        count += 1
    }

    /// Whether it is time for the planned attempt, which then counts as made.
    mutating func isDue(at now: Int64) -> Bool {
        guard let next, now >= next else { return false }
        self.next = nil
        return true
    }

    /// Allows all attempts again, for something new to read. A planned attempt that is far away comes earlier.
    mutating func reset(at now: Int64) {
        count = 0
        next = next.map { min($0, now + Self.first) }
    }
}
