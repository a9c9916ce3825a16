// Without it the symbols below are in no library that is linked.
internal import CSystemd
internal import Dispatch
internal import Glibc

/// The one thread of a process that model, connections and hosting are isolated to.
///
/// Its `SerialExecutor` is an `sd-event` loop: file descriptors, timers, signals, the watchdog and Swift jobs are all
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

    /// Runs `body` as isolated to the loop; the caller must be on the loop's thread.
    ///
    /// Global actors have no `assumeIsolated` of their own; this is what the standard library does for `MainActor`.
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

    /// Runs a function on the loop; callable from any thread.
    package nonisolated static func post(_ body: @escaping @Sendable @EventLoop () -> Void) {
        shared.executor.post(body)
    }

    /// Runs the loop on this thread until `exit`; `start` is called first, on the loop.
    ///
    /// - Returns: the code given to `exit`, or a negative errno when the loop could not be made.
    package nonisolated static func run(_ start: @escaping @Sendable @EventLoop () -> Void) -> Int32 {
        shared.executor.run(start)
    }

    /// Describes a failure that `run` has returned, for the log.
    package nonisolated static func failure(_ code: Int32) -> String {
        "the event loop failed: \(String(cString: strerror(-code)))"
    }

    /// Ends `run` at the end of this turn.
    @EventLoop package static func exit(_ code: Int32) { shared.executor.exit(code) }

    /// Runs `body` at the end of every turn, after each source of the loop has done its work, until the hook is removed.
    @EventLoop package static func atTurnEnd(_ body: @escaping @EventLoop () -> Void) -> TurnEndHook {
        let hook = TurnEndHook(body)
        shared.executor.turnEnd.append(hook)
        return hook
    }

    @EventLoop package static func remove(_ hook: TurnEndHook) { shared.executor.turnEnd.removeAll { $0 === hook } }
}

/// What runs at the end of every turn of the loop.
@EventLoop
package final class TurnEndHook {
    let body: @EventLoop () -> Void

    init(_ body: @escaping @EventLoop () -> Void) { self.body = body }
}

/// libdispatch's main queue, on which `MainActor` runs: under a foreign loop nobody drains it, so this loop does.
///
/// The two functions are what CoreFoundation's run loop uses for the same purpose.
@EventLoop
package final class MainQueue {
    private var input: LoopInput?

    /// nil when the loop is not the main thread's: libdispatch drains its main queue nowhere else.
    ///
    /// - Parameter willRun: called each time before what is in the queue runs.
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
