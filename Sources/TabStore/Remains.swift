/// All rows that a store has, whatever is the matter with it.
struct Remains: Sendable {
    var controllers: [UInt64: StoredController] = [:]
    var states: [UInt64: StoredState] = [:]
    var nextNumber: UInt64 = 1
    /// How often the process died while it loaded a plugin.
    var loading: [String: UInt64] = [:]
    /// Controllers during whose restoration it died.
    var restoring: Set<UInt64> = []
    /// What is left of damaged rows, and the names of their damaged columns.
    var damaged: [UInt64: (controller: StoredController, columns: [String])] = [:]
    /// States that can't be read.
    var damagedStates: Set<UInt64> = []

    /// The highest number in here; 0: there is none.
    var lastNumber: UInt64 { [controllers.keys.max() ?? 0, states.keys.max() ?? 0, restoring.max() ?? 0].max() ?? 0 }

    /// The first number that nothing in here has.
    var safeNextNumber: UInt64 { max(nextNumber, lastNumber + 1) }

    /// What of single rows is damaged, as the end of a sentence; empty when nothing is.
    var damage: String {
        let rows = damaged.sorted { $0.key < $1.key }.map { number, row in
            "the \(row.columns.joined(separator: ", ")) of view controller \(number)"
        }
        let all = rows + damagedStates.sorted().map { "the restorable state of view controller \($0)" }
        guard !all.isEmpty else { return "" }
        let more = all.count > 10 ? ", and \(all.count - 10) more" : ""
        return "; damaged: \(all.prefix(10).joined(separator: "; "))\(more)"
    }

    var changes: StoreChanges {
        StoreChanges(
            controllers: controllers.values.sorted { $0.number < $1.number }, states: states.mapValues { $0 },
            nextNumber: safeNextNumber)
    }
}
