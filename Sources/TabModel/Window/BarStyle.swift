/// How a shell draws the tab bar of a window. nil stands for the profile's default.
package struct BarStyle: Hashable, Sendable {
    /// The height in points, or the width of a bar at a side; without the part over the home indicator.
    package var height: Double?
    package var side: BarSide?
    /// The number of items that the bar fits. More takes the last one when there are more tabs.
    package var slots: Int?

    /// The numbers of slots that are allowed. More needs a second one.
    package static let slotRange = 2...64

    package init(height: Double? = nil, side: BarSide? = nil, slots: Int? = nil) {
        self.height = height
        self.side = side
        self.slots = slots
    }

    /// Returns the style with the values of `other` in place of those that are nil.
    package func completed(by other: BarStyle) -> BarStyle {
        BarStyle(height: height ?? other.height, side: side ?? other.side, slots: slots ?? other.slots)
    }

    /// Returns the error of an invalid value; nil for valid ones. Profile tv has a bar at the top without More
    /// (`J-2`, `J-3`).
    package func validationError(in profile: Profile) -> ModelError? {
        if let height, !(height.isFinite && height > 0 && height <= 16384) {
            return .invalidArgument("BarHeight \(height) is out of bounds; expected more than 0 and at most 16384")
        }
        if let slots, !Self.slotRange.contains(slots) {
            return .invalidArgument(
                "BarSlots \(slots) is out of bounds; expected \(Self.slotRange.lowerBound) to \(Self.slotRange.upperBound)"
            )
        }
        guard profile == .tv else { return nil }
        if let side, side != .top {
            return .notSupported("BarSide \(side.rawValue) is not supported in profile tv; expected top")
        }
        if slots != nil { return .notSupported("BarSlots is not supported in profile tv; use MaximumVisibleItems") }
        return nil
    }
}

/// The side of a window where the tab bar is.
package enum BarSide: String, Sendable, CaseIterable {
    case bottom, top, leading, trailing

    /// Returns the edge of the window.
    ///
    /// - Parameter isRightToLeft: Whether the leading side is the right one.
    func edge(isRightToLeft: Bool) -> Edge {
        switch self {
        case .bottom: .bottom
        case .top: .top
        case .leading: isRightToLeft ? .right : .left
        case .trailing: isRightToLeft ? .left : .right
        }
    }
}

/// An edge of a rectangle. The raw values are those of `UIRectEdge`.
enum Edge: UInt32 {
    case top = 1
    case left = 2
    case bottom = 4
    case right = 8

    var isVertical: Bool { self == .left || self == .right }
}
