import TabPlugin

/// A list of the players on the bus, of which the user chooses one.
final class PlayerList: ViewController {
    /// The code to run when the user chooses a player by its bus name; nil for the one that played last.
    var didChoose: (@PluginActor (String?) -> Void)?
    /// The code to run when the user taps Cancel.
    var didCancel: (@PluginActor () -> Void)?
    /// The player that the user chose before.
    var choice: String?

    private let table = TableView()
    private let center = PlayerCenter.shared
    private var players: [Player] = []

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Players"
        preferredContentSize = Size(width: 360, height: 320)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        navigationItem.leftBarButtonItem = BarButtonItem(title: "Cancel") { [weak self] _ in self?.didCancel?() }
        table.identifier = "Players"
        table.accessibilityLabel = "Players"
        table.didSelectRow = { [weak self] row in
            guard let self, row <= players.count else { return }
            didChoose?(row == 0 ? nil : players[row - 1].name)
        }
        view.addSubview(table)
        center.observe(self, playersChanged: { [weak self] in self?.show() }, commandFailed: { _, _ in })
        show()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        table.frame = view.bounds.inset(by: view.safeAreaInsets)
    }

    private func show() {
        players = center.players
        let chosen = players.chosen(choice)?.name ?? choice
        let isMissing = choice != nil && !players.contains { $0.name == chosen }
        if isMissing, let choice { players.append(Player(name: choice)) }
        table.rows =
            [
                TableView.Row(
                    "Automatic", detail: "The last one that plays", accessory: choice == nil ? .checkmark : .none,
                    id: "automatic")
            ]
            + players.map { player in
                TableView.Row(
                    player.identity,
                    detail: isMissing && player.name == chosen
                        ? "Not running" : line(player.track.summary, maximum: 60), image: Self.image(of: player),
                    accessory: player.name == chosen ? .checkmark : .none, id: player.name)
            }
    }

    private static func image(of player: Player) -> String {
        switch player.status {
        case .playing: "media-playback-start-symbolic"
        case .paused: "media-playback-pause-symbolic"
        case .stopped: "media-playback-stop-symbolic"
        }
    }
}
