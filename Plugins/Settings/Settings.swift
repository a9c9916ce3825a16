import TabPlugin

/// The root page with a row for each page. If it is not in a navigation controller, the rows are disabled and a message
/// explains that.
final class Settings: SettingsPage {
    override class var pageTitle: String { "Settings" }

    private let message = Label()
    private let table = TableView()
    private lazy var resetButton = addResetButton { $0 = Preferences() }

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        PreferenceStore.shared.open(in: dataDirectory)
    }

    override func build() {
        message.textColor = "secondaryLabel"
        message.numberOfLines = 0
        add(message, "Message")
        table.accessibilityLabel = "Settings"
        table.didSelectRow = { [weak self] row in self?.open(row) }
        add(table, "Settings")
    }

    override func place(in layout: inout PageLayout) {
        if !message.isHidden { message.frame = layout.part(for: message) }
        table.frame = layout.remainder()
    }

    override func didMove(toParent parent: ViewControllerReference?) {
        super.didMove(toParent: parent)
        if isViewLoaded { show() }
    }

    override func show() {
        let isInNavigation = navigationController != nil
        let errorMessage = PreferenceStore.shared.errorMessage
        message.text =
            isInNavigation || !errorMessage.isEmpty
            ? errorMessage : "The pages open in a navigation controller: tabctl create --navigation settings.Settings"
        message.isHidden = message.text.isEmpty
        table.rows = pages.map { page in
            TableView.Row(
                page.title, detail: page.detail, image: page.image, accessory: .disclosure, isEnabled: isInNavigation)
        }
        resetButton.isEnabled = preferences != Preferences()
    }

    private var pages: [(title: String, detail: String, image: String)] {
        [
            (Appearance.pageTitle, preferences.style.title, "preferences-desktop-theme"),
            (Sound.pageTitle, preferences.isMuted ? "Muted" : "\(preferences.volume)%", "audio-volume-high"),
            (
                Notifications.pageTitle, preferences.doNotDisturb ? "Do Not Disturb" : "On",
                "preferences-system-notifications"
            ),
            (General.pageTitle, preferences.languages.first?.title ?? "", "preferences-system"),
        ]
    }

    private func open(_ row: Int) {
        switch row {
        case 0: push(Appearance())
        case 1: push(Sound())
        case 2: push(Notifications())
        default: push(General())
        }
    }
}
