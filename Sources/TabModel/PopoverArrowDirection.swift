/// Where a popover's arrow points, as bits (`P18`): `up` is an arrow on the upper edge of a popover below its source.
package struct PopoverArrowDirection: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let up = PopoverArrowDirection(rawValue: 1)
    package static let down = PopoverArrowDirection(rawValue: 2)
    package static let left = PopoverArrowDirection(rawValue: 4)
    package static let right = PopoverArrowDirection(rawValue: 8)
    package static let any: PopoverArrowDirection = [.up, .down, .left, .right]
    /// Before and after a presentation, and never to be asked for (`P21`, `P22`).
    package static let unknown = PopoverArrowDirection(rawValue: .max)

    /// The order in which directions are preferred (`P39`).
    static let preferred: [PopoverArrowDirection] = [.up, .down, .left, .right]

    /// Of one direction: whether the arrow lies along the y axis.
    var isVertical: Bool { rawValue & 3 != 0 }

    /// Of one direction: whether the popover lies on the side of its source where coordinates are smaller.
    var isReversed: Bool { rawValue & 10 != 0 }
}
