internal import CSystemd
internal import Glibc

/// One shot of the wall clock (`CLOCK_REALTIME`): at a time, also when it came during a suspend, and as soon as somebody
/// sets the clock. It fires at most once, and not after `cancel` or its release.
@EventLoop
package final class LoopClockTimer {
    private let descriptor: Int32
    private var input: LoopInput?

    /// nil when the system gives no timer.
    ///
    /// - Parameter milliseconds: since 1970, UTC; one that has passed fires at once.
    package init?(at milliseconds: Int64, _ body: @escaping @EventLoop () -> Void) {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        // Zero would disarm it.
        let milliseconds = max(milliseconds, 1)
        var time = itimerspec()
        time.it_value.tv_sec = Int(milliseconds / 1000)
        time.it_value.tv_nsec = Int(milliseconds % 1000) * 1_000_000
        // CANCEL_ON_SET: the descriptor becomes readable (ECANCELED) when the clock is set.
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        guard timerfd_settime(descriptor, flags, &time, nil) == 0 else { return nil }
        input = LoopInput(descriptor) { [unowned self] in
            cancel()
            body()
        }
    }

    isolated deinit {
        input?.cancel()
        if descriptor >= 0 { close(descriptor) }
    }

    package func cancel() {
        input?.cancel()
        input = nil
    }
}
