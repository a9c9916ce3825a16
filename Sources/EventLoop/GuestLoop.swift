internal import CSystemd

/// The loop as a guest of another one, such as GLib's, which waits for its descriptor and calls the steps of a turn on the
/// thread that opened it.
package enum GuestLoop {
    /// Creates the loop for this thread, with a function that runs first.
    ///
    /// - Returns: A negative errno when the loop could not be created.
    package static func open(_ start: @escaping @Sendable @EventLoop () -> Void) -> Int32 {
        EventLoop.shared.executor.open(start)
    }

    package static func close() { EventLoop.shared.executor.close() }

    /// Becomes readable when a source is ready; negative without a loop.
    package static var descriptor: Int32 { event.map { sd_event_get_fd($0) } ?? -1 }

    /// Begins a turn. Returns whether a source is ready, so that `dispatch` can follow at once.
    package static func prepare() -> Bool { event.map { sd_event_prepare($0) > 0 } ?? false }

    /// Returns whether a source is ready after the wait for the descriptor.
    package static func check() -> Bool { event.map { sd_event_wait($0, 0) > 0 } ?? false }

    /// Runs a ready source. Returns false when the loop has ended.
    package static func dispatch() -> Bool { event.map { sd_event_dispatch($0) > 0 } ?? false }

    private static var event: OpaquePointer? { EventLoop.event }
}
