import TabModel
import TestSupport
import Testing

/// One line of the table of examples, section B of the specification.
struct AutoresizingExample: Sendable, CustomTestStringConvertible {
    let number: Int
    let name: String
    let frame: Rect
    let mask: UInt32
    let old: Size
    let new: Size
    let result: Rect

    typealias Four = (Double, Double, Double, Double)
    typealias Two = (Double, Double)

    init(_ number: Int, _ name: String, _ frame: Four, _ mask: UInt32, _ old: Two, _ new: Two, _ result: Four) {
        self.number = number
        self.name = name
        self.frame = Rect(x: frame.0, y: frame.1, width: frame.2, height: frame.3)
        self.mask = mask
        self.old = Size(width: old.0, height: old.1)
        self.new = Size(width: new.0, height: new.1)
        self.result = Rect(x: result.0, y: result.1, width: result.2, height: result.3)
    }

    var testDescription: String { "example \(number): \(name)" }

    private static let tall: Two = (320, 480)
    private static let wide: Two = (480, 320)
    private static let large: Two = (480, 480)
    private static let plain: Four = (10, 10, 100, 50)

    static let all = [
        AutoresizingExample(1, "no mask", plain, 0, tall, wide, plain),
        AutoresizingExample(2, "width", (10, 10, 300, 50), 2, tall, large, (10, 10, 460, 50)),
        AutoresizingExample(3, "left margin", plain, 1, tall, large, (170, 10, 100, 50)),
        AutoresizingExample(4, "right margin", plain, 4, tall, large, plain),
        AutoresizingExample(5, "centred", (110, 10, 100, 50), 5, tall, large, (190, 10, 100, 50)),
        AutoresizingExample(6, "margins 1:3", (55, 10, 100, 50), 5, tall, (430, 480), (82.5, 10, 100, 50)),
        AutoresizingExample(7, "width and right 1:2", (20, 10, 100, 50), 6, tall, (470, 480), (20, 10, 150, 50)),
        AutoresizingExample(8, "left and width 1:2", (50, 10, 100, 50), 3, tall, (350, 480), (60, 10, 120, 50)),
        AutoresizingExample(9, "all three doubled", (40, 10, 80, 50), 7, tall, (640, 480), (80, 10, 160, 50)),
        AutoresizingExample(10, "both margins 0", (0, 10, 320, 50), 5, tall, (400, 480), (40, 10, 320, 50)),
        AutoresizingExample(11, "right margin 0", (0, 10, 320, 50), 6, tall, (400, 480), (0, 10, 400, 50)),
        AutoresizingExample(12, "width shrinks", (10, 10, 300, 50), 2, tall, (200, 480), (10, 10, 180, 50)),
        AutoresizingExample(13, "never below 0", (10, 10, 50, 50), 2, tall, (200, 480), (10, 10, 0, 50)),
        AutoresizingExample(14, "thirds", (0, 0, 0, 0), 7, (0, 0), (300, 0), (100, 0, 100, 0)),
        AutoresizingExample(15, "top and bottom", (0, 190, 320, 100), 40, tall, (320, 320), (0, 110, 320, 100)),
        AutoresizingExample(16, "tab bar", (0, 431, 320, 49), 10, tall, wide, (0, 271, 480, 49)),
        AutoresizingExample(17, "navigation bar", (0, 20, 320, 44), 34, tall, wide, (0, 20, 480, 44)),
        AutoresizingExample(18, "content", (0, 64, 320, 367), 18, tall, wide, (0, 64, 480, 207)),
        AutoresizingExample(19, "all six", (32, 48, 64, 96), 63, tall, (640, 240), (64, 24, 128, 48)),
        AutoresizingExample(20, "bottom right", (210, 420, 100, 50), 9, tall, wide, (370, 260, 100, 50)),
        AutoresizingExample(
            21, "negative right margin, width", (300, 0, 100, 10), 6, (320, 10), (400, 10), (300, 0, 180, 10)),
        AutoresizingExample(
            22, "negative right margin, left", (300, 0, 100, 10), 5, (320, 10), (400, 10), (380, 0, 100, 10)),
        AutoresizingExample(23, "height, width changes", plain, 16, tall, large, plain),
        AutoresizingExample(24, "shrinks to two thirds", (60, 0, 120, 10), 3, (240, 10), (180, 10), (40, 0, 80, 10)),
    ]
}

@Suite struct AutoresizingTests {
    @Test func `PV V8 has 24 examples here`() {
        #expect(AutoresizingExample.all.map(\.number) == Array(1...24))
    }

    @Test(arguments: AutoresizingExample.all) func `PV V8 a view is resized as in the`(example: AutoresizingExample) {
        let mask = Autoresizing(rawValue: example.mask)
        expectClose(mask.resized(example.frame, from: example.old, to: example.new), example.result, "")
    }

    @Test func `PV V11 nothing is rounded`() {
        let mask: Autoresizing = [.flexibleLeftMargin, .flexibleRightMargin]
        let frame = mask.resized(
            Rect(x: 10, y: 0, width: 10, height: 10), from: Size(width: 30, height: 10), to: Size(width: 31, height: 10)
        )
        #expect(frame.x == 10.5)
    }

    // MARK: V13 on frames at random

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

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `PV V13 parts without flag are constant`(seed: UInt64) {
        var numbers = Numbers(state: seed)
        for round in 0..<200 {
            let it = Case(&numbers, isInside: false)
            let after = it.mask.resized(it.frame, from: it.old, to: it.new)
            #expect(after.width >= 0 && after.height >= 0, "seed \(seed), round \(round)")
            let axes = zip(Axis.both(it.frame, in: it.old, it.mask), Axis.both(after, in: it.new, it.mask))
            for (before, after) in axes {
                // The last margin takes what is left when no part is flexible, and after a clamp at 0 (V10).
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

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `PV V13 flexible parts keep their ratio`(seed: UInt64) {
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

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `PV V13 two steps give what one gives`(seed: UInt64) {
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

    /// Whether a flexible part came to 0 or below, where weights end (`V10`).
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
