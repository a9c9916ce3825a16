/// The growing pauses between the attempts to connect.
struct Backoff {
    /// A connection that has lasted for so long is healthy: the next pause is the first one again.
    static let healthyTime = Duration.seconds(30)

    private let first: UInt64
    private let maximum: UInt64
    private var next: UInt64

    /// - Parameters:
    ///   - first: The first pause in milliseconds.
    ///   - maximum: The longest one.
    init(from first: UInt64, to maximum: UInt64) {
        self.first = first
        self.maximum = maximum
        next = first
    }

    /// Returns the pause before the next attempt, in milliseconds.
    mutating func pause() -> UInt64 {
        defer { next = min(next * 2, maximum) }
        return next
    }

    /// The last attempt was successful, and its connection has ended after a time. A connection that ends at once, time
    /// and again, does not shorten the pauses.
    mutating func connectionEnded(after time: Duration) {
        if time >= Self.healthyTime { next = first }
    }
}
