internal import CSystemd

/// One shot of the loop's monotonic clock. It fires at most once, and not after `cancel` or its release.
package final class LoopTimer: LoopSource {
    /// - Parameters:
    ///   - milliseconds: from now.
    ///   - accuracy: how much later it may come, in milliseconds, so that the kernel can join wake-ups.
    package init(after milliseconds: UInt64, accuracy: UInt64 = 1, _ body: @escaping @EventLoop () -> Void) {
        // Counted from this moment, not from the beginning of the loop's turn as sd_event_add_time_relative does.
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let present = UInt64(now.tv_sec) * 1_000_000 + UInt64(now.tv_nsec) / 1000
        let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
        let time = present + (overflow ? UInt64.max / 4 : min(microseconds, .max / 4))
        super.init(body) { event, source, context in
            sd_event_add_time(
                event, &source, CLOCK_MONOTONIC, time, accuracy * 1000, { _, _, context in LoopSource.fire(context) },
                context)
        }
    }

    package var isPending: Bool { body != nil }

    override func fire() {
        let body = body
        cancel()
        body?()
    }
}
