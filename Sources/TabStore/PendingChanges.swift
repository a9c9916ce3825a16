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
