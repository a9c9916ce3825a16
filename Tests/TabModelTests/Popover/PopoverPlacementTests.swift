import TestSupport

@Suite struct PopoverPlacementTests {
    private static let pad = PopoverSurroundings(
        screen: Rect(x: 0, y: 0, width: 1024, height: 768), statusBarHeight: 20)
    /// Equal room on all sides of a source in the middle.
    private static let square = PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 1000, height: 1000))
    private static let center = button(480, 480)

    private static func button(_ x: Double, _ y: Double) -> Rect { Rect(x: x, y: y, width: 40, height: 40) }
    private static func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

    private func place(
        _ size: Size, at source: Rect, _ permitted: PopoverArrowDirection = .any, canOverlap: Bool = false,
        metrics: PopoverMetrics = .standard
    ) -> PopoverPlacement {
        PopoverPlacement(
            of: size, at: source, in: Self.pad, permitted: permitted, canOverlap: canOverlap, metrics: metrics)
    }

    @Test(.rules("P18")) func `arrow directions are bits`() {
        let directions: [PopoverArrowDirection] = [.up, .down, .left, .right, .any, .unknown]
        #expect(directions.map(\.rawValue) == [1, 2, 4, 8, 15, 18_446_744_073_709_551_615])
    }

    @Test(
        .rules("P19"),
        arguments: [
            (PopoverArrowDirection.up, Rect(x: 462, y: 420, width: 100, height: 113)),
            (.down, Rect(x: 462, y: 267, width: 100, height: 113)),
            (.left, Rect(x: 532, y: 350, width: 113, height: 100)),
            (.right, Rect(x: 379, y: 350, width: 113, height: 100)),
        ])
    func `an arrow is named after the direction in which it points`(direction: PopoverArrowDirection, frame: Rect) {
        let placement = place(Self.size(100, 100), at: Self.button(492, 380), direction)
        #expect(placement.arrowDirection == direction)
        #expect(placement.frame == frame)
    }

    @Test(.rules("P31")) func `an unset preferred size defaults to 320 by 1100`() {
        #expect(PopoverPlacement.wantedContentSize(for: Self.size(0, 0)) == Self.size(320, 1100))
        #expect(PopoverPlacement.wantedContentSize(for: Self.size(-1, 50)) == Self.size(320, 50))
        #expect(PopoverPlacement.wantedContentSize(for: Self.size(700, 0)) == Self.size(700, 1100))
    }

    @Test(.rules("P33")) func `both dimensions are changed to fit`() {
        let phone = PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 320, height: 480), statusBarHeight: 20)
        let placement = PopoverPlacement(of: Self.size(320, 400), at: Self.button(140, 200), in: phone)
        #expect(placement.contentFrame == Rect(x: 10, y: 253, width: 300, height: 217))
    }

    @Test(.rules("P35")) func `a size that was shrunk before would get another placement`() {
        let source = Self.button(580, 330)
        let first = place(Self.size(400, 1100), at: source, [.left, .right], canOverlap: true)
        #expect(first.arrowDirection == .left && first.contentFrame == Rect(x: 614, y: 30, width: 400, height: 728))
        let again = place(Self.size(400, 728), at: source, [.left, .right], canOverlap: true)
        #expect(again.arrowDirection == .right)
    }

    @Test(.rules("P38")) func `placement stages are tried in order`() {
        typealias Stage = PopoverPlacement.Stage
        var stages: [Stage] = []
        func decide(
            _ size: Size, _ source: Rect, _ permitted: PopoverArrowDirection, canOverlap: Bool = false
        ) {
            stages.append(place(size, at: source, permitted, canOverlap: canOverlap).stage)
        }
        let (low, wide) = (Self.button(492, 364), Rect(x: 492, y: 345, width: 40, height: 60))
        decide(Self.size(320, 341), low, .up, canOverlap: true)
        // The order: over the source, then smaller, then in a direction that is not permitted, and there the same order
        // again.
        decide(Self.size(320, 370), wide, .up, canOverlap: true)
        decide(Self.size(320, 370), wide, .up)
        let top = Self.button(492, 40)
        decide(Self.size(320, 400), top, .down, canOverlap: true)
        decide(Self.size(600, 700), top, .down, canOverlap: true)
        decide(Self.size(600, 700), top, .down)
        decide(Self.size(320, 400), Self.pad.screen, .down)
        decide(Self.size(320, 400), low, [])
        #expect(
            stages == [
                .fits, .overlaps, .shrinks, .fitsElsewhere, .overlapsElsewhere, .shrinksElsewhere, .lastResort,
                .centered,
            ])
    }

    @Test(.rules("P38")) func `a direction whose arrow misses the source is not chosen while another reaches it`() {
        // A thin source at the edge: the arrow of a popover below stays away from the corner and does not reach the
        // source.
        let thin = Rect(x: 0, y: 300, width: 8, height: 8)
        #expect(place(Self.size(320, 400), at: thin).arrowDirection == .left)
        let below = place(Self.size(320, 400), at: thin, .up)
        #expect(below.stage == .shrinks && !below.isReachable && below.contentFrame.height == 400)
        // The same when both are too small, although there is more room below.
        let narrow = PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 300, height: 1000))
        func shrunk(_ permitted: PopoverArrowDirection) -> PopoverPlacement {
            PopoverPlacement(of: Self.size(320, 200), at: thin, in: narrow, permitted: permitted)
        }
        #expect(shrunk(.up).contentFrame == Rect(x: 10, y: 321, width: 280, height: 200))
        #expect(shrunk([.up, .left]).contentFrame == Rect(x: 23, y: 204, width: 267, height: 200))
    }

    @Test(
        .rules("P39"),
        arguments: [
            (size(100, 100), center, false, PopoverPlacement.Stage.fits), (size(470, 470), center, true, .overlaps),
            (size(600, 600), center, false, .shrinks), (size(100, 100), square.screen, false, .lastResort),
        ])
    func `equally good directions are chosen in the order up, down, left, right`(
        size: Size, source: Rect, canOverlap: Bool, stage: PopoverPlacement.Stage
    ) {
        for permitted in 1...15 as ClosedRange<UInt64> {
            let placement = PopoverPlacement(
                of: size, at: source, in: Self.square, permitted: PopoverArrowDirection(rawValue: permitted),
                canOverlap: canOverlap)
            let first = UInt64(1) << UInt64(permitted.trailingZeroBitCount)
            #expect(placement.stage == stage && placement.arrowDirection.rawValue == first, "\(permitted)")
        }
    }

    @Test(.rules("P40")) func `content below the minimum size causes another direction`() {
        let size = Self.size(320, 400)
        #expect(place(size, at: Self.button(492, 605), .up).contentFrame.height == 100)
        #expect(place(size, at: Self.button(492, 606), .up).arrowDirection == .down)
        // The minimum of small content is its own size.
        #expect(place(Self.size(320, 99), at: Self.button(492, 606), .up).arrowDirection == .up)
        #expect(place(Self.size(320, 99), at: Self.button(492, 607), .up).arrowDirection == .down)
        let phone = PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 320, height: 480))
        let flat = PopoverPlacement(of: Self.size(320, 50), at: Self.button(140, 200), in: phone)
        let thin = PopoverPlacement(
            of: Self.size(50, 400), at: Self.button(140, 200), in: phone, permitted: .up)
        #expect(thin.stage == .shrinks && thin.contentFrame == Rect(x: 135, y: 253, width: 50, height: 217))
        #expect(flat.stage == .shrinks && flat.contentFrame == Rect(x: 10, y: 253, width: 300, height: 50))
    }

    @Test(.rules("P40")) func `the minimum size comes from the metrics, and the content never becomes empty`() {
        func metrics(_ height: Double) -> PopoverMetrics {
            PopoverMetrics(
                arrowHeight: 13, arrowBase: 26, contentInsets: .zero, minimumContentSize: Self.size(100, height))
        }
        let size = Self.size(320, 400)
        #expect(place(size, at: Self.button(492, 655), .up, metrics: metrics(50)).contentFrame.height == 50)
        #expect(place(size, at: Self.button(492, 656), .up, metrics: metrics(50)).arrowDirection == .down)
        #expect(place(size, at: Self.button(492, 704), .up, metrics: metrics(0)).contentFrame.height == 1)
        #expect(place(size, at: Self.button(492, 705), .up, metrics: metrics(0)).arrowDirection == .down)
    }

    @Test(.rules("A6")) func `the arrow aims at the middle of the whole source`() {
        let placement = place(Self.size(200, 200), at: Rect(x: -100, y: 100, width: 600, height: 40))
        #expect(placement.tip == Point(x: 200, y: 140) && placement.arrowOffset == 0)
    }

    @Test(.rules("P41")) func `the source is covered only if allowed, and only when space is tight`() {
        let (size, source) = (Self.size(320, 370), Rect(x: 492, y: 345, width: 40, height: 60))
        let covering = place(size, at: source, .up, canOverlap: true)
        #expect(covering.tip == Point(x: 512, y: 375) && covering.contentFrame.height == 370)
        let beside = place(size, at: source, .up)
        #expect(beside.tip == Point(x: 512, y: 405) && beside.contentFrame.height == 340)
        #expect(place(Self.size(320, 300), at: source, .up, canOverlap: true).tip == Point(x: 512, y: 405))
    }

    @Test(.rules("P42")) func `the direction depends only on the current state`() {
        let source = Self.button(492, 300)
        var surroundings = Self.pad
        func direction() -> PopoverArrowDirection {
            PopoverPlacement(of: Self.size(320, 400), at: source, in: surroundings).arrowDirection
        }
        #expect(direction() == .up)
        surroundings.keyboardOverlap = 352
        #expect(direction() == .left)
        surroundings.keyboardOverlap = 0
        #expect(direction() == .up)
    }

    @Test(.rules("P43")) func `results are not rounded`() {
        let source = Rect(x: 492.25, y: 100.125, width: 40.5, height: 40.5)
        let placement = place(Self.size(320.5, 400.25), at: source)
        #expect(placement.frame == Rect(x: 352.25, y: 140.625, width: 320.5, height: 413.25))
        #expect(placement.tip == Point(x: 512.5, y: 140.625))
    }
}
