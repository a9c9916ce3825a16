import TestSupport

/// The effect of a background class on a popover.
@Suite struct PopoverChromeTests {
    private static let surroundings = PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 1000, height: 1000))
    private static let directions: [PopoverArrowDirection] = [.up, .down, .left, .right, []]

    private func place(
        _ direction: PopoverArrowDirection, _ metrics: PopoverMetrics, at source: Rect? = nil
    ) -> PopoverPlacement {
        PopoverPlacement(
            of: Size(width: 300, height: 200), at: source ?? Rect(x: 480, y: 480, width: 40, height: 40),
            in: Self.surroundings, permitted: direction, metrics: metrics)
    }

    @Test(.rules("P46")) func `the measures of a background class replace the standard ones`() {
        let standard = PopoverMetrics.standard
        #expect(standard.arrowHeight == 13 && standard.arrowBase == 26 && standard.cornerRadius == 13)
        #expect(standard.contentInsets == .zero && standard.minimumContentSize == Size(width: 100, height: 100))
        let insets = Insets(top: 8, left: 10, bottom: 12, right: 14)
        let metrics = PopoverMetrics(arrowHeight: 20, arrowBase: 40, contentInsets: insets)
        #expect(metrics.cornerRadius == 0 && metrics.minimumContentSize == standard.minimumContentSize)
        let placement = place(.up, metrics)
        #expect(placement.frame == Rect(x: 338, y: 520, width: 324, height: 240))
        #expect(placement.body == Rect(x: 338, y: 540, width: 324, height: 220))
        // Without a corner radius the arrow may reach half of its base from the edge.
        let corner = Rect(x: 0, y: 480, width: 40, height: 40)
        #expect(place(.up, metrics, at: corner).arrowOffset == 20 - 162)
        #expect(place(.up, standard, at: corner).arrowOffset == 26 - 150)
    }

    @Test(.rules("P46")) func `measures below 0 count as 0`() {
        let insets = Insets(top: -1, left: -2, bottom: -3, right: 4)
        let metrics = PopoverMetrics(
            arrowHeight: -20, arrowBase: -40, contentInsets: insets, cornerRadius: -1,
            minimumContentSize: Size(width: -1, height: -1))
        let expected = PopoverMetrics(
            arrowHeight: 0, arrowBase: 0, contentInsets: Insets(top: 0, left: 0, bottom: 0, right: 4),
            minimumContentSize: Size(width: 0, height: 0))
        #expect(metrics == expected)
    }

    @Test(.rules("P47"), arguments: directions)
    func `content insets are from the background without the arrow`(direction: PopoverArrowDirection) {
        let placement = place(direction, .custom)
        let (frame, body, content) = (placement.frame, placement.body, placement.contentFrame)
        #expect(content.x - body.x == 10 && body.maxX - content.maxX == 14)
        #expect(content.y - body.y == 8 && body.maxY - content.maxY == 12)
        // Flush on all sides except the side of the arrow.
        #expect(body.y - frame.y == (direction == .up ? 20 : 0))
        #expect(frame.maxY - body.maxY == (direction == .down ? 20 : 0))
        #expect(body.x - frame.x == (direction == .left ? 20 : 0))
        #expect(frame.maxX - body.maxX == (direction == .right ? 20 : 0))
    }

    @Test(.rules("P48")) func `the arrow's offset is negative to the left and to the top`() {
        func offset(_ direction: PopoverArrowDirection, _ x: Double, _ y: Double) -> Double {
            place(direction, .standard, at: Rect(x: x, y: y, width: 40, height: 40)).arrowOffset
        }
        #expect(offset(.up, 40, 400) == 60 - 160)
        #expect(offset(.up, 900, 400) == 920 - 840)
        #expect(offset(.left, 400, 20) == 40 - 110)
        #expect(offset(.left, 400, 930) == 950 - 890)
    }

    @Test(.rules("P50"), arguments: directions)
    func `content under the arrow has the arrow in its safe area`(direction: PopoverArrowDirection) {
        let placement = place(direction, .custom)
        let beside = placement.contentView(extendsUnderArrow: false)
        #expect(beside.frame == placement.contentFrame && beside.safeAreaInsets == .zero)
        let under = placement.contentView(extendsUnderArrow: true)
        #expect(under.frame == placement.frame)
        let expected = Insets(
            top: direction == .up ? 28 : 8, left: direction == .left ? 30 : 10, bottom: direction == .down ? 32 : 12,
            right: direction == .right ? 34 : 14)
        #expect(under.safeAreaInsets == expected)
    }
}
