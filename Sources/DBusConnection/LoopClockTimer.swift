/// One shot of the wall clock (`CLOCK_REALTIME`): at a time, also when it came during a suspend, and as soon as somebody
/// sets the clock. It fires at most once, and not after `cancel` or its release.
@EventLoop
package final class LoopClockTimer {
    /// Milliseconds since 1970, UTC.
    let time: Int64
    let number: UInt64
    private var body: (@EventLoop () -> Void)?

    /// nil when the system gives no timer.
    ///
    /// - Parameter milliseconds: since 1970, UTC; one that has passed fires at once.
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
