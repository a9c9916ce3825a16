import TabPlugin

/// The state of a stopwatch. Its methods take the current time as an argument, so that they can be tested.
struct StopwatchTime: Hashable {
    static let maximumLaps = 1000
    /// The maximum time to restore: a year.
    private static let maximumTime: Int64 = 366 * 86_400_000

    /// The time until the last stop, in milliseconds.
    private var stored: Int64 = 0
    /// The boot time of the last start, in milliseconds; nil while the stopwatch is stopped.
    private var started: Int64?
    /// The elapsed time at the end of each lap, the oldest first.
    private(set) var laps: [Int64] = []

    init() {}

    var isRunning: Bool { started != nil }

    /// Returns the elapsed time in milliseconds. Time in suspend counts.
    func elapsed(at now: ClockReading) -> Int64 { stored + (started.map { now.boot - $0 } ?? 0) }

    mutating func startOrStop(at now: ClockReading) {
        if started == nil {
            started = now.boot
        } else {
            stored = elapsed(at: now)
            started = nil
        }
    }

    /// Ends a lap if the stopwatch is running, otherwise resets it.
    mutating func lapOrReset(at now: ClockReading) {
        guard isRunning else {
            self = StopwatchTime()
            return
        }
        if laps.count < Self.maximumLaps { laps.append(elapsed(at: now)) }
    }

    /// The rows of the laps, the last lap first. Each has the lap time and the total. The fastest and the slowest lap
    /// are marked.
    var lapRows: [(title: String, detail: String)] {
        let times = laps.indices.map { laps[$0] - ($0 > 0 ? laps[$0 - 1] : 0) }
        let (fastest, slowest) = (times.min(), times.max())
        return laps.indices.reversed().map { index in
            var title = "Lap \(index + 1)"
            if fastest != slowest {
                if times[index] == fastest { title += ", fastest" }
                if times[index] == slowest { title += ", slowest" }
            }
            return (title, Self.text(times[index]) + "  " + Self.text(laps[index]))
        }
    }

    /// Returns a time as minutes, seconds and tenths (`02:05.3`), with hours if necessary.
    static func text(_ milliseconds: Int64) -> String {
        let seconds = milliseconds / 1000
        let hours = seconds >= 3600 ? "\(seconds / 3600):" : ""
        return hours + twoDigits(seconds / 60 % 60) + ":" + twoDigits(seconds % 60) + ".\(milliseconds / 100 % 10)"
    }
}

// MARK: Restoration

extension StopwatchTime {
    @PluginActor
    func encode(with coder: Coder, at now: ClockReading) {
        coder.encode(Int(stored), forKey: "Stored")
        coder.encode(laps.map { Int($0) }, forKey: "Laps")
        guard let started else { return }
        coder.encode(Int(started), forKey: "Started")
        coder.encode(Int(elapsed(at: now)), forKey: "Elapsed")
        coder.encode(now.bootIdentifier, forKey: "Boot")
    }

    /// Restores the state. A stopwatch that was running before a reboot is stopped.
    @PluginActor
    init(_ coder: Coder, at now: ClockReading) {
        func time(_ key: String) -> Int64? {
            coder.decodeInt(forKey: key).map(Int64.init).flatMap { (0...Self.maximumTime).contains($0) ? $0 : nil }
        }
        stored = time("Stored") ?? 0
        let laps = (coder.decode([Int].self, forKey: "Laps") ?? []).prefix(Self.maximumLaps).map(Int64.init)
        let isAscending = zip([0] + laps, laps).allSatisfy { $0 <= $1 } && laps.last ?? 0 <= Self.maximumTime
        self.laps = isAscending ? laps : []
        guard let started = coder.decodeInt(forKey: "Started").map(Int64.init) else { return }
        if coder.decodeString(forKey: "Boot") == now.bootIdentifier, (0...now.boot).contains(started) {
            self.started = started
        } else {
            stored = time("Elapsed") ?? stored
        }
    }
}
