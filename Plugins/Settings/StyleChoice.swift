import TabPlugin

/// Light or dark, or as the desktop says.
final class StyleChoice: ChoicePage {
    override class var pageTitle: String { "Style" }

    override var rows: [TableView.Row] { Preferences.Style.allCases.map { TableView.Row($0.title) } }
    override var chosenRow: Int? { Preferences.Style.allCases.firstIndex(of: preferences.style) }
    override func choose(_ row: Int) { change { $0.style = Preferences.Style.allCases[row] } }
}
