import TabPlugin

/// A list of cities with a search field.
final class CityList: ViewController {
    /// The code to run when the user chooses a city.
    var didChoose: (@PluginActor (City) -> Void)?
    /// The code to run when the user taps Cancel.
    var didCancel: (@PluginActor () -> Void)?
    /// The cities that the user has already chosen. Their rows are disabled.
    var chosenCities: Set<City> = []

    private let searchField = TextField()
    private let messageLabel = Label()
    private let table = TableView()
    private let index = CityIndex()
    private var cities: [City] = []
    /// The cities in the table.
    private var results: [City] = []

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Add City"
        preferredContentSize = Size(width: 320, height: 400)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = BarButtonItem(title: "Cancel") { [weak self] _ in self?.didCancel?() }
        searchField.identifier = "Search"
        searchField.placeholder = "City or time zone"
        searchField.accessibilityLabel = "Search for a city or time zone"
        for event in [Control.Event.editingChanged, .editingDidEnd] {
            searchField.addAction(for: event) { [weak self] in self?.search() }
        }
        messageLabel.identifier = "Message"
        messageLabel.textColor = "secondaryLabel"
        messageLabel.numberOfLines = 0
        table.identifier = "Results"
        table.accessibilityLabel = "Cities"
        table.didSelectRow = { [weak self] in self?.choose($0) }
        for subview in [searchField, messageLabel, table] { view.addSubview(subview) }
        cities = index.cities()
        search()
    }

    override func viewWillLayoutSubviews() {
        var layout = RowLayout(view.bounds, view.safeAreaInsets)
        searchField.frame = layout.row(40, for: searchField)
        if !messageLabel.isHidden { messageLabel.frame = layout.row(20, for: messageLabel) }
        table.frame = layout.remainder()
    }

    private func search() {
        let text = searchField.text
        results = CityIndex.cities(cities, matching: text)
        // The list does not include obsolete names and zones without a place.
        if results.isEmpty, let city = index.city(named: text) { results = [city] }
        messageLabel.text = results.isEmpty ? "No city matches '\(shortened(text, to: 40))'" : ""
        messageLabel.isHidden = !results.isEmpty
        view.setNeedsLayout()
        table.rows = results.map { city in
            let isChosen = chosenCities.contains(city)
            return TableView.Row(
                city.name, detail: city.zoneName, accessory: isChosen ? .checkmark : .none, isEnabled: !isChosen)
        }
    }

    private func choose(_ row: Int) {
        let city = results[row]
        guard !chosenCities.contains(city) else { return }
        didChoose?(city)
    }
}
