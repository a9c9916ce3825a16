import EventLoop
import Glibc
import TabStore

/// The numbers that the store has reserved for this process, so that no number is used again after a crash.
@EventLoop
final class ReservedNumbers {
    /// The number of reservations that one write makes.
    private static let step: UInt64 = 100
    /// The smallest number of unused reservations. One command of the model uses fewer, so no number is used before its
    /// reservation.
    private static let margin: UInt64 = 50

    private let store: Store
    /// All numbers below this one are reserved.
    private var end: UInt64

    init(in store: Store) {
        self.store = store
        end = 0
    }

    /// Reserves numbers before they are used.
    ///
    /// - Parameter next: The next number that the model would use.
    /// - Returns: The next number that it may use; nil for `next`. Without a file that has the reservation, the time is
    ///   the number: no process before or after this one uses it.
    func reserve(from next: UInt64) -> UInt64? {
        guard next + Self.margin > end else { return nil }
        // Set before the commit, so that a failing store is not retried at every event.
        end = next + Self.step
        if store.reserveNumbers(below: end) { return nil }
        let time = Self.microseconds
        guard time > next, time + Self.step < StoredController.numbers.upperBound else { return nil }
        end = time + Self.step
        _ = store.reserveNumbers(below: end)
        return time
    }

    /// The microseconds since 1970. A process uses fewer numbers than microseconds.
    private static var microseconds: UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(max(0, now.tv_sec)) * 1_000_000 + UInt64(max(0, now.tv_nsec)) / 1000
    }

    /// Gives back the numbers that are still unused, at shutdown.
    func release(from next: UInt64) { store.releaseNumbers(upTo: end, from: next) }
}
