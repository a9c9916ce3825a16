/// One alarm with what has become of it: a pure state that is told what the clocks show.
///
/// - It rings for each of its dates once, by local date: when the clock is set back, or the machine goes to a zone
///   further west, the same time of the same date doesn't ring again; that of another date does. Switching the alarm on
///   anew makes it ring anew.
/// - What the clock jumped over (a suspend, a daemon that was away, somebody setting it) rings at once when it is less
///   than an hour ago, and says that it is late. What is longer ago counts as missed; when the clock then goes back
///   before that time, the alarm is ahead again.
/// - Snoozing takes its time whatever happens to the wall clock.
struct ScheduledAlarm: Hashable {
    enum Phase: Hashable {
        case waiting
        /// `late`: seconds after its time, when it began.
        case ringing(Occurrence, late: Int64)
        case snoozed(Occurrence, until: Deadline)
    }

    /// Later than that, in seconds, nobody wants to be rung out of bed.
    static let patience: Int64 = 3600
    /// Milliseconds.
    static let snooze: Int64 = 9 * 60_000

    let spec: AlarmSpec
    var isOn = true
    var phase = Phase.waiting
    /// Seconds since 1970: times after that count.
    var since: Int64
    /// The date, in days since 1970-01-01, for which it has rung last.
    var rungDay: Int64?
    /// What passed without ringing, last.
    var missed: Occurrence?

    init(_ spec: AlarmSpec, at now: ClockReading) {
        self.spec = spec
        since = now.seconds
    }

    var isRinging: Bool {
        guard case .ringing = phase else { return false }
        return true
    }

    var isSnoozed: Bool {
        guard case .snoozed = phase else { return false }
        return true
    }

    /// Takes up what the clocks show now.
    mutating func update(at now: ClockReading, in zone: TimeZone) {
        if case .snoozed(let occurrence, let deadline) = phase {
            guard deadline.remaining(at: now) <= 0 else { return }
            let late = -deadline.remaining(at: now) / 1000
            if late <= Self.patience { return ring(occurrence, late: late) }
            miss(occurrence)
        }
        guard phase == .waiting else { return }
        if let missed, now.seconds < missed.moment {
            self.missed = nil
            if spec.weekdays.isEmpty { isOn = true }
        }
        since = min(since, now.seconds)
        guard isOn, let due = spec.due(after: since, at: now.seconds, in: zone, except: rungDay) else { return }
        since = due.moment
        let late = now.seconds - due.moment
        if late <= Self.patience { ring(due, late: late) } else { miss(due) }
    }

    /// Milliseconds since 1970 on the wall clock; nil while there is nothing to wait for.
    func wake(after now: ClockReading, in zone: TimeZone) -> Int64? {
        switch phase {
        case .ringing: nil
        case .snoozed(_, let deadline): deadline.wall(at: now)
        case .waiting: next(after: now, in: zone).map { $0.moment * 1000 }
        }
    }

    /// When it rings by its time, as the clock and the zone are now.
    func next(after now: ClockReading, in zone: TimeZone) -> Occurrence? {
        isOn ? spec.occurrence(after: now.seconds, in: zone, except: rungDay) : nil
    }

    /// Rings again in a while.
    mutating func snooze(at now: ClockReading) {
        guard case .ringing(let occurrence, _) = phase else { return }
        phase = .snoozed(occurrence, until: Deadline(after: Self.snooze, from: now))
    }

    /// Ends ringing or snoozing; an alarm that does not repeat is off then.
    mutating func stop(at now: ClockReading) {
        guard phase != .waiting else { return }
        phase = .waiting
        since = now.seconds
        if spec.weekdays.isEmpty { isOn = false }
    }

    /// Switches the alarm off, or on as if it were new.
    mutating func toggle(at now: ClockReading) {
        if phase == .waiting, !isOn {
            self = ScheduledAlarm(spec, at: now)
        } else {
            phase = .waiting
            isOn = false
        }
    }

    private mutating func ring(_ occurrence: Occurrence, late: Int64) {
        phase = .ringing(occurrence, late: late)
        rungDay = occurrence.day
        missed = nil
    }

    mutating func miss(_ occurrence: Occurrence) {
        phase = .waiting
        missed = occurrence
        if spec.weekdays.isEmpty { isOn = false }
    }
}

extension ScheduledAlarm {
    /// What stands in the table: time and label, and what is to be known of it.
    func row(at now: ClockReading, in zone: TimeZone) -> (title: String, detail: String) {
        let title = spec.label.isEmpty ? spec.time : spec.time + " " + spec.label
        switch phase {
        case .ringing(_, let late): return (title, late < 60 ? "Ringing" : "Ringing, " + Self.late(late))
        case .snoozed(_, let deadline):
            let end = zone.wall(at: deadline.wall(at: now) / 1000)
            return (title, "Snoozed until " + end.clock)
        case .waiting:
            guard let missed else { return (title, spec.weekdays.text) }
            let date = DateAndTime(secondsSince1970: missed.day * 86400).date
            return (title, spec.weekdays.text + ", missed on " + date)
        }
    }

    /// What the big label says of an alarm that rings.
    var announcement: String {
        let text = spec.label.isEmpty ? spec.time : spec.time + " " + spec.label
        guard case .ringing(_, let late) = phase, late >= 60 else { return text }
        return text + " (" + Self.late(late) + ")"
    }

    private static func late(_ seconds: Int64) -> String { DurationText.words(seconds: seconds) + " late" }
}
