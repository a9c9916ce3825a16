/// All rows that a store has, whatever is the matter with it.
struct Remains: Sendable {
    var controllers: [UInt64: StoredController] = [:]
    var states: [UInt64: StoredState] = [:]
    var nextNumber: UInt64 = 1
    /// How often the process died while it loaded a plugin.
    var loading: [String: UInt64] = [:]
    /// Controllers during whose restoration it died.
    var restoring: Set<UInt64> = []

    /// The first number that nothing in here has.
    var safeNextNumber: UInt64 {
        let used = [controllers.keys.max() ?? 0, states.keys.max() ?? 0, restoring.max() ?? 0].max() ?? 0
        // A flipped bit can make a number of any size; the counter has to go on behind it all the same.
        return max(nextNumber, min(used, UInt64(Int64.max) - 1) + 1)
    }

    var changes: StoreChanges {
        StoreChanges(
            controllers: controllers.values.sorted { $0.number < $1.number }, states: states.mapValues { $0 },
            nextNumber: safeNextNumber)
    }
}
