import TestSupport

@Suite struct PopoverExampleTests {
    @Test(.rules("A16")) func `all 51 examples are present`() {
        #expect(PopoverExample.all.map(\.number) == Array(1...51))
    }

    @Test(.rules("A16"), arguments: PopoverExample.all)
    func `a popover is placed as in the example`(example: PopoverExample) {
        let placement = PopoverPlacement(example)
        #expect(placement.arrowDirection.rawValue == example.arrow)
        #expect(placement.frame.isClose(to: Rect(example.frame)))
        #expect(placement.contentFrame.isClose(to: Rect(example.contentFrame)))
        #expect(abs(placement.arrowOffset - example.arrowOffset) <= 1e-6)
        #expect(placement.stage.rawValue == example.stage)
    }
}

extension PopoverPlacement {
    /// Places the popover of an example.
    init(_ example: PopoverExample) {
        let margins = example.margins
        self.init(
            of: Size(width: example.content.0, height: example.content.1), at: Rect(example.source),
            in: PopoverSurroundings(
                screen: Rect(example.container), statusBarHeight: example.statusBarHeight,
                keyboardOverlap: example.keyboardOverlap,
                margins: Insets(top: margins.0, left: margins.1, bottom: margins.2, right: margins.3)),
            permitted: PopoverArrowDirection(rawValue: example.permitted), canOverlap: example.canOverlap,
            metrics: example.hasCustomBackground ? .custom : .standard)
    }
}

extension PopoverMetrics {
    /// The custom background of the examples.
    static let custom = PopoverMetrics(
        arrowHeight: 20, arrowBase: 40, contentInsets: Insets(top: 8, left: 10, bottom: 12, right: 14), cornerRadius: 8)
}

extension Rect {
    init(_ four: PopoverExample.Four) {
        self.init(x: four.0, y: four.1, width: four.2, height: four.3)
    }

    func isClose(to other: Rect) -> Bool {
        abs(x - other.x) <= 1e-6 && abs(y - other.y) <= 1e-6 && abs(width - other.width) <= 1e-6
            && abs(height - other.height) <= 1e-6
    }
}
