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
