/// How many messages a host may still send: a second's worth at once, refilled as time goes by.
struct MessageAllowance {
    private let perSecond: Double
    private var left: Double
    /// Beside that, for what it was asked to do.
    private var extra = 0
    private var time: ContinuousClock.Instant

    init(perSecond: Int, at time: ContinuousClock.Instant) {
        self.perSecond = Double(perSecond)
        left = Double(perSecond)
        self.time = time
    }

    /// Takes one message.
    mutating func take() {
        if extra > 0 { extra -= 1 } else { left -= 1 }
    }

    /// Allows so many more.
    mutating func allow(_ count: Int) { extra += count }

    /// Whether no further message is allowed now.
    var isEmpty: Bool { left < 1 && extra == 0 }

    mutating func refill(at now: ContinuousClock.Instant) {
        left = min(perSecond, left + perSecond * (time.duration(to: now) / .seconds(1)))
        time = now
    }

    /// Whether the sender has become modest again.
    var isHalfFull: Bool { left >= perSecond / 2 }
}
