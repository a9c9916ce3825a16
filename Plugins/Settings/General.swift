import TabPlugin

/// The page with the languages, the region and the time format.
final class General: SettingsPage {
    override class var pageTitle: String { "General" }

    private let table = TableView()
    private lazy var timeRow = SwitchRow("24-Hour Time", "24HourTime") { [weak self] isOn in
        self?.change { $0.uses24HourTime = isOn }
    }

    override func build() {
        table.accessibilityLabel = "Languages and region"
        table.didSelectRow = { [weak self] row in self?.push(row == 0 ? Languages() : RegionChoice()) }
        add(table, "General")
        view.addSubview(timeRow)
    }

    override func place(in layout: inout PageLayout) {
        table.frame = layout.part(for: table)
        timeRow.frame = layout.row(for: timeRow)
    }

    override func show() {
        table.rows = [
            TableView.Row("Languages", detail: preferences.languages.first?.title ?? "", accessory: .disclosure),
            TableView.Row("Region", detail: preferences.region.title, accessory: .disclosure),
        ]
        timeRow.toggle.isOn = preferences.uses24HourTime
    }
}
