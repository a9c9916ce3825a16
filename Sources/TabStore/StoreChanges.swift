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
    /// New or changed, each with all that it is now.
    package var controllers: [StoredController]
    /// Their rows, states and marks go.
    package var removed: [UInt64]
    /// By controller; nil: it has none any more.
    package var states: [UInt64: StoredState?]
    /// The first number that no controller ever had. It is noted when it is the highest yet.
    package var nextNumber: UInt64?

    package init(
        controllers: [StoredController] = [], removed: [UInt64] = [], states: [UInt64: StoredState?] = [:],
        nextNumber: UInt64? = nil
    ) {
        self.controllers = controllers
        self.removed = removed
        self.states = states
        self.nextNumber = nextNumber
    }

    package var isEmpty: Bool { controllers.isEmpty && removed.isEmpty && states.isEmpty && nextNumber == nil }
}

/// What could not be written yet, by controller: as much as there is, however long it takes.
struct PendingChanges {
    private(set) var controllers: [UInt64: StoredController] = [:]
    private(set) var states: [UInt64: StoredState?] = [:]
    private(set) var removed: Set<UInt64> = []
    private(set) var nextNumber: UInt64?

    var isEmpty: Bool { controllers.isEmpty && states.isEmpty && removed.isEmpty && nextNumber == nil }

    /// Adds what changed later.
    ///
    /// - Parameter known: what the file has; nothing else has to be removed from it.
    mutating func merge(_ changes: StoreChanges, known: Set<UInt64>) {
        for controller in changes.controllers {
            controllers[controller.number] = controller
            removed.remove(controller.number)
        }
        states.merge(changes.states) { _, state in state }
        for number in changes.removed {
            controllers[number] = nil
            states[number] = nil
            if known.contains(number) { removed.insert(number) }
        }
        if let next = changes.nextNumber { nextNumber = max(next, nextNumber ?? next) }
    }

    /// Everything, as one transaction.
    var changes: StoreChanges {
        StoreChanges(
            controllers: controllers.values.sorted { $0.number < $1.number }, removed: removed.sorted(),
            states: states, nextNumber: nextNumber)
    }
}
