/// Where the arrow of a popover points; or-ed together. `up` is an arrow on the top edge: the popover is below (P19).
public struct PopoverArrowDirection: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let up = PopoverArrowDirection(rawValue: 1)
    public static let down = PopoverArrowDirection(rawValue: 2)
    public static let left = PopoverArrowDirection(rawValue: 4)
    public static let right = PopoverArrowDirection(rawValue: 8)
    public static let any: PopoverArrowDirection = [.up, .down, .left, .right]
    /// That of a popover that is not on the screen (P21); it can't be permitted.
    public static let unknown = PopoverArrowDirection(rawValue: .max)
}
