/// How far a value is from one end to the other.
enum Fraction {
    /// 0 to 1, whatever the numbers are.
    static func of(_ value: Double, from low: Double, to high: Double) -> Double {
        let part = (value - low) / (high - low)
        return part.isFinite ? min(max(part, 0), 1) : 0
    }
}
