import TabPlugin

/// A list of alarms. While an alarm rings, the tab has a badge, even if the tab is not visible.
///
/// The argument `Alarms as` has the initial alarms (`07:30`, `07:30 Mon-Fri`, `07:30:15 Feed the cat`). A single timer
/// waits for the earliest alarm. It does not run while all alarms are off.
final class Alarm: ViewController {
    private static let maximumAlarms = 100

    private let ringingLabel = Label()
    private let snoozeButton = Button(title: "Snooze")
    private let stopButton = Button(title: "Stop")
    private let form = AlarmForm()
    private let messageLabel = Label()
    private let table = TableView()

    /// The alarms, sorted by time of day.
    private var alarms: [ScheduledAlarm] = []
    private var timer: Timer?
    private var isWatchingZone = false

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Alarm"
        if let argument = arguments["Alarms"] { addAlarms(argument) }
        update()
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        ringingLabel.identifier = "Ringing"
        ringingLabel.style = .headline
        ringingLabel.numberOfLines = 0
        snoozeButton.identifier = "Snooze"
        snoozeButton.accessibilityLabel = "Ring again in 9 minutes"
        snoozeButton.primaryAction = { [weak self] in self?.snooze() }
        stopButton.identifier = "Stop"
        stopButton.style = .filled
        stopButton.primaryAction = { [weak self] in self?.stop() }
        form.didAdd = { [weak self] in self?.add($0) }
        form.didFail = { [weak self] in self?.messageLabel.text = $0 }
        messageLabel.identifier = "Message"
        messageLabel.textColor = "secondaryLabel"
        messageLabel.numberOfLines = 0
        table.identifier = "Alarms"
        table.accessibilityLabel = "Alarms; selecting one switches it on or off"
        table.didSelectRow = { [weak self] in self?.toggle($0) }
        table.didDeleteRow = { [weak self] in self?.delete($0) }
        for subview in [ringingLabel, snoozeButton, stopButton, form, messageLabel, table] { view.addSubview(subview) }
        show()
    }

    override func viewWillLayoutSubviews() {
        var layout = RowLayout(view.bounds, view.safeAreaInsets)
        if !stopButton.isHidden {
            let places = layout.columns(44, [2, 1, 1], for: [ringingLabel, snoozeButton, stopButton])
            ringingLabel.frame = places[0]
            snoozeButton.frame = places[1]
            stopButton.frame = places[2]
        }
        form.frame = layout.row(0, for: form)
        messageLabel.frame = layout.row(20, for: messageLabel)
        table.frame = layout.remainder()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        messageLabel.text = ""
    }

    override func updateContent() { update() }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(alarms, forKey: "Alarms")
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        guard let kept = coder.decode([Value].self, forKey: "Alarms") else { return }
        let now = ClockReading.now
        alarms = []
        for var alarm in kept.compactMap({ ScheduledAlarm(value: $0) }) {
            alarm.resume(at: now)
            insert(alarm)
        }
        // The restored tab bar item may still have the badge of the previous instance.
        tabBarItem.badgeValue = ""
        update()
    }

    /// Adds the alarms of the argument. Invalid alarms are logged and skipped.
    private func addAlarms(_ argument: Value) {
        guard let texts = argument.strings else {
            return log(.warning, "argument Alarms: expected an array of strings")
        }
        let now = ClockReading.now
        for text in texts {
            guard let spec = AlarmSpec(text) else {
                log(.warning, "argument Alarms: '\(shortened(text, to: 80))' is not an alarm; " + AlarmForm.expected)
                continue
            }
            guard insert(ScheduledAlarm(spec, at: now)) else {
                return log(
                    .warning, "argument Alarms: \(texts.count) alarms; at most \(Self.maximumAlarms) are allowed")
            }
        }
    }

    // MARK: Actions

    private func add(_ spec: AlarmSpec) {
        let now = ClockReading.now
        let alarm = ScheduledAlarm(spec, at: now)
        guard insert(alarm) else {
            messageLabel.text = "The list is full (\(Self.maximumAlarms) alarms): delete an alarm first"
            return
        }
        form.clear()
        if let next = alarm.next(after: now, in: LocalZone.current) {
            messageLabel.text = "\(spec.time) rings in " + DurationText.words(seconds: next.moment - now.seconds)
        }
        update()
    }

    private func toggle(_ row: Int) { change { if $0 == row { $1.toggle(at: $2) } } }

    private func delete(_ row: Int) {
        alarms.remove(at: row)
        messageLabel.text = ""
        update()
    }

    private func snooze() { change { $1.snooze(at: $2) } }

    /// Stops the ringing alarms, or the snoozed ones if none is ringing.
    private func stop() {
        let isRinging = alarms.contains(where: \.isRinging)
        change { if $1.isRinging == isRinging { $1.stop(at: $2) } }
    }

    private func change(_ body: (Int, inout ScheduledAlarm, ClockReading) -> Void) {
        let now = ClockReading.now
        for index in alarms.indices { body(index, &alarms[index], now) }
        messageLabel.text = ""
        update()
    }

    /// Adds an alarm. Returns false if the list is full.
    @discardableResult
    private func insert(_ alarm: ScheduledAlarm) -> Bool {
        guard alarms.count < Self.maximumAlarms else { return false }
        alarms.insert(alarm, at: alarms.firstIndex { $0.spec.second > alarm.spec.second } ?? alarms.count)
        return true
    }

    // MARK: Time

    /// Updates all alarms for the current time, and starts the timer for the next alarm.
    private func update() {
        let (now, zone) = (ClockReading.now, LocalZone.current)
        let ringing = alarms.count(where: \.isRinging)
        for index in alarms.indices { alarms[index].update(at: now, in: zone) }
        if alarms.count(where: \.isRinging) > ringing { messageLabel.text = "" }
        // The timer also fires when the clock is set; the times are then computed again.
        timer = alarms.compactMap { $0.wake(after: now, in: zone) }.min().map { moment in
            Timer(at: moment) { [weak self] in self?.update() }
        }
        if timer != nil, !isWatchingZone {
            isWatchingZone = true
            ZoneWatch.shared.observe(self) { [weak self] in self?.update() }
        }
        showBadge()
        if isViewLoaded { show() }
    }

    private func showBadge() {
        let count = alarms.count(where: \.isRinging)
        let badge = count > 1 ? String(count) : count == 1 ? "!" : ""
        if badge != tabBarItem.badgeValue ?? "" { tabBarItem.badgeValue = badge }
    }

    private func show() {
        let (now, zone) = (ClockReading.now, LocalZone.current)
        let ringing = alarms.filter(\.isRinging)
        ringingLabel.text = ringing.map(\.announcement).joined(separator: ", ")
        ringingLabel.isHidden = ringing.isEmpty
        snoozeButton.isHidden = ringing.isEmpty
        stopButton.isHidden = ringing.isEmpty && !alarms.contains(where: \.isSnoozed)
        table.rows = alarms.map { alarm in
            let (title, detail) = alarm.row(at: now, in: zone)
            return TableView.Row(title, detail: detail, accessory: alarm.isOn ? .checkmark : .none)
        }
    }
}
