internal import CSystemd
internal import Glibc

/// A file descriptor that is watched for input. It does not own the descriptor.
@EventLoop
package final class LoopInput {
    private var source: OpaquePointer?
    private let body: @EventLoop () -> Void

    package convenience init(_ descriptor: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.init(descriptor, UInt32(EPOLLIN.rawValue), body)
    }

    /// Calls when the other end of a pipe is gone, and for nothing else.
    package convenience init(hangUpOf descriptor: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.init(descriptor, 0, body)
    }

    /// Calls whenever a descriptor takes output: to be cancelled when there is none any more.
    package convenience init(outputOf descriptor: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.init(descriptor, UInt32(EPOLLOUT.rawValue), body)
    }

    private init(_ descriptor: Int32, _ events: UInt32, _ body: @escaping @EventLoop () -> Void) {
        self.body = body
        guard let event = EventLoop.shared.executor.event else { return }
        _ = sd_event_add_io(
            event, &source, descriptor, events,
            { _, _, _, context in
                guard let context else { return 0 }
                let input = Unmanaged<LoopInput>.fromOpaque(context).takeUnretainedValue()
                EventLoop.assumeIsolated { input.body() }
                EventLoop.shared.executor.endTurn()
                return 0
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cancel() }

    package func cancel() {
        if let source { sd_event_source_disable_unref(source) }
        source = nil
    }
}
