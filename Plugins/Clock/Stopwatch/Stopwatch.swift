import TabPlugin

/// A stopwatch with laps. A timer updates the text only while the view is visible.
final class Stopwatch: ViewController {
    private let elapsedLabel = Label()
    private let startStop = Button()
    private let lapReset = Button()
    private let lapTable = TableView()

    private var time = StopwatchTime()
    private var isOnScreen = false
    private var timer: Timer?

    required init(arguments: [String: Value]) {
        super.init(arguments: arguments)
        title = "Stopwatch"
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        elapsedLabel.identifier = "Elapsed"
        elapsedLabel.style = .monospacedDigit
        elapsedLabel.alignment = .center
        lapReset.identifier = "LapReset"
        lapReset.primaryAction = { [weak self] in self?.lapOrReset() }
        startStop.identifier = "StartStop"
        startStop.primaryAction = { [weak self] in self?.startOrStop() }
        lapTable.identifier = "Laps"
        for subview in [elapsedLabel, lapReset, startStop, lapTable] { view.addSubview(subview) }
        updateAll()
    }

    override func viewWillLayoutSubviews() {
        var layout = RowLayout(view.bounds, view.safeAreaInsets)
        elapsedLabel.frame = layout.row(60, for: elapsedLabel)
        let places = layout.columns(44, [1, 1], for: [lapReset, startStop])
        lapReset.frame = places[0]
        startStop.frame = places[1]
        lapTable.frame = layout.remainder()
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        isOnScreen = true
        updateAll()
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        isOnScreen = false
        timer = nil
    }

    override func updateContent() { elapsedLabel.text = StopwatchTime.text(time.elapsed(at: .now)) }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        time.encode(with: coder, at: .now)
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        time = StopwatchTime(coder, at: .now)
    }

    private func startOrStop() {
        time.startOrStop(at: .now)
        updateAll()
    }

    private func lapOrReset() {
        time.lapOrReset(at: .now)
        updateAll()
    }

    private func updateAll() {
        let isReset = !time.isRunning && time.elapsed(at: .now) == 0
        startStop.title = time.isRunning ? "Stop" : "Start"
        startStop.style = time.isRunning ? .destructive : .filled
        lapReset.title = time.isRunning || isReset ? "Lap" : "Reset"
        lapReset.isEnabled = !isReset
        lapTable.rows = time.lapRows.map { TableView.Row($0.title, detail: $0.detail) }
        tick()
    }

    /// Shows the time. Repeats that in 100 ms if the stopwatch is running and the view is visible.
    private func tick() {
        updateContent()
        timer = nil
        guard time.isRunning, isOnScreen else { return }
        timer = Timer(after: 100, leeway: 20) { [weak self] in self?.tick() }
    }
}
