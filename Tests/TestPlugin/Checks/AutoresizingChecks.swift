import TabPlugin

/// The examples of V8, each with all setters that resize (V6).
final class AutoresizingChecks: Checks {
    private struct Example {
        let number: Int
        let frame, result: Rect
        let mask: AutoresizingMask
        let old, new: Size

        init(
            _ number: Int, _ frame: [Double], _ mask: UInt32, _ old: (Double, Double), _ new: (Double, Double),
            _ result: [Double]
        ) {
            self.number = number
            self.frame = Rect(frame)
            self.mask = AutoresizingMask(rawValue: mask)
            self.old = Size(width: old.0, height: old.1)
            self.new = Size(width: new.0, height: new.1)
            self.result = Rect(result)
        }
    }

    override func check() {
        for example in Self.examples {
            let box = View(frame: Rect(x: 7, y: 9, width: example.old.width, height: example.old.height))
            let view = View(frame: example.frame)
            view.autoresizingMask = example.mask
            box.addSubview(view)
            // A change of the origin does not resize.
            box.center = Point(x: 300, y: 400)
            equal(view.frame, example.frame, "V6, example \(example.number), moved")
            box.bounds = Rect(width: example.new.width, height: example.new.height)
            isNear(view.frame, example.result, "V8, example \(example.number)")
        }
        checkRecursion()
        checkInTwoSteps()
    }

    private func checkRecursion() {
        let window = View(frame: Rect(width: 320, height: 480))
        let parent = View(frame: window.bounds)
        let child = View(frame: Rect(x: 10, y: 10, width: 300, height: 20))
        parent.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        child.autoresizingMask = .flexibleWidth
        window.addSubview(parent)
        parent.addSubview(child)
        window.frame = Rect(width: 480, height: 320)
        equal(parent.frame, Rect(width: 480, height: 320), "V6, the parent")
        equal(child.frame, Rect(x: 10, y: 10, width: 460, height: 20), "V6, its child")
    }

    /// V13: two resizes have the same result as one, unless a length is clamped.
    private func checkInTwoSteps() {
        let frame = Rect(x: 32, y: 48, width: 64, height: 96)
        let boxes = (0..<2).map { _ in View(frame: Rect(width: 320, height: 480)) }
        let views = boxes.map { box in
            let view = View(frame: frame)
            view.autoresizingMask = AutoresizingMask(rawValue: 63)
            box.addSubview(view)
            return view
        }
        boxes[0].frame = Rect(width: 500, height: 700)
        boxes[1].frame = Rect(width: 411, height: 333)
        boxes[1].frame = Rect(width: 500, height: 700)
        isNear(views[1].frame, views[0].frame, "V13")
    }

    private func isNear(_ found: Rect, _ expected: Rect, _ what: String) {
        let differences = [
            found.x - expected.x, found.y - expected.y, found.width - expected.width, found.height - expected.height,
        ]
        equal(differences.allSatisfy { abs($0) < 1e-9 } ? expected : found, expected, what)
    }

    private static let phone = (320.0, 480.0)
    private static let turned = (480.0, 320.0)
    private static let wide = (480.0, 480.0)

    private static let examples = [
        Example(1, [10, 10, 100, 50], 0, phone, turned, [10, 10, 100, 50]),
        Example(2, [10, 10, 300, 50], 2, phone, wide, [10, 10, 460, 50]),
        Example(3, [10, 10, 100, 50], 1, phone, wide, [170, 10, 100, 50]),
        Example(4, [10, 10, 100, 50], 4, phone, wide, [10, 10, 100, 50]),
        Example(5, [110, 10, 100, 50], 5, phone, wide, [190, 10, 100, 50]),
        Example(6, [55, 10, 100, 50], 5, phone, (430, 480), [82.5, 10, 100, 50]),
        Example(7, [20, 10, 100, 50], 6, phone, (470, 480), [20, 10, 150, 50]),
        Example(8, [50, 10, 100, 50], 3, phone, (350, 480), [60, 10, 120, 50]),
        Example(9, [40, 10, 80, 50], 7, phone, (640, 480), [80, 10, 160, 50]),
        Example(10, [0, 10, 320, 50], 5, phone, (400, 480), [40, 10, 320, 50]),
        Example(11, [0, 10, 320, 50], 6, phone, (400, 480), [0, 10, 400, 50]),
        Example(12, [10, 10, 300, 50], 2, phone, (200, 480), [10, 10, 180, 50]),
        Example(13, [10, 10, 50, 50], 2, phone, (200, 480), [10, 10, 0, 50]),
        Example(14, [0, 0, 0, 0], 7, (0, 0), (300, 0), [100, 0, 100, 0]),
        Example(15, [0, 190, 320, 100], 40, phone, (320, 320), [0, 110, 320, 100]),
        Example(16, [0, 431, 320, 49], 10, phone, turned, [0, 271, 480, 49]),
        Example(17, [0, 20, 320, 44], 34, phone, turned, [0, 20, 480, 44]),
        Example(18, [0, 64, 320, 367], 18, phone, turned, [0, 64, 480, 207]),
        Example(19, [32, 48, 64, 96], 63, phone, (640, 240), [64, 24, 128, 48]),
        Example(20, [210, 420, 100, 50], 9, phone, turned, [370, 260, 100, 50]),
        Example(21, [300, 0, 100, 10], 6, (320, 10), (400, 10), [300, 0, 180, 10]),
        Example(22, [300, 0, 100, 10], 5, (320, 10), (400, 10), [380, 0, 100, 10]),
        Example(23, [10, 10, 100, 50], 16, phone, wide, [10, 10, 100, 50]),
        Example(24, [60, 0, 120, 10], 3, (240, 10), (180, 10), [40, 0, 80, 10]),
    ]
}

extension Rect {
    fileprivate init(_ numbers: [Double]) {
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
