import Glibc
import TabPlugin

/// Start, stop, laps, reset. The time runs on without a timer; one refreshes the text only while somebody looks.
final class Stopwatch: ViewController {
    private let elapsedLabel = Label()
    private let startStop = Button()
    private let lapReset = Button()
    private let lapTable = TableView()
    private static let maximumLaps = 1000
    /// A year, for what is read back: a larger number was never written by a stopwatch.
    private static let maximumTime: Int64 = 366 * 86_400_000

    /// Milliseconds up to the last stop.
    private var stored: Int64 = 0
    /// When it was started, milliseconds of the clock; nil while it is stopped.
    private var started: Int64?
    /// The elapsed time at each lap's end, oldest first.
    private var laps: [Int64] = []
    private var isLookedAt = false
    private var timer: Timer?

    override func viewDidLoad() {
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

    override func viewWillLayoutSubviews() { layOut(in: view.bounds, view.safeAreaInsets) }

    override func viewDidAppear(_ animated: Bool) {
        isLookedAt = true
        updateAll()
    }

    override func viewWillDisappear(_ animated: Bool) {
        isLookedAt = false
        timer = nil
    }

    override func updateContent() { elapsedLabel.text = Self.text(elapsed) }

    override func encodeRestorableState(with coder: Coder) {
        super.encodeRestorableState(with: coder)
        coder.encode(Int(stored), forKey: "Stored")
        coder.encode(laps.map { Int($0) }, forKey: "Laps")
        if let started { coder.encode(Int(started), forKey: "Started") }
    }

    override func decodeRestorableState(with coder: Coder) {
        super.decodeRestorableState(with: coder)
        func time(_ value: Int) -> Int64? {
            (0...Self.maximumTime).contains(Int64(value)) ? Int64(value) : nil
        }
        stored = coder.decodeInt(forKey: "Stored").flatMap(time) ?? 0
        laps = (coder.decode([Int].self, forKey: "Laps") ?? []).prefix(Self.maximumLaps).compactMap(time)
        // A start in the future belongs to an earlier boot: the machine has been off, and so has the watch.
        started = coder.decodeInt(forKey: "Started").map(Int64.init).flatMap { (0...Self.now).contains($0) ? $0 : nil }
    }

    private var elapsed: Int64 { stored + (started.map { Self.now - $0 } ?? 0) }

    /// Milliseconds since the machine was started, sleep included.
    private static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_BOOTTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
    }

    private func startOrStop() {
        if started == nil {
            started = Self.now
        } else {
            stored = elapsed
            started = nil
        }
        updateAll()
    }

    private func lapOrReset() {
        if started != nil {
            if laps.count < Self.maximumLaps { laps.append(elapsed) }
        } else {
            stored = 0
            laps = []
        }
        updateAll()
    }

    private func updateAll() {
        let isRunning = started != nil
        startStop.title = isRunning ? "Stop" : "Start"
        startStop.style = isRunning ? .destructive : .filled
        lapReset.title = isRunning || elapsed == 0 ? "Lap" : "Reset"
        lapReset.isEnabled = isRunning || elapsed > 0
        lapTable.rows = laps.indices.reversed().map { index in
            TableView.Row("Lap \(index + 1)", detail: Self.text(laps[index] - (index > 0 ? laps[index - 1] : 0)))
        }
        tick()
    }

    /// Shows the time, and again in 100 ms while it runs and is looked at.
    private func tick() {
        updateContent()
        timer = nil
        guard started != nil, isLookedAt else { return }
        timer = Timer(after: 100, leeway: 20) { [weak self] in self?.tick() }
    }

    private func layOut(in bounds: Rect, _ safeArea: EdgeInsets) {
        let (x, y) = (safeArea.left, safeArea.top)
        let width = max(bounds.width - safeArea.left - safeArea.right, 0)
        let height = max(bounds.height - safeArea.top - safeArea.bottom - 140, 0)
        elapsedLabel.frame = Rect(x: x, y: y + 16, width: width, height: 60)
        lapReset.frame = Rect(x: x + 16, y: y + 84, width: max(width / 2 - 24, 0), height: 44)
        startStop.frame = Rect(x: x + width / 2 + 8, y: y + 84, width: max(width / 2 - 24, 0), height: 44)
        lapTable.frame = Rect(x: x, y: y + 140, width: width, height: height)
    }

    /// Minutes, seconds and tenths (`02:05.3`), with hours when there are any.
    private static func text(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let hours = seconds >= 3600 ? "\(seconds / 3600):" : ""
        return hours + twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60) + ".\(milliseconds / 100 % 10)"
    }
}
