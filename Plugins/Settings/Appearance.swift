import TabPlugin

/// The page with the style, the accent colour and the text size.
final class Appearance: SettingsPage {
    override class var pageTitle: String { "Appearance" }

    private let table = TableView()
    private let sizeLabel = Label()
    private let sizeSlider = Slider()
    private let sample = Label(text: "The quick brown fox")
    private var resetButton: BarButtonItem?

    override func build() {
        resetButton = addResetButton { preferences in
            let defaults = Preferences()
            preferences.style = defaults.style
            preferences.accentColor = defaults.accentColor
            preferences.textSize = defaults.textSize
        }
        table.accessibilityLabel = "Style and accent colour"
        table.didSelectRow = { [weak self] row in self?.push(row == 0 ? StyleChoice() : AccentColorChoice()) }
        add(table, "Appearance")
        add(sizeLabel, "TextSizeLabel")
        sizeSlider.accessibilityLabel = "Text size in percent"
        sizeSlider.minimumValue = Double(Preferences.textSizes.lowerBound)
        sizeSlider.maximumValue = Double(Preferences.textSizes.upperBound)
        sizeSlider.addAction(for: .valueChanged) { [weak self] in self?.sizeChanged() }
        add(sizeSlider, "TextSize")
        add(sample, "Sample")
    }

    override func place(in layout: inout PageLayout) {
        table.frame = layout.part(for: table)
        sizeLabel.frame = layout.part(for: sizeLabel)
        sizeSlider.frame = layout.row(for: sizeSlider)
        sample.frame = layout.row(for: sample)
    }

    override func show() {
        let defaults = Preferences()
        table.rows = [
            TableView.Row("Style", detail: preferences.style.title, accessory: .disclosure),
            TableView.Row("Accent Colour", detail: preferences.accentColor.title, accessory: .disclosure),
        ]
        sizeLabel.text = "Text Size: \(preferences.textSize)%"
        sizeSlider.value = Double(preferences.textSize)
        sizeSlider.tintColor = preferences.accentColor.color
        sample.textColor = preferences.accentColor.color
        resetButton?.isEnabled =
            preferences.style != defaults.style || preferences.accentColor != defaults.accentColor
            || preferences.textSize != defaults.textSize
    }

    private func sizeChanged() {
        let size = Int(sizeSlider.value.rounded())
        change { $0.textSize = size }
        // If the size is unchanged, observers are not notified, so round the slider here.
        sizeSlider.value = Double(size)
    }
}

/// The page for the style: light, dark, or that of the desktop.
final class StyleChoice: ChoicePage {
    override class var pageTitle: String { "Style" }

    override var rows: [TableView.Row] { Preferences.Style.allCases.map { TableView.Row($0.title) } }
    override var chosenRow: Int? { Preferences.Style.allCases.firstIndex(of: preferences.style) }
    override func choose(_ row: Int) { change { $0.style = Preferences.Style.allCases[row] } }
}

/// The page for the accent colour of controls.
final class AccentColorChoice: ChoicePage {
    override class var pageTitle: String { "Accent Colour" }

    override var rows: [TableView.Row] { Preferences.AccentColor.allCases.map { TableView.Row($0.title) } }
    override var chosenRow: Int? { Preferences.AccentColor.allCases.firstIndex(of: preferences.accentColor) }
    override func choose(_ row: Int) { change { $0.accentColor = Preferences.AccentColor.allCases[row] } }
}
