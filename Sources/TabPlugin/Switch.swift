/// A choice between on and off. Sends `valueChanged`.
@PluginActor
open class Switch: Control {
    public var isOn = false { didSet { changed(from: oldValue, to: isOn) } }

    override var className: String { "Switch" }

    override func encode(into properties: inout Properties) {
        super.encode(into: &properties)
        properties.add("On", isOn, default: false)
    }

    override func perform(_ action: String, _ value: Value) throws(PluginError) {
        guard action == "valueChanged" else { throw .notSupported }
        guard let isOn = value.bool else { throw .invalidArgs }
        self.isOn = isOn
        sendActions(for: .valueChanged)
    }
}
