import TabPlugin

/// The colour of what can be pressed.
final class AccentColorChoice: ChoicePage {
    override class var pageTitle: String { "Accent Colour" }

    override var rows: [TableView.Row] { Preferences.AccentColor.allCases.map { TableView.Row($0.title) } }
    override var chosenRow: Int? { Preferences.AccentColor.allCases.firstIndex(of: preferences.accentColor) }
    override func choose(_ row: Int) { change { $0.accentColor = Preferences.AccentColor.allCases[row] } }
}
