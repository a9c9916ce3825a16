/// One of a few texts side by side. Sends `valueChanged`.
///
/// ```swift
/// let unit = SegmentedControl()
/// unit.segments = ["°C", "°F"]
/// unit.selectedSegmentIndex = 0
/// ```
@PluginActor
open class SegmentedControl: Control {
    /// When the selected one goes, none is selected.
    public var segments: [String] = [] {
        didSet {
            changed(from: oldValue, to: segments)
            if let index = selectedSegmentIndex, index >= segments.count { selectedSegmentIndex = nil }
        }
    }
    /// nil = none; an index outside of the segments becomes nil.
    public var selectedSegmentIndex: Int? {
        didSet {
            if let index = selectedSegmentIndex, !segments.indices.contains(index) { selectedSegmentIndex = nil }
            changed(from: oldValue, to: selectedSegmentIndex)
        }
    }

    override var className: String { "SegmentedControl" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("Segments", .strings(segments), unless: segments.isEmpty)
        let index = Int32(clamping: selectedSegmentIndex ?? -1)
        properties.add("SelectedSegment", .int32(index), unless: index == -1)
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard case .int32(let index) = value else { throw .invalidArgs }
        guard index == -1 || segments.indices.contains(Int(index)) else { throw .outOfRange }
        selectedSegmentIndex = index == -1 ? nil : Int(index)
        sendActions(for: .valueChanged)
    }
}
