import TabPlugin

/// The texts and controls of one player.
final class PlayerView: View {
    /// The code to run when the user wants something of the player.
    var didCommand: (@PluginActor (PlayerCommand) -> Void)?

    private let playerLabel = Label()
    private let titleLabel = Label()
    private let artistLabel = Label()
    private let albumLabel = Label()
    private let positionSlider = Slider()
    private let elapsedLabel = Label()
    private let lengthLabel = Label()
    private let shuffleButton = Button()
    private let previousButton = Button()
    private let playButton = Button()
    private let nextButton = Button()
    private let loopButton = Button()
    private let volumeLabel = Label(text: "Volume")
    private let volumeSlider = Slider()

    private var player: Player?

    /// The button that plays and pauses.
    var primaryControl: View { playButton }

    init() {
        super.init()
        for (label, name, style) in [
            (playerLabel, "Player", .caption), (titleLabel, "Title", .title), (artistLabel, "Artist", .body),
            (albumLabel, "Album", .caption), (elapsedLabel, "Elapsed", .monospacedDigit),
            (lengthLabel, "Length", .monospacedDigit),
        ] as [(Label, String, Label.Style)] {
            label.identifier = name
            label.style = style
            label.alignment = .center
        }
        for label in [titleLabel, artistLabel, albumLabel] { label.numberOfLines = 2 }
        for label in [playerLabel, albumLabel] { label.textColor = "secondaryLabel" }
        elapsedLabel.alignment = .left
        lengthLabel.alignment = .right
        buildSliders()
        buildButtons()
        for view in [
            playerLabel, titleLabel, artistLabel, albumLabel, positionSlider, elapsedLabel, lengthLabel, shuffleButton,
            previousButton, playButton, nextButton, loopButton, volumeLabel, volumeSlider,
        ] { addSubview(view) }
    }

    private func buildSliders() {
        positionSlider.identifier = "Position"
        positionSlider.accessibilityLabel = "Position in seconds"
        positionSlider.addAction(for: .valueChanged) { [weak self] in self?.seek() }
        volumeSlider.identifier = "Volume"
        volumeSlider.accessibilityLabel = "Volume in percent"
        volumeSlider.maximumValue = 100
        volumeSlider.addAction(for: .valueChanged) { [weak self] in
            guard let self else { return }
            didCommand?(.setVolume(volumeSlider.value.rounded() / 100))
        }
    }

    private func buildButtons() {
        for (button, name, label, image) in [
            (shuffleButton, "Shuffle", "Shuffle", "media-playlist-shuffle-symbolic"),
            (previousButton, "Previous", "Previous track", "media-skip-backward-symbolic"),
            (playButton, "PlayPause", "Play", "media-playback-start-symbolic"),
            (nextButton, "Next", "Next track", "media-skip-forward-symbolic"),
            (loopButton, "Loop", "Repeat", "media-playlist-repeat-symbolic"),
        ] {
            button.identifier = name
            button.accessibilityLabel = label
            button.tooltip = label
            button.image = image
        }
        playButton.style = .filled
        shuffleButton.primaryAction = { [weak self] in
            if let isShuffled = self?.player?.isShuffled { self?.didCommand?(.setShuffle(!isShuffled)) }
        }
        previousButton.primaryAction = { [weak self] in self?.didCommand?(.previous) }
        playButton.primaryAction = { [weak self] in self?.playOrPause() }
        nextButton.primaryAction = { [weak self] in self?.didCommand?(.next) }
        loopButton.primaryAction = { [weak self] in
            if let loop = self?.player?.loop { self?.didCommand?(.setLoop(loop.next)) }
        }
    }

    private func seek() {
        guard let player else { return }
        didCommand?(.seek(to: Int64(positionSlider.value * 1_000_000), track: player.track.id))
    }

    /// Does what the button shows. Another program may have done it meanwhile.
    private func playOrPause() {
        if let player { didCommand?(player.isPlaying ? .pause : .play) }
    }

    // MARK: Content

