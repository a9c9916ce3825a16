internal import DBusConnection

/// A plugin's timers.
extension LoadedPlugin {
    func addTimer(after: UInt64, leeway: UInt64, _ body: @escaping @EventLoop () -> Void) -> UInt64 {
        let number = nextTimer()
        // One hour of leeway at most: the loop counts in microseconds.
        let timer = LoopTimer(after: after, accuracy: min(max(leeway, 1), 3_600_000)) { [weak self] in
            self?.timers[number] = nil
            self?.willRun()
            body()
        }
        timers[number] = timer.cancel
        return number
    }

    /// nil when the system gives no more of them.
    func addClockTimer(at: Int64, _ body: @escaping @EventLoop () -> Void) -> UInt64? {
        let number = nextTimer()
        let timer = LoopClockTimer(at: at) { [weak self] in
            self?.timers[number] = nil
            self?.willRun()
            body()
        }
        guard let timer else { return nil }
        timers[number] = timer.cancel
        return number
    }

    /// False when there is no such timer, or it has fired.
    func cancelTimer(_ timer: UInt64) -> Bool {
        guard let cancel = timers.removeValue(forKey: timer) else { return false }
        cancel()
        return true
    }
}
