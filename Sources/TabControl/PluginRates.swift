/// What a plugin's process did between two samples of it.
struct PluginRates: Hashable, Sendable {
    /// In percent of one processor.
    let cpu: Double
    /// Messages in a second, by the daemon from the process.
    let received: Double
    let sent: Double

    /// nil when there was no sample of this same process before.
    init?(from earlier: PluginSample?, to later: PluginSample, seconds: Double) {
        guard let earlier, earlier.processID == later.processID, let before = earlier.usage, let now = later.usage,
            seconds > 0
        else { return nil }
        let rate: (UInt64, UInt64) -> Double = { $1 > $0 ? Double($1 - $0) / seconds : 0 }
        cpu = rate(before.cpuTime, now.cpuTime) / 10_000_000
        received = rate(before.received, now.received)
        sent = rate(before.sent, now.sent)
    }
}
