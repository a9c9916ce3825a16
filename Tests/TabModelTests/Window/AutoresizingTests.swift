import TestSupport

@Suite struct AutoresizingTests {
    @Test(.rules("V8")) func `all 24 examples are present`() {
        #expect(AutoresizingExample.all.map(\.number) == Array(1...24))
    }

    @Test(.rules("V4 V7 V8 V9 V10"), arguments: AutoresizingExample.all)
    func `a view is resized as in the example`(example: AutoresizingExample) {
        func rect(_ four: (Double, Double, Double, Double)) -> Rect {
            Rect(x: four.0, y: four.1, width: four.2, height: four.3)
        }
        let mask = Autoresizing(rawValue: example.mask)
        let frame = mask.resized(
            rect(example.frame), from: Size(width: example.old.0, height: example.old.1),
            to: Size(width: example.new.0, height: example.new.1))
        expectClose(frame, rect(example.result), "")
    }

    @Test(.rules("V11")) func `results are not rounded`() {
        let mask: Autoresizing = [.flexibleLeftMargin, .flexibleRightMargin]
        let frame = mask.resized(
            Rect(x: 10, y: 0, width: 10, height: 10), from: Size(width: 30, height: 10), to: Size(width: 31, height: 10)
        )
        #expect(frame.x == 10.5)
    }

    // MARK: Random frames (V13)

    private struct Case {
        let mask: Autoresizing
        let frame: Rect
        let old: Size
        let middle: Size
        let new: Size

        /// Frames in their superview, or (`isInside` false) anywhere around it.
        init(_ numbers: inout Numbers, isInside: Bool) {
            func size() -> Size {
                Size(width: .random(in: 1...1000, using: &numbers), height: .random(in: 1...1000, using: &numbers))
            }
            func part(_ length: Double) -> (position: Double, size: Double) {
                guard isInside else {
                    return (.random(in: -200...1200, using: &numbers), .random(in: 0...1200, using: &numbers))
                }
                let ends = [Double.random(in: 0...length, using: &numbers), .random(in: 0...length, using: &numbers)]
                return (min(ends[0], ends[1]), abs(ends[0] - ends[1]))
            }
            mask = Autoresizing(rawValue: .random(in: 0..<64, using: &numbers))
            old = size()
            (middle, new) = (size(), size())
            let (horizontal, vertical) = (part(old.width), part(old.height))
            frame = Rect(x: horizontal.position, y: vertical.position, width: horizontal.size, height: vertical.size)
        }
    }

    /// The three parts of an axis, and which of them are flexible.
    private struct Axis {
        let parts: [Double]
        let isFlexible: [Bool]

        static func both(_ frame: Rect, in size: Size, _ mask: Autoresizing) -> [Axis] {
            [
                Axis(
                    parts: [frame.x, frame.width, size.width - frame.x - frame.width],
                    isFlexible: [
                        mask.contains(.flexibleLeftMargin), mask.contains(.flexibleWidth),
                        mask.contains(.flexibleRightMargin),
                    ]),
                Axis(
                    parts: [frame.y, frame.height, size.height - frame.y - frame.height],
                    isFlexible: [
                        mask.contains(.flexibleTopMargin), mask.contains(.flexibleHeight),
                        mask.contains(.flexibleBottomMargin),
                    ]),
            ]
        }
    }

    @Test(.rules("V13"), arguments: 1...20 as ClosedRange<UInt64>)
    func `parts without a flag keep their length`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        for round in 0..<200 {
            let it = Case(&numbers, isInside: false)
            let after = it.mask.resized(it.frame, from: it.old, to: it.new)
            #expect(after.width >= 0 && after.height >= 0, "seed \(seed), round \(round)")
            let axes = zip(Axis.both(it.frame, in: it.old, it.mask), Axis.both(after, in: it.new, it.mask))
            for (before, after) in axes {
                // The last margin takes the remaining length when no part is flexible, and after a clamp at 0 (V10).
                let isClamped = after.parts[1] == 0 && before.parts[1] > 0
                let kept = before.isFlexible.contains(true) && !isClamped ? 0..<3 : 0..<2
                for part in kept where !before.isFlexible[part] {
                    #expect(
                        isClose(before.parts[part], after.parts[part]),
                        "seed \(seed), round \(round), part \(part) of \(before) became \(after)")
                }
            }
        }
    }

    @Test(.rules("V13"), arguments: 1...20 as ClosedRange<UInt64>)
    func `flexible parts keep their ratio`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        for round in 0..<200 {
            let it = Case(&numbers, isInside: true)
            let after = it.mask.resized(it.frame, from: it.old, to: it.new)
            let axes = zip(Axis.both(it.frame, in: it.old, it.mask), Axis.both(after, in: it.new, it.mask))
            for (before, after) in axes where !isClamped(after) {
                let flexible = before.parts.indices.filter { before.isFlexible[$0] }
                for first in flexible {
                    for second in flexible where first < second {
                        // a/b = a'/b', without a division by 0
                        #expect(
                            isClose(
                                before.parts[first] * after.parts[second], after.parts[first] * before.parts[second]),
                            "seed \(seed), round \(round): \(before) became \(after)")
                    }
                }
            }
        }
    }

    @Test(.rules("V13"), arguments: 1...20 as ClosedRange<UInt64>)
    func `resizing in two steps equals resizing in one`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        for round in 0..<200 {
            let it = Case(&numbers, isInside: true)
            let half = it.mask.resized(it.frame, from: it.old, to: it.middle)
            guard !Axis.both(half, in: it.middle, it.mask).contains(where: isClamped) else { continue }
            let direct = it.mask.resized(it.frame, from: it.old, to: it.new)
            guard !Axis.both(direct, in: it.new, it.mask).contains(where: isClamped) else { continue }
            let stepwise = it.mask.resized(half, from: it.middle, to: it.new)
            expectClose(stepwise, direct, "seed \(seed), round \(round)")
        }
    }

    /// Whether a flexible part was clamped at 0, where weights no longer apply (`V10`).
    private func isClamped(_ axis: Axis) -> Bool {
        axis.parts.indices.contains { axis.isFlexible[$0] && axis.parts[$0] <= 1e-6 }
    }

    private func isClose(_ left: Double, _ right: Double) -> Bool {
        abs(left - right) <= 1e-6 * max(1, abs(left), abs(right))
    }

    private func expectClose(_ found: Rect, _ expected: Rect, _ note: String) {
        let pairs = [
            (found.x, expected.x), (found.y, expected.y), (found.width, expected.width),
            (found.height, expected.height),
        ]
        #expect(pairs.allSatisfy { isClose($0.0, $0.1) }, "\(found) is not \(expected) \(note)")
    }
}
