import TestSupport

/// Extreme but finite inputs.
@Suite struct PopoverExtremeTests {
    private static let numbers = [
        0, -0.0, 1, -1, 13, 1e-300, 1e9, -1e9, 1e300, -1e300, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
        .leastNonzeroMagnitude,
    ]

    @Test(.rules("A6")) func `every finite input produces finite numbers`() {
        var random = Numbers(state: 6)
        func any() -> Double { Self.numbers[Int(random.next() % UInt64(Self.numbers.count))] }
        func insets() -> Insets { Insets(top: any(), left: any(), bottom: any(), right: any()) }
        let failures = Failures()
        for _ in 0..<20_000 {
            let it = PopoverCase(
                content: Size(width: any(), height: any()),
                source: Rect(x: any(), y: any(), width: any(), height: any()),
                surroundings: PopoverSurroundings(
                    screen: Rect(x: any(), y: any(), width: any(), height: any()), statusBarHeight: any(),
                    keyboardOverlap: any(), margins: insets()),
                permitted: PopoverArrowDirection(rawValue: random.next()), canOverlap: random.next() % 2 == 0,
                metrics: PopoverMetrics(
                    arrowHeight: any(), arrowBase: any(), contentInsets: insets(), cornerRadius: any(),
                    minimumContentSize: Size(width: any(), height: any())))
            let placement = it.placement
            let tip = placement.tip ?? Point(x: 0, y: 0)
            let rects = [placement.frame, placement.body, placement.contentFrame, it.surroundings.area]
            failures.expect(
                rects.allSatisfy { rect in
                    [rect.x, rect.y, rect.width, rect.height, rect.maxX, rect.maxY].allSatisfy(\.isFinite)
                        && rect.width >= 0 && rect.height >= 0
                } && [placement.arrowOffset, tip.x, tip.y].allSatisfy(\.isFinite), "\(placement) of \(it)")
        }
        #expect(failures.texts.isEmpty)
    }

    @Test(.rules("A6")) func `a screen without size shows nothing`() {
        let screen = Rect(x: 7, y: 8, width: 0, height: 0)
        for permitted in 0...15 as ClosedRange<UInt64> {
            let placement = PopoverPlacement(
                of: Size(width: 320, height: 400), at: screen, in: PopoverSurroundings(screen: screen),
                permitted: PopoverArrowDirection(rawValue: permitted))
            #expect(placement.frame == screen && placement.contentFrame == screen)
        }
    }

    @Test(.rules("P15")) func `a rectangle of negative size is standardized`() {
        let surroundings = PopoverSurroundings(screen: Rect(x: 1024, y: 768, width: -1024, height: -768))
        #expect(surroundings.area == PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 1024, height: 768)).area)
        let size = Size(width: 320, height: 400)
        let inverted = PopoverPlacement(
            of: size, at: Rect(x: 532, y: 140, width: -40, height: -40), in: surroundings)
        let source = Rect(x: 492, y: 100, width: 40, height: 40)
        #expect(inverted == PopoverPlacement(of: size, at: source, in: surroundings))
    }
}
