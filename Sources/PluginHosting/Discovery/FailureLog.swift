/// The failures of a plugin's processes. They determine the delay before a restart and the end of restarting.
struct FailureLog {
    /// In milliseconds.
    static let maximumDelay = 10_000

    private var times: [ContinuousClock.Instant] = []

    mutating func clear() { times = [] }

    /// Records a failure.
    ///
    /// - Returns: The delay before the restart in milliseconds; nil after too many failures.
    mutating func note(at time: ContinuousClock.Instant, _ configuration: HostingConfiguration) -> Int? {
        times.removeAll { $0.duration(to: time) >= .seconds(configuration.failureWindow) }
        times.append(time)
        guard times.count < configuration.failures else { return nil }
        var delay = configuration.restartDelay
        for _ in 1..<times.count where delay < Self.maximumDelay { delay *= 5 }
        return min(delay, Self.maximumDelay)
    }
}
