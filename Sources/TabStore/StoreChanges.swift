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
