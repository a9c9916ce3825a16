/// The parts of a view's frame that change with its superview's size, as bits (`V4`).
package struct Autoresizing: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let flexibleLeftMargin = Autoresizing(rawValue: 1)
    package static let flexibleWidth = Autoresizing(rawValue: 2)
    package static let flexibleRightMargin = Autoresizing(rawValue: 4)
    package static let flexibleTopMargin = Autoresizing(rawValue: 8)
    package static let flexibleHeight = Autoresizing(rawValue: 16)
    package static let flexibleBottomMargin = Autoresizing(rawValue: 32)

    /// Returns the frame of a view after its superview's size changed from `old` to `new` (`V6` to `V12`).
    package func resized(_ frame: Rect, from old: Size, to new: Size) -> Rect {
        var frame = frame
        (frame.x, frame.width) = Self.resized(
            frame.x, frame.width, from: old.width, to: new.width,
            contains(.flexibleLeftMargin), contains(.flexibleWidth), contains(.flexibleRightMargin))
        (frame.y, frame.height) = Self.resized(
            frame.y, frame.height, from: old.height, to: new.height,
            contains(.flexibleTopMargin), contains(.flexibleHeight), contains(.flexibleBottomMargin))
        return frame
    }

    /// Resizes along one axis (`V8`): the flexible parts share the difference by their lengths, or equally if these are
    /// 0.
    private static func resized(
        _ position: Double, _ size: Double, from old: Double, to new: Double,
        _ isBeforeFlexible: Bool, _ isSizeFlexible: Bool, _ isAfterFlexible: Bool
    ) -> (position: Double, size: Double) {
        let delta = new - old
        let count = [isBeforeFlexible, isSizeFlexible, isAfterFlexible].count { $0 }
        guard delta != 0, count > 0 else { return (position, size) }
        func weight(_ part: Double, _ isFlexible: Bool) -> Double { isFlexible ? max(part, 0) : 0 }
        let before = weight(position, isBeforeFlexible)
        let middle = weight(size, isSizeFlexible)
        let sum = before + middle + weight(old - position - size, isAfterFlexible)
        func share(_ weight: Double, _ isFlexible: Bool) -> Double {
            guard isFlexible else { return 0 }
            return sum > 0 ? delta * (weight / sum) : delta / Double(count)
        }
        return (position + share(before, isBeforeFlexible), max(size + share(middle, isSizeFlexible), 0))
    }
}

/// The views of a container itself.
package enum ContainerView {
    package static let root: UInt32 = 1
    /// Has the frame of the displayed child.
    package static let content: UInt32 = 2
    /// The tab bar or the navigation bar.
    package static let bar: UInt32 = 3
    /// Only in a navigation controller.
    package static let toolbar: UInt32 = 4
}
