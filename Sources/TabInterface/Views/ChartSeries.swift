package import DBusInterface

/// A row of values in a `Chart`, in its key `Series` (S-243).
package struct ChartSeries: DBusStructure, Hashable {
    /// The name in the legend; empty for none.
    package var name: String
    package var values: [Double]
    /// A colour of the contract; empty for one that front ends choose by the position.
    package var color: String

    /// More are not distinguishable by colour.
    package static let maximumCount = 16
    /// More labels have no room on an axis.
    package static let maximumLabels = 64

    /// The colours of series without one, by their position. The first series has the tint of the view.
    private static let colors = [
        "systemOrange", "systemGreen", "systemPurple", "systemTeal", "systemPink", "systemYellow", "systemIndigo",
        "systemRed", "systemGray",
    ]

    package init(name: String = "", values: [Double], color: String = "") {
        self.name = name
        self.values = values
        self.color = color
    }

    package static let layout = FieldLayout(
        "ChartSeries", Self.init(name:values:color:), "name", "values", "color", values: \.name, \.values, \.color)

    /// Returns the name of the colour; nil for the tint of the view.
    package func color(at index: Int) -> String? {
        if !color.isEmpty { return color }
        return index == 0 ? nil : Self.colors[(index - 1) % Self.colors.count]
    }
}

extension ChartSeries {
    /// Returns the text at an end of a scale: a number with at most two decimals, and the unit.
    package static func text(_ number: Double, unit: String) -> String {
        let text = "\(abs(number) < 1e12 ? (number * 100).rounded() / 100 : number)"
        return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + " " + unit
    }
}

extension [ChartSeries] {
    /// Checks the number, the values and the colours. `name` names the key.
    func check(named name: String) throws(DBusError) {
        guard count <= ChartSeries.maximumCount else {
            throw .limitsExceeded("\(name) has \(count) series: at most \(ChartSeries.maximumCount) are allowed")
        }
        for (index, series) in enumerated() {
            let name = "\(name), series \(index)"
            guard series.values.allSatisfy(\.isFinite) else {
                throw .invalidArgument("a value of \(name) is not finite; expected finite numbers")
            }
            try ViewKeyDescription.check(series.color, by: TextRules.colour, named: "the colour of \(name)")
        }
    }
}

extension ViewEntry {
    /// The series of a chart: `Series`, or `Values` as a single one without a name.
    package var chartSeries: [ChartSeries] {
        let series = self[ViewKeys.series]
        return series.isEmpty ? [ChartSeries(values: self[ViewKeys.values])] : series
    }

    /// The ends of a chart's scale: `Minimum` and `Maximum`, or those of the values if the first is not below the second. Bars begin
    /// at 0.
    package var chartScale: (low: Double, high: Double) {
        let (low, high) = (self[ViewKeys.minimum], self[ViewKeys.chartMaximum])
        guard low >= high else { return (low, high) }
        let values = chartSeries.lazy.flatMap(\.values)
        let (least, most) = (values.min() ?? 0, values.max() ?? 1)
        return self[ViewKeys.chartStyle] == .bar ? (min(least, 0), max(most, 0)) : (least, most)
    }
}
