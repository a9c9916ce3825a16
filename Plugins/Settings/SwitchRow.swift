import TabPlugin

/// A switch with its name in front of it.
final class SwitchRow: View {
    private static let switchSize = Size(width: 51, height: 31)

    let toggle = Switch()
    private let label: Label

    /// - Parameter identifier: Of the switch, for scripts.
    init(_ title: String, _ identifier: String, didChange: @escaping @PluginActor (Bool) -> Void) {
        label = Label(text: title)
        super.init()
        toggle.identifier = identifier
        toggle.accessibilityLabel = title
        toggle.addAction(for: .valueChanged) { [weak toggle] in if let toggle { didChange(toggle.isOn) } }
        addSubview(label)
        addSubview(toggle)
    }

    override func layoutSubviews() {
        let size = Self.switchSize
        label.frame = Rect(width: max(bounds.width - size.width - 8, 0), height: bounds.height)
        toggle.frame = Rect(
            x: max(bounds.width - size.width, 0), y: max((bounds.height - size.height) / 2, 0), width: size.width,
            height: min(size.height, bounds.height))
    }
}
