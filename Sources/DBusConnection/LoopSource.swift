internal import CSystemd

/// A source of the loop that calls a function. It is taken off the loop by `cancel` or by its release.
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

    /// One turn of the loop: the work of a source, then the turn's end.
    nonisolated static func fire(_ context: UnsafeMutableRawPointer?) -> Int32 {
        guard let context else { return 0 }
        let source = Unmanaged<LoopSource>.fromOpaque(context).takeUnretainedValue()
        EventLoop.assumeIsolated { source.fire() }
        EventLoop.shared.executor.endTurn()
        return 0
    }
}
