internal import Dispatch

/// Exclusive access to the log: for a write, or to empty the log after a checkpoint. Without it, SQLite would refuse the
/// later of the two.
final class LogAccess: Sendable {
    private let semaphore = DispatchSemaphore(value: 1)
    private nonisolated(unsafe) var pages = 0

    /// The number of pages in the log.
    var size: Int { exclusively { $0 } }

    /// Runs `body` with the number of pages in the log, which it may change.
    func exclusively<Value, Failure>(_ body: (inout Int) throws(Failure) -> Value) throws(Failure) -> Value {
        semaphore.wait()
        defer { semaphore.signal() }
        return try body(&pages)
    }
}
