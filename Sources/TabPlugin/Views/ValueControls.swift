/// A switch that is on or off. Sends `valueChanged`.
@PluginActor
open class Switch: Control {
    public var isOn = false { didSet { changed(from: oldValue, to: isOn) } }

    override var className: String { "Switch" }

    override func encode(into properties: inout Properties) {
        properties.add("On", isOn, default: false)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard let isOn = value.bool else { throw .invalidArgs }
        self.isOn = isOn
        sendActions(for: .valueChanged)
    }
}

/// A control for a number in a range. Sends `valueChanged`.
///
/// ```swift
/// let volume = Slider()
/// volume.maximumValue = 11
/// volume.addAction(for: .valueChanged) { [weak volume] in log(.info, "volume \(volume?.value ?? 0)") }
/// ```
@PluginActor
open class Slider: Control {
    /// The number, clamped to `minimumValue` to `maximumValue`. NaN is ignored.
    public var value: Double {
        get { storedValue }
        set { storedValue = newValue.isNaN ? storedValue : clamped(newValue) }
    }
    /// The lower end of the range. Changing it clamps `value`, without sending `valueChanged`.
    public var minimumValue = 0.0 {
        didSet {
            changed(from: oldValue, to: minimumValue)
            storedValue = clamped(storedValue)
        }
    }
    /// The upper end of the range. Changing it clamps `value`, without sending `valueChanged`.
    public var maximumValue = 1.0 {
        didSet {
            changed(from: oldValue, to: maximumValue)
            storedValue = clamped(storedValue)
        }
    }
    private var storedValue = 0.0 { didSet { changed(from: oldValue, to: storedValue) } }

    override var className: String { "Slider" }

    override func encode(into properties: inout Properties) {
        properties.add("Value", .double(storedValue), unless: storedValue == 0)
        properties.add("Minimum", .double(minimumValue), unless: minimumValue == 0)
        properties.add("Maximum", .double(maximumValue), unless: maximumValue == 1)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard let number = value.double else { throw .invalidArgs }
        guard number.isFinite else { throw .invalidArgument }
        self.value = number
        sendActions(for: .valueChanged)
    }

    /// Clamps a value to the range. If the ends are in the wrong order, the result is the lower end.
    private func clamped(_ value: Double) -> Double { max(min(value, maximumValue), minimumValue) }
}

/// A control with a row of texts, of which one can be selected. Sends `valueChanged`.
///
/// ```swift
/// let unit = SegmentedControl()
/// unit.segments = ["°C", "°F"]
/// unit.selectedSegmentIndex = 0
/// ```
@PluginActor
open class SegmentedControl: Control {
    /// The texts. The selection becomes nil if its index is not valid for the new texts.
    public var segments: [String] = [] {
        didSet {
            changed(from: oldValue, to: segments)
            if let index = selectedSegmentIndex, index >= segments.count { selectedSegmentIndex = nil }
        }
    }
    /// The index of the selected segment, or nil. An index that is out of bounds becomes nil.
    public var selectedSegmentIndex: Int? {
        didSet {
            if let index = selectedSegmentIndex, !segments.indices.contains(index) { selectedSegmentIndex = nil }
            changed(from: oldValue, to: selectedSegmentIndex)
        }
    }

    override var className: String { "SegmentedControl" }

    override func encode(into properties: inout Properties) {
        properties.add("Segments", .strings(segments), unless: segments.isEmpty)
        let index = Int32(clamping: selectedSegmentIndex ?? -1)
        properties.add("SelectedSegment", .int32(index), unless: index == -1)
    }

    override func handleAction(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard case .int32(let index) = value else { throw .invalidArgs }
        guard index == -1 || segments.indices.contains(Int(index)) else { throw .outOfRange }
        selectedSegmentIndex = index == -1 ? nil : Int(index)
        sendActions(for: .valueChanged)
    }
}
