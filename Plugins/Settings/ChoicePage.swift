import TabPlugin

/// A page with a list of choices. The chosen row has a checkmark. Choosing a row goes back to the previous page.
class ChoicePage: SettingsPage {
    private let table = TableView()

    /// The rows. Subclasses override it.
    var rows: [TableView.Row] { [] }
    /// The index of the row with the checkmark. Subclasses override it.
    var chosenRow: Int? { nil }

    /// Changes the preference. Subclasses override it.
    func choose(_ row: Int) {}

    override func build() {
        table.accessibilityLabel = Self.pageTitle
        table.didSelectRow = { [weak self] row in
            guard let self else { return }
            choose(row)
            // If a script chooses, another page may be on top.
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
