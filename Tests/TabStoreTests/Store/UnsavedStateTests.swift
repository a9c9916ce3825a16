import TestSupport

@testable import TabStore

/// The state that is only in memory, without files.
@Suite struct UnsavedStateTests {
    private let unsaved = UnsavedState()

    private func rows(_ controllers: [StoredController], nextNumber: UInt64 = 1) -> SalvagedRows {
        var rows = SalvagedRows()
        for controller in controllers { rows.controllers[controller.number] = controller }
        rows.nextNumber = nextNumber
        return rows
    }

    @Test func `rows of the files are older than unsaved changes`() {
        var changed = Sample.controllers[0]
        changed.properties = [42]
        unsaved.numbers.setStored([1, 2, 3])
        unsaved.add(StoreChanges(controllers: [changed], removed: [2]))
        unsaved.keep(rows(Array(Sample.controllers.prefix(3))))
        #expect(unsaved.changes.controllers == [1: changed, 3: Sample.controllers[2]])
        #expect(unsaved.changes.removed == [2])
        unsaved.removeChanges()
        #expect(unsaved.isEmpty)
    }

    @Test func `only the removal of a number in the files is a change`() {
        unsaved.numbers.setStored([1])
        unsaved.add(StoreChanges(removed: [1, 2]))
        #expect(unsaved.changes.removed == [1])
    }

    @Test func `the numbers of files that can't be written are known and left out`() {
        unsaved.raiseNextNumber(to: 30)
        #expect(!unsaved.numbers.areKnown)
        unsaved.keepReadOnly(rows([Sample.controllers[4]], nextNumber: 20))
        #expect(unsaved.numbers.areKnown)
        #expect(unsaved.numbers.stored == [5])
        #expect(unsaved.salvaged.safeNextNumber == 30)
    }

    @Test func `after an attempt to save, the next one is due later`() {
        let start = ContinuousClock.now
        unsaved.noteAttempt(at: start)
        #expect(!unsaved.isAttemptDue(at: start + .seconds(1)))
        #expect(unsaved.isAttemptDue(at: start + .seconds(2)))
    }
}
