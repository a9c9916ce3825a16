import TabPlugin

/// The page with the volume and alert sounds.
final class Sound: SettingsPage {
    override class var pageTitle: String { "Sound" }

    private let volumeLabel = Label()
    private let volumeSlider = Slider()
    private lazy var muteRow = SwitchRow("Mute", "Mute") { [weak self] isOn in self?.change { $0.isMuted = isOn } }
    private lazy var alertRow = SwitchRow("Alert Sounds", "AlertSounds") { [weak self] isOn in
        self?.change { $0.playsAlertSounds = isOn }
    }

    override func build() {
        view.addSubview(volumeLabel)
        volumeSlider.accessibilityLabel = "Volume in percent"
        volumeSlider.minimumValue = Double(Preferences.volumes.lowerBound)
        volumeSlider.maximumValue = Double(Preferences.volumes.upperBound)
        volumeSlider.addAction(for: .valueChanged) { [weak self] in self?.volumeChanged() }
        add(volumeSlider, "Volume")
        view.addSubview(muteRow)
        view.addSubview(alertRow)
    }

    override func place(in layout: inout PageLayout) {
        volumeLabel.frame = layout.part(for: volumeLabel)
        volumeSlider.frame = layout.row(for: volumeSlider)
        muteRow.frame = layout.row(for: muteRow)
        alertRow.frame = layout.row(for: alertRow)
    }

    override func show() {
        volumeLabel.text = preferences.isMuted ? "Volume: muted" : "Volume: \(preferences.volume)%"
        volumeSlider.value = Double(preferences.volume)
        volumeSlider.isEnabled = !preferences.isMuted
        muteRow.toggle.isOn = preferences.isMuted
        alertRow.toggle.isOn = preferences.playsAlertSounds
        alertRow.toggle.isEnabled = !preferences.isMuted
    }

    private func volumeChanged() {
        let volume = Int(volumeSlider.value.rounded())
        change { $0.volume = volume }
        // If the volume is unchanged, observers are not notified, so round the slider here.
        volumeSlider.value = Double(volume)
    }
}
