internal import CSystemd

/// A one-shot timer of the monotonic clock. It fires at most once, and never after `cancel` or its release.
package final class LoopTimer: LoopSource {
    /// - Parameters:
    ///   - milliseconds: The time from now.
    ///   - accuracy: How much later it may fire, in milliseconds, so that the kernel can combine wake-ups.
    package init(after milliseconds: UInt64, accuracy: UInt64 = 1, _ body: @escaping @EventLoop () -> Void) {
        // The time counts from this moment. `sd_event_add_time_relative` would count from the beginning of the loop's
        // turn.
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

/// A one-shot timer of the wall clock (`CLOCK_REALTIME`). It also fires when its time passed during a suspend, and when
/// the clock is set. It fires at most once, and never after `cancel` or its release.
@EventLoop
package final class LoopClockTimer {
    /// Milliseconds since 1970, UTC.
    let time: Int64
    let number: UInt64
    private var body: (@EventLoop () -> Void)?

    /// Returns nil when the system has no timer left.
    ///
    /// - Parameter milliseconds: The time since 1970, UTC. A time in the past fires at once.
    package init?(at milliseconds: Int64, _ body: @escaping @EventLoop () -> Void) {
        // The kernel counts from 1970 on, and zero would mean "never".
        time = max(milliseconds, 1)
        number = WallClock.nextNumber()
        self.body = body
        guard WallClock.add(self) else { return nil }
    }

    isolated deinit { WallClock.remove(time, number) }

    package func cancel() {
        body = nil
        WallClock.remove(time, number)
    }

    func fire() {
        let body = body
        self.body = nil
        body?()
    }
}
