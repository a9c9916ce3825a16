/// The failures of a plugin's hosts: how long to wait before the next start, and when to stop trying.
struct FailureLog {
    /// Milliseconds.
    static let maximumDelay = 10_000

    private var times: [ContinuousClock.Instant] = []

    var isEmpty: Bool { times.isEmpty }

    mutating func clear() { times = [] }

    /// Notes a failure.
    ///
    /// - Returns: In how many milliseconds to start again; nil when it has failed too often.
    mutating func note(at time: ContinuousClock.Instant, _ configuration: HostingConfiguration) -> Int? {
        times.removeAll { $0.duration(to: time) >= .seconds(configuration.failureWindow) }
        times.append(time)
        guard times.count < configuration.failures else { return nil }
        var delay = configuration.restartDelay
        for _ in 1..<times.count where delay < Self.maximumDelay { delay *= 5 }
        return min(delay, Self.maximumDelay)
    }
}
