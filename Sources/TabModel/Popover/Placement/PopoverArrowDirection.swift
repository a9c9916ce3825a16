/// The direction of a popover's arrow, as bits (`P18`): `up` is an arrow on the upper edge of a popover below its
/// source.
package struct PopoverArrowDirection: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static let up = PopoverArrowDirection(rawValue: 1)
    package static let down = PopoverArrowDirection(rawValue: 2)
    package static let left = PopoverArrowDirection(rawValue: 4)
    package static let right = PopoverArrowDirection(rawValue: 8)
    package static let any: PopoverArrowDirection = [.up, .down, .left, .right]
    /// The value before and after a presentation. It can't be permitted (`P21`, `P22`).
    package static let unknown = PopoverArrowDirection(rawValue: .max)

    /// The directions in the order of preference (`P39`).
    static let preferred: [PopoverArrowDirection] = [.up, .down, .left, .right]

    /// For one direction: whether the arrow lies along the y axis.
    var isVertical: Bool { rawValue & 3 != 0 }

    /// For one direction: whether the popover lies on the side of its source with smaller coordinates.
    var isReversed: Bool { rawValue & 10 != 0 }
}
