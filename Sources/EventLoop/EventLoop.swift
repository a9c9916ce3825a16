// Without this import, no linked library has the symbols below.
internal import CSystemd
internal import Dispatch
internal import Glibc

/// The thread on which the model, the connections and the plugin hosting run.
///
/// Its `SerialExecutor` is an `sd-event` loop. File descriptors, timers, signals, the watchdog and Swift jobs are all
/// sources of one loop. The loop belongs to the thread that calls `run`.
@globalActor
package actor EventLoop {
    package static let shared = EventLoop()

    nonisolated let executor = LoopExecutor()

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether the caller runs on the loop's thread.
    package nonisolated static var isCurrent: Bool { shared.executor.isCurrent }

    /// Stops the process when the caller is not on the loop's thread.
    package nonisolated static func preconditionCurrent() { shared.executor.preconditionCurrent() }

    /// The underlying `sd_event`, for sources of other modules; nil when it could not be created.
    package nonisolated static var event: OpaquePointer? { shared.executor.event }

    /// Ends a turn of the loop. Each source calls this when it has done its work.
    package nonisolated static func endTurn() { shared.executor.endTurn() }

    /// Runs `body` as isolated to the loop. The caller must be on the loop's thread.
    ///
    /// Global actors have no `assumeIsolated` of their own. The standard library does the same for `MainActor`.
    package nonisolated static func assumeIsolated<Result, Failure>(
        _ body: @EventLoop () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        shared.executor.preconditionCurrent()
        typealias Isolated = @EventLoop () throws(Failure) -> Result
        typealias Plain = () throws(Failure) -> Result
        return try withoutActuallyEscaping(body) { (body: @escaping Isolated) throws(Failure) -> Result in
            try unsafeBitCast(body, to: Plain.self)()
        }
    }

    /// Runs a function on the loop. Any thread may call this.
    package nonisolated static func post(_ body: @escaping @Sendable @EventLoop () -> Void) {
        shared.executor.post(body)
    }

    /// Runs the loop on this thread until `exit`. It calls `start` first, on the loop.
    ///
    /// - Returns: The code given to `exit`, or a negative errno when the loop could not be created.
    package nonisolated static func run(_ start: @escaping @Sendable @EventLoop () -> Void) -> Int32 {
        shared.executor.run(start)
    }

    /// Describes an error code of `run`, for the log.
    package nonisolated static func failure(_ code: Int32) -> String {
        "the event loop failed: \(String(cString: strerror(-code)))"
    }

    /// Ends `run` at the end of this turn.
    @EventLoop package static func exit(_ code: Int32) { shared.executor.exit(code) }

    /// Runs `body` at the end of every turn, after each source of the loop has done its work, until the hook is removed.
    /// A hook that is removed at the end of a turn, by another hook, does not run in that turn either.
    @EventLoop package static func atTurnEnd(_ body: @escaping @EventLoop () -> Void) -> TurnEndHook {
        let hook = TurnEndHook(body)
        shared.executor.turnEnd.append(hook)
        return hook
    }

    @EventLoop package static func remove(_ hook: TurnEndHook) {
        hook.isRemoved = true
        shared.executor.turnEnd.removeAll { $0 === hook }
    }
}

/// A function that runs at the end of every turn of the loop.
@EventLoop
package final class TurnEndHook {
    let body: @EventLoop () -> Void
    fileprivate(set) var isRemoved = false

    init(_ body: @escaping @EventLoop () -> Void) { self.body = body }
}

/// Libdispatch's main queue, on which `MainActor` runs. Under a foreign loop nothing drains this queue, so this loop
/// does.
///
/// CoreFoundation's run loop uses the same two functions.
@EventLoop
package final class MainQueue {
    private var input: LoopInput?

    /// Returns nil when the loop is not on the main thread, because libdispatch drains its main queue only there.
    ///
    /// - Parameter willRun: Called each time before the jobs of the queue run.
    package init?(willRun: @escaping @EventLoop () -> Void = {}) {
        guard is_main_thread() else { return nil }
        let descriptor = mainQueueDescriptor()
        guard descriptor >= 0 else { return nil }
        input = LoopInput(descriptor) {
            var count: UInt64 = 0
            _ = read(descriptor, &count, 8)
            willRun()
            drainMainQueue(nil)
        }
    }
}

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueDescriptor() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func drainMainQueue(_ message: UnsafeMutableRawPointer?)
