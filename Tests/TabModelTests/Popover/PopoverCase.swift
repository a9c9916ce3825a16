import TestSupport

/// A random popover, and the expected values of its placement.
struct PopoverCase: Sendable {
    var content: Size
    var source: Rect
    var surroundings: PopoverSurroundings
    var permitted: PopoverArrowDirection
    var canOverlap: Bool
    var metrics: PopoverMetrics

    var placement: PopoverPlacement {
        PopoverPlacement(
            of: content, at: source, in: surroundings, permitted: permitted, canOverlap: canOverlap, metrics: metrics)
    }

    /// The size of the background, without an arrow.
    var wanted: Size {
        let insets = metrics.contentInsets
        return Size(
            width: content.width + insets.left + insets.right, height: content.height + insets.top + insets.bottom)
    }

    /// The visible part of the source within the area, as start and end of both axes.
    var visible: (x: (Double, Double), y: (Double, Double)) {
        let area = surroundings.area
        return (
            (min(max(source.x, area.x), area.maxX), min(max(source.maxX, area.x), area.maxX)),
            (min(max(source.y, area.y), area.maxY), min(max(source.maxY, area.y), area.maxY))
        )
    }

    // MARK: Transformed cases

    func translated(_ x: Double, _ y: Double) -> PopoverCase {
        var other = self
        other.source = source.translated(x, y)
        other.surroundings.screen = surroundings.screen.translated(x, y)
        return other
    }

    /// The case mirrored from left to right.
    var mirrored: PopoverCase {
        var other = self
        other.source = source.mirrored
        other.surroundings.screen = surroundings.screen.mirrored
        other.surroundings.margins = surroundings.margins.mirrored
        other.permitted = permitted.mirrored
        other.metrics = PopoverMetrics(
            arrowHeight: metrics.arrowHeight, arrowBase: metrics.arrowBase,
            contentInsets: metrics.contentInsets.mirrored, cornerRadius: metrics.cornerRadius,
            minimumContentSize: metrics.minimumContentSize)
        return other
    }

    var doubled: PopoverCase {
        PopoverCase(
            content: content.doubled, source: source.doubled,
            surroundings: PopoverSurroundings(
                screen: surroundings.screen.doubled, statusBarHeight: 2 * surroundings.statusBarHeight,
                keyboardOverlap: 2 * surroundings.keyboardOverlap, margins: surroundings.margins.doubled),
            permitted: permitted, canOverlap: canOverlap,
            metrics: PopoverMetrics(
                arrowHeight: 2 * metrics.arrowHeight, arrowBase: 2 * metrics.arrowBase,
                contentInsets: metrics.contentInsets.doubled, cornerRadius: 2 * metrics.cornerRadius,
                minimumContentSize: metrics.minimumContentSize.doubled))
    }
}

extension Rect {
    func translated(_ x: Double, _ y: Double) -> Rect {
        Rect(x: self.x + x, y: self.y + y, width: width, height: height)
    }

    var mirrored: Rect { Rect(x: -maxX, y: y, width: width, height: height) }

    var doubled: Rect { Rect(x: 2 * x, y: 2 * y, width: 2 * width, height: 2 * height) }
}

extension Insets {
    var mirrored: Insets { Insets(top: top, left: right, bottom: bottom, right: left) }
    var doubled: Insets { Insets(top: 2 * top, left: 2 * left, bottom: 2 * bottom, right: 2 * right) }
}

extension Size {
    var doubled: Size { Size(width: 2 * width, height: 2 * height) }
}

extension PopoverArrowDirection {
    var mirrored: PopoverArrowDirection {
        var other = intersection([.up, .down])
        if contains(.left) { other.insert(.right) }
        if contains(.right) { other.insert(.left) }
        return other
    }
}

extension PopoverCase {
    /// 100,000 cases, the same in every run.
    static let all = {
        var numbers = Numbers(state: 5)
        return (0..<100_000).map { PopoverCase(&numbers, isWhole: $0.isMultiple(of: 2)) }
    }()

    /// Mostly a button on a screen, but now and then one of the inputs is extreme.
    ///
    /// - Parameter isWhole: Whether all numbers are whole, so that many of them are equal.
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
        // About the height of the room below.
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

extension PopoverCase {
    /// A popover on one side of its source, computed from the placement rules independently of the model.
    struct Side {
        let content: Size
        let isReachable: Bool
        let isFullSize: Bool
        let isUsable: Bool
    }

    static let directions: [PopoverArrowDirection] = [.up, .down, .left, .right]

    func side(_ direction: PopoverArrowDirection, canOverlap: Bool) -> Side {
        let (area, visible, insets) = (surroundings.area, visible, metrics.contentInsets)
        let isVertical = direction == .up || direction == .down
        let gap =
            switch direction {
            case .up: area.maxY - visible.y.1
            case .down: visible.y.0 - area.y
            case .left: area.maxX - visible.x.1
            default: visible.x.0 - area.x
            }
        let (along, across) = isVertical ? (visible.y, visible.x) : (visible.x, visible.y)
        let room = (canOverlap ? gap + along.1 - along.0 : gap) - metrics.arrowHeight
        let low = isVertical ? area.x : area.y
        let high = isVertical ? area.maxX : area.maxY
        let depth = min(isVertical ? wanted.height : wanted.width, room)
        let breadth = min(isVertical ? wanted.width : wanted.height, high - low)
        let body = isVertical ? Size(width: breadth, height: depth) : Size(width: depth, height: breadth)
        let content = Size(
            width: body.width - insets.left - insets.right, height: body.height - insets.top - insets.bottom)

        let target = min(max(isVertical ? source.midX : source.midY, low), high)
        let start = max(low, min(target - breadth / 2, high - breadth))
        let corner = min(metrics.cornerRadius + metrics.arrowBase / 2, breadth / 2)
        let arrow = max(start + corner, min(target, start + breadth - corner))
        // Sums in another order differ in the last digits, which must not decide.
        let some = 1e-9
        let minimum = metrics.minimumContentSize
        return Side(
            content: content, isReachable: across.0 - some <= arrow && arrow <= across.1 + some,
            isFullSize: content.width >= self.content.width - some && content.height >= self.content.height - some,
            isUsable: content.width >= min(self.content.width, minimum.width) + some
                && content.height >= min(self.content.height, minimum.height) + some && depth > some)
    }
}
