/// The state that the files lack: unsaved changes, and the rows of files that can't be written.
final class UnsavedState {
    /// Unsaved changes. Without open files, the complete state.
    private(set) var changes = StoreChanges()
    /// Crash markers and the next number of files that can't be written.
    private(set) var salvaged = SalvagedRows()
    /// Whether the daemon has loaded the state. Afterwards it can't restore more view controllers.
    private(set) var isLoaded = false
    /// The time of the last attempt to save the changes.
    private var lastAttempt = ContinuousClock.now
    let numbers = NumbersInUse()

    var isEmpty: Bool { changes.isEmpty }

    /// Returns whether the last attempt is long enough ago. Opening a store takes too long to try it in every turn.
    func isAttemptDue(at now: ContinuousClock.Instant) -> Bool { now - lastAttempt > .seconds(1) }

    func markLoaded() { isLoaded = true }

    func noteAttempt(at now: ContinuousClock.Instant) { lastAttempt = now }

    /// Adds later changes.
    func add(_ later: StoreChanges) { changes.merge(later, known: numbers.stored) }

    /// Removes the changes, which are in the files now.
    func removeChanges() { changes = StoreChanges() }

    /// Keeps rows of the files, as changes that are older than the unsaved ones.
    func keep(_ rows: SalvagedRows) {
        salvaged.loading = rows.loading
        salvaged.restoring = rows.restoring
        let later = changes
        changes = rows.changes
        add(later)
    }

    /// Keeps the rows of files that can't be written.
    func keepReadOnly(_ rows: SalvagedRows) {
        raiseNextNumber(to: rows.nextNumber)
        numbers.setStored(Set(rows.controllers.keys).union(rows.states.keys))
        numbers.markKnown()
        keep(rows)
    }

    /// Leaves out the numbers of files that this store does not use.
    func raiseNextNumber(to number: UInt64) { salvaged.nextNumber = max(salvaged.nextNumber, number) }
}
