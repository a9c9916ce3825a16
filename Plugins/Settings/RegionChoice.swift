import TabPlugin

/// Whose formats of dates and numbers count. The list is long: it has the room of the tab bar as well.
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
