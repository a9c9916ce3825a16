import EventLoop
import TabStore

/// The numbers of view controllers that the store records as used, so that no number is used again after a crash.
@EventLoop
final class ReservedNumbers {
    /// The number of reservations that one write makes.
    private static let step: UInt64 = 100

    private let store: Store
    /// All numbers below this one are reserved.
    private var end: UInt64

    init(in store: Store, end: UInt64) {
        self.store = store
        self.end = end
    }

    /// - Parameter next: The next number that the model will use.
    func reserve(upTo next: UInt64) {
        guard next > end else { return }
        // Set before the commit, so that a failing store is retried every 100 numbers and not at every event.
        end = next + Self.step
        store.commit(StoreChanges(nextNumber: end))
    }

    /// Gives back the numbers that are still unused, at shutdown.
    func release(from next: UInt64) { store.releaseNumbers(upTo: end, from: next) }
}