    func show(_ player: Player, at now: Int64) {
        self.player = player
        let track = player.track
        playerLabel.text = player.identity
        titleLabel.text = track.isEmpty ? "Not Playing" : track.title
        for (label, text) in [(artistLabel, track.artist), (albumLabel, track.album)] {
            label.text = text
            label.isHidden = text.isEmpty
        }
        showTime(of: player, at: now)
        previousButton.isEnabled = player.canGoPrevious
        nextButton.isEnabled = player.canGoNext
        playButton.isEnabled = player.canPlayPause
        playButton.image = player.isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic"
        playButton.accessibilityLabel = player.isPlaying ? "Pause" : "Play"
        playButton.tooltip = playButton.accessibilityLabel
        showModes(of: player)
        volumeLabel.isHidden = player.volume == nil
        volumeSlider.isHidden = player.volume == nil
        volumeSlider.isEnabled = player.canSetVolume
        let volume = ((player.volume ?? 0) * 100).rounded()
        if volumeSlider.value.rounded() != volume { volumeSlider.value = volume }
    }

    private func showModes(of player: Player) {
        shuffleButton.isHidden = player.isShuffled == nil
        shuffleButton.isEnabled = player.canShuffle
        shuffleButton.style = player.isShuffled == true ? .filled : .plain
        shuffleButton.accessibilityValue = player.isShuffled == true ? "On" : "Off"
        loopButton.isHidden = player.loop == nil
        loopButton.isEnabled = player.canLoop
        loopButton.style = player.loop == Player.Loop.none || player.loop == nil ? .plain : .filled
        loopButton.image =
            player.loop == .track ? "media-playlist-repeat-song-symbolic" : "media-playlist-repeat-symbolic"
        loopButton.accessibilityValue =
            switch player.loop {
            case .track: "One track"
            case .playlist: "All tracks"
            default: "Off"
            }
    }

    /// Shows the position, in whole seconds.
    func showTime(of player: Player, at now: Int64) {
        let seconds = player.position.time(at: now) / 1_000_000
        let length = player.track.length.map { $0 / 1_000_000 }
        elapsedLabel.text = TimeText.text(seconds: seconds)
        elapsedLabel.accessibilityLabel = "Elapsed time \(elapsedLabel.text)"
        elapsedLabel.isHidden = player.track.isEmpty
        lengthLabel.text = length.map(TimeText.text(seconds:)) ?? ""
        lengthLabel.accessibilityLabel = "Length \(lengthLabel.text)"
        lengthLabel.isHidden = length == nil
        positionSlider.isHidden = length == nil
        positionSlider.isEnabled = player.canSeek
        positionSlider.maximumValue = Double(max(length ?? 1, 1))
        if positionSlider.value.rounded(.down) != Double(seconds) { positionSlider.value = Double(seconds) }
    }

    // MARK: Layout

    /// What the places of the views depend on: the texts that may need several lines, and which views are visible.
    var layoutContent: [String] {
        [playerLabel, titleLabel, artistLabel, albumLabel].map(\.text)
            + [positionSlider, elapsedLabel, lengthLabel, shuffleButton, loopButton, volumeSlider].map {
                "\($0.isHidden)"
            }
    }

    /// Returns the height that all views need in this width.
    override func sizeThatFits(_ size: Size) -> Size {
        Size(width: size.width, height: arrange(inWidth: size.width) { _, _ in })
    }

    override func layoutSubviews() {
        super.layoutSubviews()
        _ = arrange(inWidth: bounds.width) { $0.frame = $1 }
    }

    /// Passes the frames of the visible views to a function, and returns their height.
    private func arrange(inWidth width: Double, _ place: (View, Rect) -> Void) -> Double {
        var rows = Rows(width: width)
        for label in [playerLabel, titleLabel, artistLabel, albumLabel] where !label.isHidden {
            place(label, rows.row(for: label))
        }
        if !positionSlider.isHidden { place(positionSlider, rows.row(for: positionSlider, atLeast: 32)) }
        if !elapsedLabel.isHidden {
            let frames = rows.columns([1, 1], for: [elapsedLabel, lengthLabel])
            for (label, frame) in zip([elapsedLabel, lengthLabel], frames) { place(label, frame) }
        }
        let buttons = [shuffleButton, previousButton, playButton, nextButton, loopButton].filter { !$0.isHidden }
        let frames = rows.columns(buttons.map { _ in 1 }, for: buttons, atLeast: 44)
        for (button, frame) in zip(buttons, frames) { place(button, frame) }
        if !volumeSlider.isHidden {
            let frames = rows.columns([1, 2], for: [volumeLabel, volumeSlider], atLeast: 32)
            for (view, frame) in zip([volumeLabel, volumeSlider], frames) { place(view, frame) }
        }
        return rows.height
    }
}
