/// What the store had at the start.
package struct StoreContents: Sendable {
    /// By number, ascending.
    package var controllers: [StoredController] = []
    /// The first number that no controller ever had.
    package var nextNumber: UInt64 = 1
    /// Controllers during whose restoration the process has died, ascending.
    package var interrupted: [UInt64] = []
    /// What a person should know about the opening, as sentences.
    package var notices: [String] = []
}

/// What one turn has changed: written together or not at all.
package struct StoreChanges: Equatable, Sendable {
    /// By number: new or changed ones, each with all that it is now.
    package var controllers: [UInt64: StoredController]
    /// Their rows, states and marks go.
    package var removed: Set<UInt64>
    /// By controller; nil: it has none any more.
    package var states: [UInt64: StoredState?]
    /// The first number that no controller ever had. It is noted when it is the highest yet.
    package var nextNumber: UInt64?

    package init(
        controllers: [StoredController] = [], removed: Set<UInt64> = [], states: [UInt64: StoredState?] = [:],
        nextNumber: UInt64? = nil
    ) {
        self.controllers = Dictionary(controllers.map { ($0.number, $0) }) { $1 }
        self.removed = removed
        self.states = states
        self.nextNumber = nextNumber
    }

    package var isEmpty: Bool { controllers.isEmpty && removed.isEmpty && states.isEmpty && nextNumber == nil }

    /// Adds what changed later.
    ///
    /// - Parameter known: what the file has; nothing else has to be removed from it.
    mutating func merge(_ changes: StoreChanges, known: Set<UInt64>) {
        controllers.merge(changes.controllers) { $1 }
        removed.subtract(changes.controllers.keys)
        states.merge(changes.states) { $1 }
        for number in changes.removed {
            controllers[number] = nil
            states[number] = nil
            if known.contains(number) { removed.insert(number) }
        }
        if let next = changes.nextNumber { nextNumber = max(next, nextNumber ?? next) }
    }
}
