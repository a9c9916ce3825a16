import TestSupport

/// The rules that hold for every popover (I1 to I12), checked on 100,000 random cases.
@Suite struct PopoverInvariants {
    private static let placements = PopoverCase.all.map { ($0, $0.placement) }
    private static let some = 1e-6

    /// Checks a rule against every case.
    private func check(_ rule: (PopoverCase, PopoverPlacement) -> Bool) {
        let failures = Failures()
        for (it, placement) in Self.placements {
            failures.expect(rule(it, placement), "\(placement) of \(it)")
        }
        #expect(failures.texts.isEmpty)
    }

    @Test(.rules("I1 I2 I3 I4 I5 I6 I7 I8 I9 I10 I11 I12")) func `the cases cover every placement stage`() {
        var count: [PopoverPlacement.Stage: Int] = [:]
        for (_, placement) in Self.placements { count[placement.stage, default: 0] += 1 }
        for stage in PopoverPlacement.Stage.allCases {
            #expect(count[stage, default: 0] >= 20, "\(stage)")
        }
        #expect(Self.placements.count == 100_000)
    }

    @Test(.rules("I1")) func `the frame is in the area`() {
        check { it, placement in
            let (area, frame) = (it.surroundings.area, placement.frame)
            return frame.x >= area.x - Self.some && frame.y >= area.y - Self.some
                && frame.maxX <= area.maxX + Self.some && frame.maxY <= area.maxY + Self.some
        }
    }

    @Test(.rules("I2")) func `the content is not larger than the wanted size`() {
        check { it, placement in
            let content = placement.contentFrame
            return content.width <= it.content.width + Self.some && content.height <= it.content.height + Self.some
                && content.width >= 0 && content.height >= 0
        }
    }

    @Test(.rules("I3")) func `the direction is permitted unless no permitted one is usable`() {
        check { it, placement in
            guard !it.permitted.isEmpty else { return placement.arrowDirection.isEmpty && placement.tip == nil }
            guard PopoverCase.directions.contains(placement.arrowDirection) else { return false }
            if it.permitted.contains(placement.arrowDirection) { return true }
            return !PopoverCase.directions.contains {
                it.permitted.contains($0) && it.side($0, canOverlap: it.canOverlap).isUsable
            }
        }
    }

    @Test(.rules("I4")) func `the frame consists of the body and a strip for the arrow`() {
        check { it, placement in
            var body = placement.frame
            let height = it.metrics.arrowHeight
            switch placement.arrowDirection {
            case .up: (body.y, body.height) = (body.y + min(height, body.height), max(0, body.height - height))
            case .down: body.height = max(0, body.height - height)
            case .left: (body.x, body.width) = (body.x + min(height, body.width), max(0, body.width - height))
            case .right: body.width = max(0, body.width - height)
            default: break
            }
            return body.isClose(to: placement.body)
        }
    }

    @Test(.rules("I5")) func `the arrow is not on a rounded corner`() {
        check { it, placement in
            let isVertical = !placement.arrowDirection.isDisjoint(with: [.up, .down])
            let breadth = isVertical ? placement.frame.width : placement.frame.height
            let corner = min(it.metrics.cornerRadius + it.metrics.arrowBase / 2, breadth / 2)
            return abs(placement.arrowOffset) <= breadth / 2 - corner + Self.some
        }
    }

    @Test(.rules("I6")) func `an arrow on target points at the source`() {
        check { it, placement in
            guard let tip = placement.tip, placement.isReachable, placement.stage != .lastResort else { return true }
            let (x, y) = it.visible
            let isNear =
                switch placement.arrowDirection {
                case .up: abs(tip.y - y.1) <= Self.some
                case .down: abs(tip.y - y.0) <= Self.some
                case .left: abs(tip.x - x.1) <= Self.some
                default: abs(tip.x - x.0) <= Self.some
                }
            return (isNear || placement.stage != .fits && it.canOverlap)
                && tip.x >= x.0 - Self.some && tip.x <= x.1 + Self.some
                && tip.y >= y.0 - Self.some && tip.y <= y.1 + Self.some
        }
    }

    @Test(.rules("I7")) func `the source is not covered unless allowed`() {
        check { it, placement in
            guard !it.canOverlap, placement.tip != nil, placement.stage != .lastResort else { return true }
            let (frame, source) = (placement.frame, it.source)
            return min(frame.maxX, source.maxX) - max(frame.x, source.x) <= Self.some
                || min(frame.maxY, source.maxY) - max(frame.y, source.y) <= Self.some
        }
    }

    @Test(.rules("I8")) func `the first permitted direction that fits and reaches the source is chosen`() {
        check { it, placement in
            for direction in PopoverCase.directions where it.permitted.contains(direction) {
                let side = it.side(direction, canOverlap: false)
                guard side.isFullSize && side.isReachable else { continue }
                let content = placement.contentFrame
                return placement.arrowDirection == direction && placement.stage == .fits
                    && abs(content.width - it.content.width) <= Self.some
                    && abs(content.height - it.content.height) <= Self.some
            }
            return placement.stage != .fits
        }
    }

    @Test(.rules("I9")) func `a translated case has a translated placement`() {
        check { it, placement in
            let moved = it.translated(1000, -300).placement
            return Self.isSame(moved, placement) && moved.frame.isClose(to: placement.frame.translated(1000, -300))
                && moved.contentFrame.isClose(to: placement.contentFrame.translated(1000, -300))
                && abs(moved.arrowOffset - placement.arrowOffset) <= Self.some
        }
    }

    @Test(.rules("I10")) func `a mirrored case has a mirrored placement`() {
        check { it, placement in
            // Left is preferred to right.
            guard !it.permitted.isSuperset(of: [.left, .right]) else { return true }
            guard ![.fitsElsewhere, .overlapsElsewhere, .shrinksElsewhere].contains(placement.stage) else {
                return true
            }
            let isVertical = !placement.arrowDirection.isDisjoint(with: [.up, .down])
            let mirrored = it.mirrored.placement
            return mirrored.arrowDirection == placement.arrowDirection.mirrored && mirrored.stage == placement.stage
                && mirrored.frame.isClose(to: placement.frame.mirrored)
                && abs(mirrored.arrowOffset + (isVertical ? 1 : -1) * placement.arrowOffset) <= Self.some
        }
    }

    @Test(.rules("I11")) func `doubled lengths double the placement`() {
        check { it, placement in
            let doubled = it.doubled.placement
            return Self.isSame(doubled, placement) && doubled.frame == placement.frame.doubled
                && doubled.body == placement.body.doubled && doubled.contentFrame == placement.contentFrame.doubled
                && doubled.arrowOffset == 2 * placement.arrowOffset
        }
    }

    @Test(.rules("I12")) func `equal input has an equal placement`() {
        check { it, placement in it.placement == placement }
    }

    private static func isSame(_ one: PopoverPlacement, _ other: PopoverPlacement) -> Bool {
        one.arrowDirection == other.arrowDirection && one.stage == other.stage && one.isReachable == other.isReachable
    }
}
