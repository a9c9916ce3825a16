import TestSupport

/// Placements compared with rule A6 in whole numbers, without rounding.
@Suite struct PopoverExactTests {
    @Test(.rules("A6 P38")) func `an arrow at the edge of its source reaches it, despite rounding in binary`() {
        let placement = PopoverPlacement(
            of: Size(width: 502.2, height: 400), at: Rect(x: 0, y: 100, width: 36, height: 40),
            in: PopoverSurroundings(screen: Rect(x: 0, y: 0, width: 768, height: 1024)))
        #expect(placement.stage == .fits && placement.isReachable)
        #expect(placement.arrowDirection == .up)
        #expect(placement.frame == Rect(x: 10, y: 140, width: 502.2, height: 413))
        #expect(placement.arrowOffset == -225.1)
        #expect(placement.tip == Point(x: 36, y: 140))
    }

    @Test(.rules("A6 P38")) func `sizes in tenths of a point are placed as in exact arithmetic`() {
        var numbers = Numbers(state: 21)
        let failures = Failures()
        var atEdge = 0
        for _ in 0..<50_000 {
            let it = ExactPopover(&numbers)
            let (found, expected) = (it.placement, it.choice)
            if expected.isAtEdge { atEdge += 1 }
            failures.expect(
                found.arrowDirection == expected.direction && found.stage == expected.stage
                    && found.isReachable == expected.reaches, "\(found) of \(it), expected \(expected)")
        }
        #expect(failures.texts.isEmpty)
        // In these cases a rounding error decides.
        #expect(atEdge > 500)
    }
}

/// A popover near the edges of a screen, in twentieths of a point, so that half of a tenth is whole.
private struct ExactPopover {
    private static let unit = 20
    private static let (arrowHeight, clearance, minimum) = (13 * unit, 26 * unit, 100 * unit)

    struct Choice {
        var direction: PopoverArrowDirection
        var stage: PopoverPlacement.Stage
        var reaches: Bool
        var isAtEdge: Bool
    }

    private struct Side {
        var reaches, isAtEdge, isFullSize, isLargeEnough: Bool
        var area: Int
    }

    private var screen = (width: 0, height: 0)
    private var source = (x: 0, y: 0, width: 0, height: 0)
    private var content = (width: 0, height: 0)

    init(_ numbers: inout Numbers) {
        func points(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) * Self.unit }
        func tenths(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) * Self.unit / 10 }
        screen = (points(300...800), points(300...800))
        source.width = points(0...60)
        source.height = points(0...60)
        // Mostly at an edge, where the arrow is not in the middle.
        source.x = Bool.random(using: &numbers) ? points(-20...40) : screen.width - source.width - points(-20...40)
        source.y = Bool.random(using: &numbers) ? points(-20...40) : screen.height - source.height - points(-20...40)
        if Int.random(in: 0..<4, using: &numbers) == 0 { source.y = points(0...800) }
        content = (tenths(1...9000), tenths(1...9000))
    }

    var placement: PopoverPlacement {
        func points(_ length: Int) -> Double { Double(length) / Double(Self.unit) }
        return PopoverPlacement(
            of: Size(width: points(content.width), height: points(content.height)),
            at: Rect(
                x: points(source.x), y: points(source.y), width: points(source.width), height: points(source.height)),
            in: PopoverSurroundings(
                screen: Rect(x: 0, y: 0, width: points(screen.width), height: points(screen.height))))
    }

    /// All directions are permitted, and the source must not be covered.
    var choice: Choice {
        let sides = [PopoverArrowDirection.up, .down, .left, .right].map { ($0, side($0)) }
        if let (direction, side) = sides.first(where: { $0.1.isFullSize && $0.1.reaches }) {
            return Choice(direction: direction, stage: .fits, reaches: true, isAtEdge: side.isAtEdge)
        }
        let usable = sides.filter { $0.1.isLargeEnough }
        guard var best = usable.first else {
            // The last resort is not compared.
            let found = placement
            return Choice(
                direction: found.arrowDirection, stage: .lastResort, reaches: found.isReachable, isAtEdge: false)
        }
        for other in usable.dropFirst() {
            let isBetter =
                other.1.reaches == best.1.reaches ? other.1.area > best.1.area : other.1.reaches
            if isBetter { best = other }
        }
        return Choice(direction: best.0, stage: .shrinks, reaches: best.1.reaches, isAtEdge: best.1.isAtEdge)
    }

    private func side(_ direction: PopoverArrowDirection) -> Side {
        let margin = 10 * Self.unit
        let (right, bottom) = (screen.width - margin, screen.height - margin)
        func clamp(_ value: Int, _ low: Int, _ high: Int) -> Int { max(low, min(value, high)) }
        let x = (clamp(source.x, margin, right), clamp(source.x + source.width, margin, right))
        let y = (clamp(source.y, margin, bottom), clamp(source.y + source.height, margin, bottom))
        let isVertical = direction == .up || direction == .down
        let gap =
            switch direction {
            case .up: bottom - y.1
            case .down: y.0 - margin
            case .left: right - x.1
            default: x.0 - margin
            }
        let wanted = isVertical ? (content.height, content.width) : (content.width, content.height)
        let (visible, high) = isVertical ? (x, right) : (y, bottom)
        let middle = isVertical ? source.x + source.width / 2 : source.y + source.height / 2
        let depth = min(wanted.0 + Self.arrowHeight, gap)
        let breadth = min(wanted.1, high - margin)
        let target = clamp(middle, margin, high)
        let start = clamp(target - breadth / 2, margin, high - breadth)
        let corner = min(Self.clearance, breadth / 2)
        let arrow = clamp(target, start + corner, start + breadth - corner)
        let left = depth - Self.arrowHeight
        let size = isVertical ? (breadth, left) : (left, breadth)
        return Side(
            reaches: visible.0 <= arrow && arrow <= visible.1,
            isAtEdge: arrow != target && (arrow == visible.0 || arrow == visible.1),
            isFullSize: left >= wanted.0 && breadth >= wanted.1,
            isLargeEnough: size.0 >= min(content.width, Self.minimum) && size.1 >= min(content.height, Self.minimum)
                && left > 0, area: size.0 * size.1)
    }
}
