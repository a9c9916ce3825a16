/// The numbers of view controllers that are in use, as the files say.
final class NumbersInUse {
    /// The numbers of the view controllers and states in the files.
    private(set) var stored: Set<UInt64> = []
    /// The highest committed next number.
    private(set) var next: UInt64 = 1
    /// Whether the numbers were read from the files. Unread files may have any numbers.
    private(set) var areKnown = false

    func setStored(_ numbers: Set<UInt64>) { stored = numbers }

    func markKnown() { areKnown = true }

    func raiseNext(to number: UInt64) { next = max(next, number) }

    /// Records a transaction. Returns the next number if it is higher than before; otherwise nil.
    func commit(_ changes: StoreChanges) -> UInt64? {
        stored.formUnion(changes.controllers.keys)
        stored.formUnion(changes.states.keys)
        stored.subtract(changes.removed)
        guard let number = changes.nextNumber, number > next else { return nil }
        next = number
        return number
    }
}
