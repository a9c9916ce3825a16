internal import CSystemd
internal import Glibc

/// A file descriptor that is watched for input. It does not own the descriptor.
package final class LoopInput: LoopSource {
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
        super.init(body) { event, source, context in
            sd_event_add_io(
                event, &source, descriptor, events, { _, _, _, context in LoopSource.fire(context) }, context)
        }
    }
}
