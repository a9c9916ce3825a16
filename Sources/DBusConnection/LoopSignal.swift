internal import CSystemd
internal import Glibc

/// Unix signals as events of the loop. Block them with `block` before the first thread starts.
@EventLoop
package final class LoopSignal {
    private var source: OpaquePointer?
    private let body: @EventLoop () -> Void

    package init(_ number: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.body = body
        guard let event = EventLoop.shared.executor.event else { return }
        _ = sd_event_add_signal(
            event, &source, number,
            { _, _, context in
                guard let context else { return 0 }
                let signal = Unmanaged<LoopSignal>.fromOpaque(context).takeUnretainedValue()
                EventLoop.assumeIsolated { signal.body() }
                EventLoop.shared.executor.endTurn()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit {
        if let source { sd_event_source_disable_unref(source) }
    }

    /// Blocks signals in the calling thread and in all that it will start.
    package nonisolated static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }
}
