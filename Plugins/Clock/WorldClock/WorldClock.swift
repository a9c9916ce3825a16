import TabPlugin

/// The current time in a list of cities. The argument `Cities as` has the names of their time zones (`Europe/Berlin`).
///
/// A button presents a popover with a list of cities to add. It is in the navigation bar, or without a bar in the view.
final class WorldClock: ViewController {
    private static let standardCities = ["Europe/Berlin", "Europe/London", "America/New_York", "Asia/Tokyo"]
    private static let maximumCities = 100

    private let addItem = BarButtonItem(title: "Add", image: "list-add-symbolic")
    private let addButton = Button(title: "Add")
    private let messageLabel = Label()
    private let table = TableView()

    /// The cities with their zones. A zone is nil if the zone database does not have it.
    private var cities: [(city: City, zone: TimeZone?)] = []
    private var timer: Timer?
    private weak var list: CityList?

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "World Clock"
        addItem.primaryAction = { [weak self] _ in self?.showList() }
        navigationItem.rightBarButtonItem = addItem
        setCities(arguments["Cities"]?.strings ?? Self.standardCities)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        addButton.identifier = "Add"
        addButton.accessibilityLabel = "Add a city"
        addButton.primaryAction = { [weak self] in self?.showList() }
        messageLabel.identifier = "Message"
        messageLabel.textColor = "secondaryLabel"
        messageLabel.numberOfLines = 0
        table.identifier = "Cities"
        table.didDeleteRow = { [weak self] in self?.delete($0) }
        table.didMoveRow = { [weak self] in self?.move($0, to: $1) }
        for subview in [addButton, messageLabel, table] { view.addSubview(subview) }
        updateContent()
    }

    override func viewWillLayoutSubviews() {
        var layout = RowLayout(view.bounds, view.safeAreaInsets)
        addButton.isHidden = navigationController != nil
        if addButton.isHidden {
            messageLabel.frame = layout.row(20, for: messageLabel)
        } else {
            let places = layout.columns(40, [3, 1], for: [messageLabel, addButton])
            messageLabel.frame = places[0]
            addButton.frame = places[1]
        }
        table.frame = layout.remainder()
    }

    override func didMove(toParent parent: ViewControllerReference?) {
        super.didMove(toParent: parent)
        viewIfLoaded?.setNeedsLayout()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        tick()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        timer = nil
        messageLabel.text = ""
    }

    override func updateContent() {
        let now = ClockReading.now.seconds
        let today = LocalZone.current.wall(at: now)
        table.rows = cities.map { city, zone in
            guard let zone else { return TableView.Row(city.name, detail: "unknown time zone") }
            let there = zone.wall(at: now)
            return TableView.Row(city.name, detail: there.clock + Self.dayName(there.day - today.day))
        }
    }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(cities.map(\.city.zoneName), forKey: "Cities")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        if let names = coder.decode([String].self, forKey: "Cities") { setCities(names) }
    }

    // MARK: Cities

    private func setCities(_ names: [String]) {
        var known: Set<String> = []
        let unique = names.map { shortened($0, to: 100) }.filter { known.insert($0).inserted }
        cities = unique.prefix(Self.maximumCities).map { name in
            (City(zoneName: name), TimeZone(named: name))
        }
    }

    /// Presents the list of cities in a popover, or in a sheet if the window is compact.
    private func showList() {
        messageLabel.text = ""
        // The list is already presented.
        guard list == nil else { return }
        guard cities.count < Self.maximumCities else {
            messageLabel.text = "The list is full (\(Self.maximumCities) cities): delete a city first"
            return
        }
        let list = CityList()
        list.chosenCities = Set(cities.map(\.city))
        list.didChoose = { [weak self] city in
            self?.add(city)
            self?.dismiss(animated: true)
        }
        list.didCancel = { [weak self] in self?.dismiss(animated: true) }
        list.modalPresentationStyle = .popover
        let popover = list.popoverPresentationController
        popover?.delegate = self
        if navigationController != nil {
            popover?.barButtonItem = addItem
        } else {
            popover?.sourceView = addButton
        }
        self.list = list
        present(list, animated: true)
    }

    private func add(_ city: City) {
        guard let zone = TimeZone(named: city.zoneName) else {
            messageLabel.text = "The time zone of \(city.name) is not in the zone database"
            return
        }
        cities.append((city, zone))
        updateContent()
    }

    private func delete(_ row: Int) {
        cities.remove(at: row)
        messageLabel.text = ""
        updateContent()
    }

    private func move(_ row: Int, to destination: Int) {
        cities.insert(cities.remove(at: row), at: destination)
        updateContent()
    }

    // MARK: Time

    /// Shows the time, and repeats that at the next full minute or when the clock is set.
    private func tick() {
        updateContent()
        let now = ClockReading.now.wall
        timer = Timer(at: now - now % 60_000 + 60_000) { [weak self] in self?.tick() }
    }

    private static func dayName(_ difference: Int64) -> String {
        switch difference {
        case ..<0: ", yesterday"
        case 1...: ", tomorrow"
        default: ""
        }
    }
}

extension WorldClock: PopoverPresentationControllerDelegate {
    /// Adds a navigation bar to a sheet, for the button that closes it.
    func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) -> ViewController? {
        NavigationController(rootViewController: controller.presentedViewController)
    }
}
