import TabPlugin

/// A countdown timer, which also runs while its view is not visible and during a suspend. When the time is up, the tab
/// has a badge until the user dismisses it or displays the tab.
///
/// The argument `Duration` has the initial duration in seconds.
final class CountdownTimer: ViewController {
    private static let presets: [(title: String, seconds: Int64)] = [
        ("1 min", 60), ("3 min", 180), ("5 min", 300), ("10 min", 600), ("30 min", 1800),
    ]

    private let remainingLabel = Label()
    private let progressView = ProgressView()
    private let messageLabel = Label()
    private let durationField = TextField()
    private let presetControl = SegmentedControl()
    private let startPauseButton = Button()
    private let cancelButton = Button(title: "Cancel")

    private var countdown = Countdown(duration: 300)
    private var isOnScreen = false
    private var isBadgeShown = false {
        didSet { if isBadgeShown != oldValue { tabBarItem.badgeValue = isBadgeShown ? "!" : "" } }
    }
    /// The timer for the end of the countdown.
    private var alarm: Timer?
    /// The timer for the next full second.
    private var ticker: Timer?

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Timer"
        guard let argument = arguments["Duration"] else { return }
        guard let seconds = argument.int, Countdown.allowedDurations.contains(Int64(seconds)) else {
            let given = argument.int.map(String.init) ?? "a value of type '\(shortened(argument.signature, to: 20))'"
            log(.warning, "argument Duration: \(given) is not allowed; expected 1 to \(DurationText.maximum) seconds")
            return
        }
        countdown = Countdown(duration: Int64(seconds))
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        remainingLabel.identifier = "Remaining"
        remainingLabel.style = .largeTitle
        remainingLabel.alignment = .center
        progressView.identifier = "Progress"
        progressView.accessibilityLabel = "Time passed"
        messageLabel.identifier = "Message"
        messageLabel.alignment = .center
        messageLabel.numberOfLines = 0
        durationField.identifier = "Duration"
        durationField.placeholder = "90, 1:30 or 1:00:00"
        durationField.accessibilityLabel = "Duration"
        durationField.addAction(for: .editingDidEnd) { [weak self] in self?.setDuration() }
        presetControl.identifier = "Presets"
        presetControl.accessibilityLabel = "Usual durations"
        presetControl.segments = Self.presets.map(\.title)
        presetControl.addAction(for: .valueChanged) { [weak self] in self?.choosePreset() }
        startPauseButton.identifier = "StartPause"
        startPauseButton.primaryAction = { [weak self] in self?.startOrPause() }
        cancelButton.identifier = "Cancel"
        cancelButton.primaryAction = { [weak self] in self?.cancel() }
        for subview in [
            remainingLabel, progressView, messageLabel, durationField, presetControl, cancelButton, startPauseButton,
        ] { view.addSubview(subview) }
        showAll()
    }

    override func viewWillLayoutSubviews() {
        var layout = RowLayout(view.bounds, view.safeAreaInsets)
        remainingLabel.frame = layout.row(60, for: remainingLabel)
        progressView.frame = layout.row(8)
        messageLabel.frame = layout.row(24, for: messageLabel)
        durationField.frame = layout.row(40, for: durationField)
        presetControl.frame = layout.row(40, for: presetControl)
        let places = layout.columns(44, [1, 1], for: [cancelButton, startPauseButton])
        cancelButton.frame = places[0]
        startPauseButton.frame = places[1]
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        isOnScreen = true
        isBadgeShown = false
        update()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        isOnScreen = false
        ticker = nil
    }

    override func updateContent() { update() }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(Int(countdown.duration), forKey: "Duration")
        switch countdown.phase {
        case .idle: break
        case .running(let deadline): coder.encode(deadline, forKey: "Deadline")
        case .paused(let left): coder.encode(Int(left), forKey: "Left")
        case .done: coder.encode(isBadgeShown, forKey: "Done")
        }
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        let duration = coder.decodeInt(forKey: "Duration").map(Int64.init) ?? 0
        guard Countdown.allowedDurations.contains(duration) else { return }
        var phase = Countdown.Phase.idle
        if let deadline: Deadline = coder.decode(forKey: "Deadline") {
            phase = .running(deadline)
        } else if let left = coder.decodeInt(forKey: "Left") {
            phase = .paused(Int64(left))
        } else if let isBadgeShown = coder.decodeBool(forKey: "Done") {
            phase = .done
            self.isBadgeShown = isBadgeShown
        }
        countdown = Countdown(duration: duration, restoring: phase)
        // The restored tab bar item may still have the badge of the previous instance.
        if !isBadgeShown { tabBarItem.badgeValue = "" }
        update()
    }

    // MARK: Actions

    private func setDuration() {
        // An empty field is not an error.
        guard !durationField.text.isEmpty else { return }
        guard let seconds = DurationText.seconds(durationField.text) else {
            messageLabel.text =
                "'\(shortened(durationField.text, to: 20))' is not a duration; expected 90, 1:30 or 1:00:00"
            return
        }
        durationField.text = ""
        reset(Countdown(duration: seconds))
    }

    private func choosePreset() {
        guard let index = presetControl.selectedSegmentIndex else { return showAll() }
        reset(Countdown(duration: Self.presets[index].seconds))
    }

    private func startOrPause() {
        var changed = countdown
        changed.advance(at: .now)
        reset(changed)
    }

    private func cancel() {
        var changed = countdown
        changed.cancel()
        reset(changed)
    }

    private func reset(_ countdown: Countdown) {
        self.countdown = countdown
        messageLabel.text = ""
        isBadgeShown = false
        update()
    }

    // MARK: Time

    /// Updates the countdown for the current time, starts the timer for its end, and updates the views.
    private func update() {
        let now = ClockReading.now
        if countdown.finish(at: now) { isBadgeShown = true }
        // Use a wall clock timer, because only that counts the time of a suspend. It also fires when the clock is set.
        alarm = countdown.deadline.map { deadline in
            Timer(at: deadline.wall(at: now)) { [weak self] in self?.update() }
        }
        if isViewLoaded { showAll() }
        tick()
    }

    /// Shows the time. Repeats that at the next full second if the countdown is running and the view is visible.
    private func tick() {
        let now = ClockReading.now
        showTime(at: now)
        ticker = nil
        guard isOnScreen, countdown.deadline != nil else { return }
        let left = max(countdown.left(at: now), 1)
        ticker = Timer(after: UInt64((left - 1) % 1000 + 1), leeway: 20) { [weak self] in self?.tick() }
    }

    private func showTime(at now: ClockReading) {
        // Round up, so that the label shows 0 only at the end.
        let seconds = (countdown.left(at: now) + 999) / 1000
        remainingLabel.text = DurationText.text(seconds: seconds)
        // Use whole percents, so that most ticks of a long countdown only change the label.
        progressView.progress = Double((countdown.duration - seconds) * 100 / countdown.duration) / 100
    }

    private func showAll() {
        let title: String
        switch countdown.phase {
        case .idle: title = "Start"
        case .running: title = "Pause"
        case .paused: title = "Resume"
        case .done: title = "Dismiss"
        }
        let isSettable = countdown.phase == .idle || countdown.phase == .done
        startPauseButton.title = title
        startPauseButton.style = isSettable ? .filled : .plain
        cancelButton.isEnabled = !isSettable
        durationField.isEnabled = isSettable
        presetControl.isEnabled = isSettable
        presetControl.selectedSegmentIndex = Self.presets.firstIndex { $0.seconds == countdown.duration }
        if countdown.phase == .done { messageLabel.text = "Time is up" }
        showTime(at: .now)
    }
}
