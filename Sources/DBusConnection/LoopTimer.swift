internal import CSystemd

/// One shot of the loop's monotonic clock. It fires at most once, and not after `cancel` or its release.
@EventLoop
package final class LoopTimer {
    private var source: OpaquePointer?
    private var body: (@EventLoop () -> Void)?

    /// - Parameters:
    ///   - milliseconds: from now.
    ///   - accuracy: how much later it may come, in milliseconds, so that the kernel can join wake-ups.
    package init(after milliseconds: UInt64, accuracy: UInt64 = 1, _ body: @escaping @EventLoop () -> Void) {
        self.body = body
        guard let event = EventLoop.shared.executor.event else { return }
        // Counted from this moment, not from the beginning of the loop's turn as sd_event_add_time_relative does.
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let present = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
        _ = sd_event_add_time(
            event, &source, CLOCK_MONOTONIC, present + (overflow ? UInt64.max / 4 : min(microseconds, .max / 4)),
            accuracy * 1000,
            { _, _, context in
                guard let context else { return 0 }
                let timer = Unmanaged<LoopTimer>.fromOpaque(context).takeUnretainedValue()
                EventLoop.assumeIsolated { timer.fire() }
                EventLoop.shared.executor.endTurn()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cancel() }

    package var isPending: Bool { body != nil }

    package func cancel() {
        body = nil
        guard let source else { return }
        self.source = nil
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
        sd_event_source_unref(source)
    }

    private func fire() {
        let body = body
        cancel()
        body?()
    }
}
