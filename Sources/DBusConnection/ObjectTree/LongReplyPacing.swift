/// When long replies may be sent, so that clients that ask for them all the time leave time for others.
///
/// A reply of 37 MB keeps the bus busy for 0.2 s, and messages to all its clients wait behind it. So each client gets
/// them at a limited rate, and the bus is busy with them for a part of the time.
package struct LongReplyPacing {
    /// The smallest long reply in bytes. It keeps the bus busy for some milliseconds.
    package var least = 1 << 20
    /// The bytes that a client gets each second. Its first reply is not delayed.
    package var rate = 16 << 20
    /// How many times as long as a reply has kept the bus busy no other one is sent.
    package var pauses = 2
    /// The longest such pause, also after a bus that was stuck, or a suspend.
    package var longestPause = Duration.seconds(2)

    /// When the clients that got long replies may get the next one.
    private var times: [String: ContinuousClock.Instant] = [:]
    /// When the reply was sent that keeps the bus busy.
    private var busySince: ContinuousClock.Instant?
    /// The end of the pause after the last reply.
    private var pauseEnd: ContinuousClock.Instant?

    package init() {}

    /// When a client may get the next reply; nil for now.
    package func time(of client: String, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        times[client].flatMap { $0 > now ? $0 : nil }
    }

    /// Records a long reply.
    package mutating func replied(_ size: Int, to client: String, at now: ContinuousClock.Instant) {
        // The rest are at most the clients that got one within the time of the largest reply.
        times = times.filter { $0.value > now }
        times[client] = now + .seconds(1) * Double(size) / Double(max(1, rate))
    }

    /// Whether the bus may still be reading a long reply.
    package var awaitsBus: Bool { busySince != nil }

    /// Records that a long reply was sent on the bus. Call `busTime` regularly until the bus has accepted it.
    package mutating func busBegan(at now: ContinuousClock.Instant) { busySince = now }

    /// Returns when to try to send the next long reply on the bus; nil for now.
    ///
    /// - Parameter isBusy: Whether the bus has not accepted all messages.
    package mutating func busTime(isBusy: Bool, at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        if let busySince {
            guard !isBusy else { return now + Self.interval }
            pauseEnd = now + min((now - busySince) * pauses, longestPause)
            self.busySince = nil
        }
        return pauseEnd.flatMap { $0 > now ? $0 : nil }
    }

    /// The time until the output queue is checked again.
    package static let interval = Duration.milliseconds(5)
}
