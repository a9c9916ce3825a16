/// How many messages a host may still send: a second's worth at once, refilled as time goes by.
struct MessageAllowance {
    private let perSecond: Double
    private var left: Double
    private var time: ContinuousClock.Instant

    init(perSecond: Int, at time: ContinuousClock.Instant) {
        self.perSecond = Double(perSecond)
        left = Double(perSecond)
        self.time = time
    }

    /// Takes one message.
    mutating func take() { left -= 1 }

    /// Whether no further message is allowed now.
    var isEmpty: Bool { left < 1 }

    mutating func refill(at now: ContinuousClock.Instant) {
        left = min(perSecond, left + perSecond * (time.duration(to: now) / .seconds(1)))
        time = now
    }

    /// Whether the sender has become modest again.
    var isHalfFull: Bool { left >= perSecond / 2 }
}
