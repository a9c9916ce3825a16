/// The position of a value between two ends.
package enum Fraction {
    /// Returns the position as 0 to 1; 0 for ends that are equal or not finite.
    package static func of(_ value: Double, from low: Double, to high: Double) -> Double {
        let part = (value - low) / (high - low)
        return part.isFinite ? min(max(part, 0), 1) : 0
    }
}
