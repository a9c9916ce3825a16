import TabPlugin

/// The examples of V8, each with all setters that resize (V6). The argument `Examples` has them
/// (`AutoresizingExample.numbers`).
final class AutoresizingChecks: Checks {
    override func check() {
        let examples: [[Double]] = Coder(arguments).decode(forKey: "Examples") ?? []
        for (number, values) in examples.enumerated() {
            let (frame, old, new) = (Rect(values[0..<4]), Array(values[5..<7]), Array(values[7..<9]))
            let box = View(frame: Rect(x: 7, y: 9, width: old[0], height: old[1]))
            let view = View(frame: frame)
            view.autoresizingMask = AutoresizingMask(rawValue: UInt32(values[4]))
            box.addSubview(view)
            // A change of the origin does not resize.
            box.center = Point(x: 300, y: 400)
            equal(view.frame, frame, "V6, example \(number + 1), moved")
            box.bounds = Rect(width: new[0], height: new[1])
            isNear(view.frame, Rect(values[9..<13]), "V8, example \(number + 1)")
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
}

extension Rect {
    /// x, y, width, height.
    fileprivate init(_ numbers: ArraySlice<Double>) {
        let numbers = Array(numbers)
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
