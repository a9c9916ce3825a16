internal import CSystemd
internal import Glibc

/// Unix signals as events of the loop. Block them with `block` before the first thread starts.
package final class LoopSignal: LoopSource {
    package init(_ number: Int32, _ body: @escaping @EventLoop () -> Void) {
        super.init(body) { event, source, context in
            sd_event_add_signal(event, &source, number, { _, _, context in LoopSource.fire(context) }, context)
        }
    }

    /// Blocks signals in the calling thread and in all threads that it starts.
    package nonisolated static func block(_ numbers: [Int32]) { mask(SIG_BLOCK, numbers) }

    /// Gives signals their default effect again, after their sources were released.
    package nonisolated static func unblock(_ numbers: [Int32]) { mask(SIG_UNBLOCK, numbers) }

    /// Forgets signals that are blocked and have arrived.
    package nonisolated static func drop(_ numbers: [Int32]) {
        var set = set(of: numbers)
        var none = timespec()
        while sigtimedwait(&set, nil, &none) > 0 {}
    }

    private nonisolated static func mask(_ operation: Int32, _ numbers: [Int32]) {
        var set = set(of: numbers)
        pthread_sigmask(operation, &set, nil)
    }

    private nonisolated static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }
}

extension LoopSignal {
    /// Resets the signals that the parent process has ignored or blocked. Handlers stay.
    package nonisolated static func resetInherited() {
        for number in 1...__SIGRTMAX {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0 else { continue }
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_DFL) }
        }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
