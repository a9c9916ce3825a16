/// Numbers drawn as a line or as bars.
///
/// ```swift
/// let load = Chart(frame: Rect(width: 300, height: 80))
/// load.maximum = 100
/// load.values = [12, 40, 38.5]
/// ```
@PluginActor
open class Chart: View {
    public enum Style: String, Sendable { case line, bar }

    /// Finite numbers, the oldest first.
    public var values: [Double] = [] { didSet { changed(from: oldValue, to: values) } }
    /// The ends of the scale; when both are 0 the front end takes those of the values.
    public var minimum = 0.0 { didSet { changed(from: oldValue, to: minimum) } }
    public var maximum = 0.0 { didSet { changed(from: oldValue, to: maximum) } }
    public var style = Style.line { didSet { changed(from: oldValue, to: style) } }

    override var className: String { "Chart" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Values", .array(of: "d", values.map(Value.double)), unless: values.isEmpty)
        properties.add("Minimum", .double(minimum), unless: minimum == 0)
        properties.add("Maximum", .double(maximum), unless: maximum == 0)
        properties.add("Style", style.rawValue, default: "line")
    }
}
