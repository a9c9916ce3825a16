import TabPlugin

/// A table with all features of rows, and a table with a list of choices.
final class Tables: GalleryTab {
    private let full = TableView()
    private let choice = TableView()

    override func build() {
        full.identifier = "Full"
        full.accessibilityLabel = "Rows to choose, delete and move"
        full.rows = [
            TableView.Row("Plain"),
            TableView.Row("With detail", detail: "21 °C"),
            TableView.Row("With icon", image: "folder-symbolic"),
            TableView.Row("Disclosure", detail: "More", accessory: .disclosure),
            TableView.Row("Checkmark", image: "emblem-ok-symbolic", accessory: .checkmark),
            TableView.Row("Disabled", detail: "Off", isEnabled: false),
            TableView.Row("A title that takes most of the row", detail: "and its detail"),
            TableView.Row("日本語", detail: "שלום"),
        ]
        full.emptyTitle = "No rows"
        full.didSelectRow = { [weak self] row in self?.select(row) }
        full.didDeleteRow = { [weak self] row in self?.delete(row) }
        full.didMoveRow = { [weak self] from, to in self?.move(from, to) }
        full.rowMenu = Menu(children: [
            Action(title: "Duplicate", identifier: "duplicate") { [weak self] in self?.duplicate($0.row ?? 0) }
        ])
        choice.identifier = "Choice"
        choice.accessibilityLabel = "Colour"
        choice.rows = ["Red", "Green", "Blue"].map { TableView.Row($0, id: $0) }
        choice.didSelectRow = { [weak self] row in self?.choose(row) }
        mark(1)
        add([full, choice])
    }

    override func place(in area: Rect) {
        let parts = area.width >= 560 ? area.columns(2) : area.rows([0, choice.height(inWidth: area.width)])
        full.frame = parts[0]
        choice.frame = parts[1]
    }

    private func select(_ row: Int) {
        full.selectedRow = row
        report(full, "selectRow", row)
    }

    private func duplicate(_ row: Int) {
        full.rows.insert(full.rows[row], at: row)
        report(full, "rowMenuItemSelected", "\(row) duplicate")
    }

    private func choose(_ row: Int) {
        mark(row)
        report(choice, "selectRow", row)
    }

    /// Marks the choice with a checkmark. The row does not stay selected.
    private func mark(_ chosen: Int) {
        for row in choice.rows.indices { choice.rows[row].accessory = row == chosen ? .checkmark : .none }
    }

    private func delete(_ row: Int) {
        full.rows.remove(at: row)
        full.selectedRow = nil
        report(full, "deleteRow", row)
    }

    private func move(_ from: Int, _ to: Int) {
        full.rows.insert(full.rows.remove(at: from), at: to)
        full.selectedRow = nil
        report(full, "moveRow", "\(from) \(to)")
    }
}
