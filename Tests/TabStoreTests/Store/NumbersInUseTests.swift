import TestSupport

@testable import TabStore

/// The numbers that the files use.
@Suite struct NumbersInUseTests {
    private let numbers = NumbersInUse()

    @Test func `a commit adds the numbers of rows and subtracts removed ones`() {
        numbers.setStored([1, 2])
        let controller = StoredController(number: 3, type: "sample.Class")
        let state = StoredState(type: "sample.Class", content: [])
        _ = numbers.commit(StoreChanges(controllers: [controller], removed: [2], states: [4: state]))
        #expect(numbers.stored == [1, 3, 4])
    }

    @Test func `only a higher next number is news`() {
        #expect(numbers.commit(StoreChanges(nextNumber: 5)) == 5)
        #expect(numbers.commit(StoreChanges(nextNumber: 5)) == nil)
        numbers.raiseNext(to: 9)
        #expect(numbers.commit(StoreChanges(nextNumber: 8)) == nil)
        #expect(numbers.next == 9)
    }
}
