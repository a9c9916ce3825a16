import TabPlugin

/// States of views: hidden, disabled, focusable, and the safe area.
final class States: GalleryTab {
    private let safeArea = View()
    private let insetsLabel = Label()
    private let showsGroup = Switch()
    private let enablesGroup = Switch()
    private let group = View()
    private let inner = Button(title: "In the group")
    private let hidden = Button(title: "Hidden")
    private let disabledViews: [View] = [
        Button(title: "Off"), Switch(), Slider(), SegmentedControl(), TextField(), TextView(), TableView(),
        ScrollView(),
    ]
    private let focusable = (1...3).map { Button(title: "Focus \($0)") }

    override func build() {
        safeArea.identifier = "SafeArea"
        safeArea.backgroundColor = "#34C7591F"
        safeArea.tooltip = "The part of the view that no bar covers"
        insetsLabel.identifier = "Insets"
        insetsLabel.style = .monospacedDigit
        insetsLabel.numberOfLines = 0
        buildGroup()
        hidden.identifier = "Hidden"
        hidden.isHidden = true
        reportTaps(of: hidden)
        for view in disabledViews {
            view.identifier = "Disabled-\(type(of: view))"
            view.accessibilityLabel = "Disabled \(type(of: view))"
            view.isEnabled = false
            (view as? SegmentedControl)?.segments = ["One", "Two"]
            (view as? TextField)?.text = "Disabled"
            (view as? TextView)?.text = "Disabled"
            (view as? TableView)?.rows = [TableView.Row("Disabled")]
        }
        for (index, button) in focusable.enumerated() {
            button.identifier = "Focus-\(index + 1)"
            reportTaps(of: button)
        }
        add([safeArea, insetsLabel, showsGroup, enablesGroup, group, hidden] + disabledViews + focusable)
    }

    override func place(in area: Rect) {
        safeArea.frame = view.bounds.inset(by: view.safeAreaInsets)
        let insets = view.safeAreaInsets
        insetsLabel.text = "Bars: \(insets.top) top, \(insets.bottom) bottom"
        let button = focusable.height(atLeast: 36, inWidth: area.width / 3)
        let rows = area.rows([insetsLabel.height(inWidth: area.width), button, button + 4, 0, button])
        insetsLabel.frame = rows[0]
        let switches = rows[1].columns([51, 51, 0])
        showsGroup.frame = switches[0]
        enablesGroup.frame = switches[1]
        hidden.frame = switches[2]
        group.frame = rows[2]
        inner.frame = group.bounds.insetBy(dx: 4, dy: 2)
        let grid = rows[3].rows([0, 0, 0, 0]).flatMap { $0.columns(2) }
        for (view, cell) in zip(disabledViews, grid) { view.frame = cell }
        for (button, cell) in zip(focusable, rows[4].columns(focusable.count)) { button.frame = cell }
    }

    private func buildGroup() {
        group.identifier = "Group"
        group.backgroundColor = "#8080803F"
        inner.identifier = "Inner"
        group.addSubview(inner)
        reportTaps(of: inner)
        showsGroup.identifier = "ShowGroup"
        showsGroup.accessibilityLabel = "Show the group"
        showsGroup.isOn = true
        showsGroup.addAction(for: .valueChanged) { [weak self] in
            guard let self else { return }
            group.isHidden = !showsGroup.isOn
        }
        enablesGroup.identifier = "EnableGroup"
        enablesGroup.accessibilityLabel = "Enable the group"
        enablesGroup.isOn = true
        enablesGroup.addAction(for: .valueChanged) { [weak self] in
            guard let self else { return }
            group.isEnabled = enablesGroup.isOn
        }
        for control in [showsGroup, enablesGroup] { report(control, .valueChanged) { $0.isOn } }
    }
}
