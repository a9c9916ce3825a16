import Synchronization
import TabStore

/// What a store has told of its condition.
final class Conditions: Sendable {
    private let told = Mutex<[StoreCondition]>([])

    init(of store: Store) {
        store.onCondition = { [unowned self] condition in told.withLock { $0.append(condition) } }
    }

    var all: [StoreCondition] { told.withLock { $0 } }
}
