import TabModel
import TestSupport

extension PopoverCase {
    /// 100,000, the same on every run.
    static let all = {
        var numbers = Numbers(state: 5)
        return (0..<100_000).map { PopoverCase(&numbers, isWhole: $0.isMultiple(of: 2)) }
    }()

    /// Mostly a button on a screen, but each of the inputs is extreme now and then.
    ///
    /// - Parameter isWhole: Whole numbers, among which there are many equal ones.
    private init(_ numbers: inout Numbers, isWhole: Bool) {
        func number(_ low: Double, _ high: Double) -> Double {
            let value = low + (high - low) * Double(numbers.next() >> 11) / 0x1p53
            return isWhole ? value.rounded(.down) : value
        }
        func oneIn(_ count: UInt64) -> Bool { numbers.next() % count == 0 }
        func insets(_ low: Double, _ high: Double) -> Insets {
            Insets(top: number(low, high), left: number(low, high), bottom: number(low, high), right: number(low, high))
        }
        var screen = Rect(x: 0, y: 0, width: number(200, 1400), height: number(200, 1400))
        if oneIn(3) { (screen.x, screen.y) = (number(-500, 500), number(-500, 500)) }
        if oneIn(10) { screen.width = number(0, 150) }
        if oneIn(10) { screen.height = number(0, 150) }
        surroundings = PopoverSurroundings(
            screen: screen, statusBarHeight: oneIn(3) ? 0 : 20, keyboardOverlap: oneIn(5) ? number(0, 500) : 0)
        if oneIn(3) { surroundings.margins = oneIn(5) ? insets(-400, 900) : insets(-20, 60) }

        source = Rect(
            x: screen.x + number(0, screen.width), y: screen.y + number(0, screen.height), width: number(0, 80),
            height: number(0, 80))
        if oneIn(5) { source.width = number(0, 1200) }
        if oneIn(5) { source.height = number(0, 1200) }
        if oneIn(8) { source.x = number(-2000, 3000) }
        if oneIn(8) { source.y = number(-2000, 3000) }
        if oneIn(12) { (source.width, source.height) = (0, oneIn(2) ? 0 : source.height) }
        if oneIn(30) { source = screen }

        content = oneIn(4) ? Size(width: 320, height: 1100) : Size(width: number(1, 700), height: number(1, 900))
        if oneIn(10) { content = Size(width: number(0, 60), height: number(0, 60)) }
        // About as much as there is room for below.
        if oneIn(10) { content.height = max(1, screen.maxY - source.maxY + number(-60, 20)) }
        let direction = numbers.next() % 18
        permitted = PopoverArrowDirection(rawValue: direction > 15 ? 15 : direction)
        canOverlap = oneIn(2)
        metrics = .standard
        if oneIn(3) {
            metrics = PopoverMetrics(
                arrowHeight: number(0, 40), arrowBase: number(0, 80), contentInsets: insets(0, 30),
                cornerRadius: oneIn(2) ? 0 : number(0, 30),
                minimumContentSize: oneIn(2) ? Size(width: 100, height: 100) : Size(width: 200, height: number(0, 300)))
        }
    }
}
