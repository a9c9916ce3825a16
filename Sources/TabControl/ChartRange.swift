internal import DBusInterface
internal import TabInterface

/// The scale of a chart: what its view says of it, else what its values need.
struct ChartRange: Hashable {
    let low: Double
    let high: Double

    init(_ view: ViewEntry, _ values: [Double]) {
        let minimum: Double? = view.properties["Minimum"]?.get()
        let maximum: Double? = view.properties["Maximum"]?.get()
        // Who gives one end means 0, the default, by the other.
        low = minimum ?? (maximum == nil ? values.min() ?? 0 : 0)
        high = maximum ?? (minimum == nil ? values.max() ?? 1 : 0)
    }

    /// 0 at the lower end, 1 at the upper one.
    func fraction(of value: Double) -> Double { Fraction.of(value, from: low, to: high) }
}
