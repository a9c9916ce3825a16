internal import CSystemd

/// A source of the loop that calls a function. `cancel` or its release removes it from the loop.
@EventLoop
package class LoopSource {
    private var source: OpaquePointer?
    fileprivate(set) final var body: (@EventLoop () -> Void)?

    /// - Parameter add: Adds the source to the loop with a callback that calls `fire(_:)`.
    init(
        _ body: @escaping @EventLoop () -> Void,
        add: (_ event: OpaquePointer, _ source: inout OpaquePointer?, _ context: UnsafeMutableRawPointer) -> Int32
    ) {
        self.body = body
        guard let event = EventLoop.shared.executor.event else { return }
        _ = add(event, &source, Unmanaged.passUnretained(self).toOpaque())
    }

    isolated deinit { cancel() }

    package final func cancel() {
        body = nil
        if let source { sd_event_source_disable_unref(source) }
        source = nil
    }

    func fire() { body?() }

    /// Runs one turn of the loop: the work of a source, then the end of the turn.
    nonisolated static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
        guard let context else { return 0 }
        let source = Unmanaged<LoopSource>.fromOpaque(context).takeUnretainedValue()
        EventLoop.assumeIsolated { source.fire() }
        EventLoop.shared.executor.endTurn()
        return 0
    }
}

/// A file descriptor that is watched for input. It does not own the descriptor.
package final class LoopInput: LoopSource {
    package convenience init(_ descriptor: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.init(descriptor, UInt32(EPOLLIN.rawValue), body)
    }

    /// Calls the function only when the other end of a pipe is closed.
    package convenience init(hangUpOf descriptor: Int32, _ body: @escaping @EventLoop () -> Void) {
        self.init(descriptor, 0, body)
    }

    /// Calls the function whenever the descriptor accepts output. Cancel it when all output is written.
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
