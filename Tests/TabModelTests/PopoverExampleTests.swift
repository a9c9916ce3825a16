import TabModel
import TestSupport
import Testing

@Suite struct PopoverExampleTests {
    @Test func `PV A16 has 51 examples here`() {
        #expect(PopoverExample.all.map(\.number) == Array(1...51))
    }

    @Test(arguments: PopoverExample.all)
    func `PV A16 a popover is placed as in the`(example: PopoverExample) {
        let placement = PopoverPlacement(example)
        #expect(placement.arrowDirection.rawValue == example.arrow)
        expectClose(placement.frame, Rect(example.frame))
        expectClose(placement.contentFrame, Rect(example.contentFrame))
        #expect(abs(placement.arrowOffset - example.arrowOffset) <= 1e-6)
        #expect(placement.stage.rawValue == example.stage)
    }

    private func expectClose(_ found: Rect, _ expected: Rect) {
        #expect(found.isClose(to: expected), "\(found) is not \(expected)")
    }
}
