import TabPlugin

/// A list of which one row is chosen: it has the checkmark, and a choice leads back.
class ChoicePage: SettingsPage {
    private let table = TableView()

    /// Override to tell the rows, of which the chosen one gets the checkmark.
    var rows: [TableView.Row] { [] }
    var chosenRow: Int? { nil }

    /// Override to change the preference.
    func choose(_ row: Int) {}

    override func build() {
        table.accessibilityLabel = Self.pageTitle
        table.didSelectRow = { [weak self] row in
            guard let self else { return }
            choose(row)
            // Another page may be on top when a script chooses.
            if navigationController?.topViewController?.viewController === self {
                navigationController?.popViewController(animated: true)
            }
        }
        add(table, "Choices")
    }

    override func place(in layout: inout PageLayout) { table.frame = layout.remainder() }

    override func show() {
        let chosen = chosenRow
        table.rows = rows.enumerated().map { index, row in
            var row = row
            row.accessory = index == chosen ? .checkmark : .none
            return row
        }
    }
}
