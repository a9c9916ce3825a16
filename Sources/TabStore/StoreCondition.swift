internal import Synchronization

/// Whether what was committed will be there after the daemon's end.
package enum StoreCondition: Hashable, Sendable {
    case saved
    /// Why it will not be, as a sentence. It is kept in memory and tried again.
    case unsaved(String)
}

/// Why what was committed is not safe, told by the store's user's thread and by the thread that waits for the disk.
final class StoreFailures: Sendable {
    private struct State {
        /// Why something is not in the file.
        var writing: String?
        /// Why the file is not on the disk.
        var syncing: String?
        var onCondition: (@Sendable (StoreCondition) -> Void)?

        var condition: StoreCondition { (writing ?? syncing).map(StoreCondition.unsaved) ?? .saved }
    }

    private let state = Mutex(State())

    var condition: StoreCondition { state.withLock(\.condition) }

    var onCondition: (@Sendable (StoreCondition) -> Void)? {
        get { state.withLock(\.onCondition) }
        set { state.withLock { $0.onCondition = newValue } }
    }

    /// - Parameter reason: nil: it is.
    func writing(_ reason: String?) { change { $0.writing = reason } }

    /// - Parameter reason: nil: it is.
    func syncing(_ reason: String?) { change { $0.syncing = reason } }

    private func change(_ body: (inout State) -> Void) {
        let (before, after, onCondition) = state.withLock { state in
            let before = state.condition
            body(&state)
            return (before, state.condition, state.onCondition)
        }
        if before != after { onCondition?(after) }
    }
}
