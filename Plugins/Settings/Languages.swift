import TabPlugin

/// The page with the user's languages in order of preference. Edit allows the user to move and delete them.
final class Languages: SettingsPage {
    override class var pageTitle: String { "Languages" }

    private let preferred = TableView()
    private let others = TableView()
    private let othersLabel = Label(text: "Tap a language to add it")
    private lazy var editButton = BarButtonItem(title: "Edit") { [weak self] _ in self?.toggleEditing() }
    private var isEditing = false

    override func build() {
        navigationItem.rightBarButtonItem = editButton
        preferred.accessibilityLabel = "Preferred languages"
        add(preferred, "Preferred")
        othersLabel.style = .caption
        othersLabel.numberOfLines = 0
        othersLabel.textColor = "secondaryLabel"
        view.addSubview(othersLabel)
        others.accessibilityLabel = "Other languages"
        others.didSelectRow = { [weak self] row in
            guard let self else { return }
            let language = otherLanguages[row]
            change { $0.languages.append(language) }
        }
        add(others, "Others")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        if isEditing { toggleEditing() }
    }

    override func place(in layout: inout PageLayout) {
        preferred.frame = layout.part(for: preferred)
        othersLabel.frame = layout.part(for: othersLabel)
        others.frame = layout.remainder()
    }

    override func show() {
        preferred.rows = preferences.languages.map { TableView.Row($0.title, detail: $0.rawValue) }
        others.rows = otherLanguages.map { TableView.Row($0.title, detail: $0.rawValue) }
        othersLabel.isHidden = others.rows.isEmpty
        // A single language can't be moved or deleted.
        editButton.isEnabled = isEditing || preferences.languages.count > 1
        allowEditing()
        view.setNeedsLayout()
    }

    private var otherLanguages: [Preferences.Language] {
        Preferences.Language.allCases.filter { !preferences.languages.contains($0) }
    }

    private func toggleEditing() {
        isEditing.toggle()
        editButton.title = isEditing ? "Done" : "Edit"
        show()
    }

    private func allowEditing() {
        guard isEditing, preferences.languages.count > 1 else {
            preferred.didDeleteRow = nil
            preferred.didMoveRow = nil
            return
        }
        preferred.didDeleteRow = { [weak self] row in self?.change { $0.languages.remove(at: row) } }
        preferred.didMoveRow = { [weak self] from, to in
            self?.change { $0.languages.insert($0.languages.remove(at: from), at: to) }
        }
    }
}

/// The page for the region, which determines the formats of dates and numbers. It hides the tab bar, because the list
/// is long.
final class RegionChoice: ChoicePage {
    override class var pageTitle: String { "Region" }

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        hidesBottomBarWhenPushed = true
    }

    override var rows: [TableView.Row] {
        Preferences.Region.allCases.map { region in
            TableView.Row(region.title, detail: region == .automatic ? (try? locale()) ?? "" : region.rawValue)
        }
    }
    override var chosenRow: Int? { Preferences.Region.allCases.firstIndex(of: preferences.region) }
    override func choose(_ row: Int) { change { $0.region = Preferences.Region.allCases[row] } }
}
