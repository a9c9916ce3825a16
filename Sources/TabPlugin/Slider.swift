/// A number from a range. Sends `valueChanged`.
///
/// ```swift
/// let volume = Slider()
/// volume.maximumValue = 11
/// volume.addAction(for: .valueChanged) { [weak volume] in log(.info, "volume \(volume?.value ?? 0)") }
/// ```
@PluginActor
open class Slider: Control {
    /// Kept between `minimumValue` and `maximumValue`.
    public var value: Double {
        get { storedValue }
        set { storedValue = newValue.isNaN ? storedValue : clamped(newValue) }
    }
    /// A new end of the range takes the value along, without an action.
    public var minimumValue = 0.0 {
        didSet {
            changed(from: oldValue, to: minimumValue)
            storedValue = clamped(storedValue)
        }
    }
    public var maximumValue = 1.0 {
        didSet {
            changed(from: oldValue, to: maximumValue)
            storedValue = clamped(storedValue)
        }
    }
    private var storedValue = 0.0 { didSet { changed(from: oldValue, to: storedValue) } }

    override var className: String { "Slider" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Value", .double(storedValue), unless: storedValue == 0)
        properties.add("Minimum", .double(minimumValue), unless: minimumValue == 0)
        properties.add("Maximum", .double(maximumValue), unless: maximumValue == 1)
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard let number = value.double else { throw .invalidArgs }
        guard number.isFinite else { throw .invalidArgument }
        self.value = number
        sendActions(for: .valueChanged)
    }

    /// An upside-down range has its lower end only.
    private func clamped(_ value: Double) -> Double { max(min(value, maximumValue), minimumValue) }
}
