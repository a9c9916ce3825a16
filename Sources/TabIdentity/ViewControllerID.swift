/// The identity of one view controller: the number in its object path. It is never reused after the view controller is
/// destroyed.
package struct ViewControllerID: Hashable, Sendable, Comparable, BitwiseCopyable, CustomStringConvertible {
    package let rawValue: UInt64

    @inlinable package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    package var description: String { String(rawValue) }

    // The model looks view controllers up all the time, so other modules inline these functions.

    @inlinable package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    @inlinable package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    /// The hierarchy assigns numbers in sequence, so a client can't choose colliding ones. A cheap hash is safe.
    @inlinable package func _rawHashValue(seed: Int) -> Int {
        let product = rawValue &* 0x9E37_79B9_7F4A_7C15
        return Int(bitPattern: UInt(truncatingIfNeeded: product ^ product >> 32))
    }

    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
