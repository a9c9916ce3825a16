import TabPlugin

/// What a media player plays, with the controls of the player.
///
/// It shows the player that began to play last, or the one that the user has chosen. While any player plays, the tab has a
/// badge. The argument `Player` has the bus name to choose, with or without `org.mpris.MediaPlayer2.`.
final class NowPlaying: ViewController {
    private static let playingBadge = "▶"

    private let scrollView = ScrollView()
    private let artworkView = ArtworkView()
    private let playerView = PlayerView()
    private let messageLabel = Label()
    private let playersButton = Button(title: "Players")
    private let playersItem = BarButtonItem(title: "Players")

    private let center = PlayerCenter.shared
    /// The bus name of the player that the user has chosen, or its beginning; nil for the one that played last.
    private var choice: String?
    /// Why the last command failed, as long as its player shows the same track.
    private var failure: (player: String, track: Track, text: String)?
    /// The timer for the next full second of the track.
    private var ticker: Timer?
    private weak var list: PlayerList?
    /// What the last layout was for.
    private var laidOutContent: [String] = []

    private var player: Player? { center.players.shown(choice: choice) }

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Now Playing"
        playersItem.primaryAction = { [weak self] _ in self?.showList() }
        if let argument = arguments["Player"] { choose(argument) }
        // The restored tab bar item may still have the badge of the previous instance.
        tabBarItem.badgeValue = ""
        tabBarItem.toolTip = ""
        tabBarItem.accessibilityLabel = ""
        center.observe(
            self, playersChanged: { [weak self] in self?.playersChanged() },
            commandFailed: { [weak self] in self?.commandFailed($0, $1) })
        showTab()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        messageLabel.identifier = "Message"
        messageLabel.textColor = "secondaryLabel"
        messageLabel.alignment = .center
        messageLabel.numberOfLines = 0
        playersButton.identifier = "Players"
        playersButton.accessibilityLabel = "Choose a player"
        playersButton.primaryAction = { [weak self] in self?.showList() }
        playerView.didCommand = { [weak self] in self?.perform($0) }
        for subview in [artworkView, playerView, messageLabel, playersButton] { scrollView.addSubview(subview) }
        view.addSubview(scrollView)
        show()
    }

    override func viewWillLayoutSubviews() {
        super.viewWillLayoutSubviews()
        scrollView.frame = view.bounds.inset(by: view.safeAreaInsets)
        let parts = [messageLabel, playersButton].filter { !$0.isHidden }
        let layout = PageLayout(
            scrollView.frame.size, hasPlayer: player != nil,
            below: parts.map { part in { Self.height(of: part, in: $0) } },
            player: { [playerView] in Self.height(of: playerView, in: $0) })
        artworkView.frame = layout.artwork
        playerView.frame = layout.player
        for (part, frame) in zip(parts, layout.below) { part.frame = frame }
        scrollView.contentSize = Size(
            width: scrollView.frame.width, height: max(layout.height, scrollView.frame.height))
    }

    private static func height(of view: View, in width: Double) -> Double {
        max(view.sizeThatFits(Size(width: width, height: .infinity)).height, view is Button ? 44 : 0)
    }

    override var preferredFocusedView: View? { playerView.primaryControl }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        center.refresh(player)
        show()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        ticker = nil
    }

    override func didMove(toParent parent: ViewControllerReference?) {
        super.didMove(toParent: parent)
        if isViewVisible { show() }
    }

    /// On screen, everything but the time is up to date.
    override func updateContent() { if isViewVisible { tick() } else if isViewLoaded { show() } }

    // MARK: Restoration

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        if let choice { coder.encode(choice, forKey: "Player") }
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        choice = nil
        if let name = coder.decodeString(forKey: "Player"), PlayerDirectory.isPlayer(name) { choice = name }
        showTab()
    }

    private func choose(_ argument: Value) {
        let name = argument.string.map { $0.hasPrefix(Player.prefix) ? $0 : Player.prefix + $0 }
        guard let name, PlayerDirectory.isPlayer(name) else {
            let given =
                argument.string.map { "'\(line($0, maximum: 40))'" } ?? "a value of type '\(argument.signature)'"
            return log(.warning, "argument Player: \(given) is not allowed; expected a bus name such as 'mpv'")
        }
        choice = name
    }

    // MARK: Players

    private func playersChanged() {
        showTab()
        if let failure, failure.player != player?.name || player?.track.isSame(as: failure.track) == false {
            self.failure = nil
        }
        if isViewVisible { show() }
    }

    private func perform(_ command: PlayerCommand) {
        failure = nil
        if let player { center.perform(command, by: player) }
        // The sliders stay where the user has put them.
        showMessage()
    }

    private func commandFailed(_ name: String, _ text: String) {
        guard let player, player.name == name else { return }
        failure = (name, player.track, text)
        showMessage()
    }

    /// Presents the list of players in a popover, or in a sheet if the window is compact.
    private func showList() {
        guard list == nil else { return }
        let list = PlayerList()
        list.choice = choice
        list.didChoose = { [weak self] name in
            self?.choice = name
            self?.dismiss(animated: true)
            self?.playersChanged()
        }
        list.didCancel = { [weak self] in self?.dismiss(animated: true) }
        list.modalPresentationStyle = .popover
        let popover = list.popoverPresentationController
        popover?.delegate = self
        if navigationController != nil {
            popover?.barButtonItem = playersItem
        } else {
            popover?.sourceView = playersButton
        }
        self.list = list
        present(list, animated: true)
    }

    // MARK: Content

    /// Shows in the tab whether a player plays, and what.
    private func showTab() {
        let playing = player.flatMap { $0.isPlaying && !$0.track.isEmpty ? $0.track.summary : nil }
        tabBarItem.badgeValue = center.players.contains(where: \.isPlaying) ? Self.playingBadge : ""
        tabBarItem.toolTip = playing ?? ""
        tabBarItem.accessibilityLabel = playing.map { "Now Playing: \($0)" } ?? ""
    }

    private func show() {
        let now = PlaybackClock.now
        playerView.isHidden = player == nil
        artworkView.isHidden = player == nil
        if let player {
            playerView.show(player, at: now)
            artworkView.show(player.track)
        }
        showPlayersButton()
        showMessage()
        tick()
    }

    private func showMessage() {
        messageLabel.text =
            player == nil
            ? "No media player is running.\nStart one that supports MPRIS, such as VLC, Firefox or Spotify."
            : failure?.text ?? ""
        messageLabel.isHidden = messageLabel.text.isEmpty
        layOutIfChanged()
    }

    /// Asks for a layout if the content needs other places. A layout measures all texts.
    private func layOutIfChanged() {
        let content =
            playerView.layoutContent + [messageLabel.text, "\(playersButton.isHidden)", "\(playerView.isHidden)"]
        guard content != laidOutContent else { return }
        laidOutContent = content
        viewIfLoaded?.setNeedsLayout()
    }

    private func showPlayersButton() {
        let isNeeded = center.players.count > 1 || choice != nil || list != nil
        let hasBar = navigationController != nil
        playersButton.isHidden = !isNeeded || hasBar
        let items = isNeeded && hasBar ? [playersItem] : []
        if navigationItem.rightBarButtonItems.count != items.count { navigationItem.rightBarButtonItems = items }
    }

    /// Shows the time, and repeats that at the next full second if the player plays and the view is visible.
    private func tick() {
        ticker = nil
        guard isViewVisible, let player else { return }
        let now = PlaybackClock.now
        playerView.showTime(of: player, at: now)
        guard let wait = player.position.timeToNextSecond(at: now) else { return }
        ticker = Timer(after: wait, leeway: 100) { [weak self] in self?.tick() }
    }
}

extension NowPlaying: PopoverPresentationControllerDelegate {
    /// Adds a navigation bar to a sheet, for the button that closes it.
    func presentationController(
        _ controller: PresentationController,
        viewControllerForAdaptivePresentationStyle style: ViewController.ModalPresentationStyle
    ) -> ViewController? {
        NavigationController(rootViewController: controller.presentedViewController)
    }
}
