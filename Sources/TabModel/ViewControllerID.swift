/// Names one view controller of a `Hierarchy` for its whole life; never used again after it is destroyed.
package struct ViewControllerID: Hashable, Sendable, Comparable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: ViewControllerID, right: ViewControllerID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// Numbers are given in order by the hierarchy itself, not chosen by anybody: no hash has to be defended here.
    package func _rawHashValue(seed: Int) -> Int {
        let product = rawValue &* 0x9E37_79B9_7F4A_7C15
        return Int(bitPattern: UInt(truncatingIfNeeded: product ^ product >> 32))
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }

    /// How messages name this controller.
    var describe: String {
        "view controller \(rawValue)"
    }
}
