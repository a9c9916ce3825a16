import TabPlugin

/// The page for notifications.
final class Notifications: SettingsPage {
    override class var pageTitle: String { "Notifications" }

    private lazy var quietRow = SwitchRow("Do Not Disturb", "DoNotDisturb") { [weak self] isOn in
        self?.change { $0.doNotDisturb = isOn }
    }
    private lazy var previewRow = SwitchRow("Show Previews", "Previews") { [weak self] isOn in
        self?.change { $0.showsPreviews = isOn }
    }

    override func build() {
        view.addSubview(quietRow)
        view.addSubview(previewRow)
    }

    override func place(in layout: inout PageLayout) {
        quietRow.frame = layout.row(for: quietRow)
        previewRow.frame = layout.row(for: previewRow)
    }

    override func show() {
        quietRow.toggle.isOn = preferences.doNotDisturb
        previewRow.toggle.isOn = preferences.showsPreviews
        previewRow.toggle.isEnabled = !preferences.doNotDisturb
    }
}
