import TabPlugin

/// All controls: buttons, switches, sliders, segmented controls and text fields.
final class Controls: GalleryTab {
    private let plain = Button(title: "Plain")
    private let filled = Button(title: "Filled")
    private let destructive = Button(title: "Delete")
    private let icon = Button()
    private let iconAndTitle = Button(title: "Add")
    private let unavailable = Button(title: "Off")
    private let lamp = Switch()
    private let volume = Slider()
    private let balance = Slider()
    private let size = SegmentedControl()
    private let name = TextField()
    private let password = TextField()
    private let notes = TextView()
    private let terms = TextView()

    override func build() {
        buildButtons()
        buildValues()
        buildTexts()
        add([plain, filled, destructive, icon, iconAndTitle, unavailable, lamp, volume, balance, size])
        add([name, password, notes, terms])
    }

    override func place(in area: Rect) {
        let isWide = area.width >= 560
        let width = isWide ? area.width / 2 : area.width
        let button = [plain, icon].height(atLeast: 36, inWidth: width / 3)
        let heights = [button, button, 31, 28, 28, [size].height(atLeast: 36, inWidth: width)]
        let halves = isWide ? area.columns(2) : area.rows([heights.reduce(0, +) + 5 * 4, 0])
        let rows = halves[0].rows(heights)
        for (button, cell) in zip([plain, filled, destructive], rows[0].columns(3)) { button.frame = cell }
        for (button, cell) in zip([icon, iconAndTitle, unavailable], rows[1].columns(3)) { button.frame = cell }
        lamp.frame = rows[2].columns([51, 0])[0]
        volume.frame = rows[3]
        balance.frame = rows[4]
        size.frame = rows[5]
        let field = [name].height(atLeast: 36, inWidth: width)
        let texts = halves[1].rows([field, field, 0, 0])
        for (text, row) in zip([name, password, notes, terms], texts) { text.frame = row }
    }

    private func buildButtons() {
        plain.identifier = "Plain"
        filled.identifier = "Filled"
        filled.style = .filled
        destructive.identifier = "Destructive"
        destructive.style = .destructive
        icon.identifier = "Icon"
        icon.image = "document-save-symbolic"
        icon.accessibilityLabel = "Save"
        icon.tooltip = "Saves nothing"
        iconAndTitle.identifier = "IconAndTitle"
        iconAndTitle.image = "list-add-symbolic"
        iconAndTitle.tintColor = "systemGreen"
        unavailable.identifier = "Unavailable"
        unavailable.isEnabled = false
        plain.menu = Menu(children: [
            Action(title: "Copy", image: "edit-copy-symbolic", identifier: "copy") { [weak self] in self?.reportMenu($0)
            },
            Action(title: "Paste", identifier: "paste", attributes: .disabled) { _ in },
            Menu(
                title: "Share",
                children: [
                    Action(title: "By mail", identifier: "mail", state: .on) { [weak self] in self?.reportMenu($0) }
                ]),
            Menu(
                options: .displayInline,
                children: [
                    Action(title: "Delete", identifier: "delete", attributes: .destructive) { [weak self] in
                        self?.reportMenu($0)
                    }
                ]),
        ])
        for button in [plain, filled, destructive, icon, iconAndTitle, unavailable] { reportTaps(of: button) }
    }

    private func reportMenu(_ action: Action) { report(plain, "menuItemSelected", action.identifier) }

    private func buildValues() {
        lamp.identifier = "Lamp"
        lamp.accessibilityLabel = "Lamp"
        report(lamp, .valueChanged) { $0.isOn }
        volume.identifier = "Volume"
        volume.accessibilityLabel = "Volume"
        volume.value = 0.25
        balance.identifier = "Balance"
        balance.accessibilityLabel = "Balance"
        balance.minimumValue = -10
        balance.maximumValue = 10
        for slider in [volume, balance] { report(slider, .valueChanged) { $0.value } }
        size.identifier = "Size"
        size.accessibilityLabel = "Size"
        size.segments = ["Small", "Medium", "Large"]
        size.selectedSegmentIndex = 1
        report(size, .valueChanged) { $0.selectedSegmentIndex ?? -1 }
    }

    /// The events of a field; only a field has the last one.
    private static let fieldEvents: [Control.Event] = [
        .editingDidBegin, .editingChanged, .editingDidEnd, .primaryActionTriggered,
    ]

    private func buildTexts() {
        name.identifier = "Name"
        name.accessibilityLabel = "Name"
        name.placeholder = "Your name"
        name.textContentType = .name
        name.returnKeyType = .done
        for event in Self.fieldEvents { report(name, event) { $0.text } }
        password.identifier = "Password"
        password.accessibilityLabel = "Password"
        password.placeholder = "Password"
        password.isSecureTextEntry = true
        password.textContentType = .password
        // A label must not show a password.
        for event in Self.fieldEvents { report(password, event) { "\($0.text.count) characters" } }
        notes.identifier = "Notes"
        notes.accessibilityLabel = "Notes"
        notes.text = "Two lines\nto change"
        notes.backgroundColor = "#8080801F"
        for event in Self.fieldEvents.dropLast() { report(notes, event) { $0.text } }
        terms.identifier = "Terms"
        terms.accessibilityLabel = "Terms"
        terms.text = "This text can only be read."
        terms.isEditable = false
    }
}
