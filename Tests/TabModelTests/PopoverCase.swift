import TabModel
import TestSupport

/// A popover at random, and what has to hold of it.
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

    /// What the area leaves of the source, as start and end of both axes.
    var visible: (x: (Double, Double), y: (Double, Double)) {
        let area = surroundings.area
        return (
            (min(max(source.x, area.x), area.maxX), min(max(source.maxX, area.x), area.maxX)),
            (min(max(source.y, area.y), area.maxY), min(max(source.maxY, area.y), area.maxY))
        )
    }

    // MARK: The same elsewhere

    func translated(_ x: Double, _ y: Double) -> PopoverCase {
        var other = self
        other.source = source.translated(x, y)
        other.surroundings.screen = surroundings.screen.translated(x, y)
        return other
    }

    /// Left is right.
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
