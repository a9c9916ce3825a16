/// The state of an alarm. Its methods take the current time as an argument, so that they can be tested.
///
/// - An alarm rings once per local date. If the clock is set back or the machine moves to a zone further west, it does
///   not ring again for the same date. Switching the alarm off and on resets that.
/// - An alarm that was due during a suspend, while the daemon was not running, or when the clock was set forward, rings
///   immediately and shows that it is late, if that was at most an hour ago. Otherwise it is missed. If the clock is
///   then set back before that time, the alarm is due again.
/// - Changes of the wall clock do not affect snoozing.
struct ScheduledAlarm: Hashable {
    enum Phase: Hashable {
        case waiting
        /// The alarm rings. `late` is the delay of its start in seconds.
        case ringing(Occurrence, late: Int64)
        case snoozed(Occurrence, until: Deadline)
    }

    /// The maximum delay in seconds with which an alarm still rings.
    static let maximumDelay: Int64 = 3600
    /// The duration of snoozing in milliseconds.
    static let snooze: Int64 = 9 * 60_000

    let spec: AlarmSpec
    var isOn = true
    var phase = Phase.waiting
    /// The time, in seconds since 1970, after which occurrences count.
    var since: Int64
    /// The last date for which the alarm has rung, in days since 1970-01-01.
    var rungDay: Int64?
    /// The last occurrence that was missed.
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

    /// Updates the state for the current time.
    mutating func update(at now: ClockReading, in zone: TimeZone) {
        if case .snoozed(let occurrence, let deadline) = phase {
            guard deadline.remaining(at: now) <= 0 else { return }
            let late = -deadline.remaining(at: now) / 1000
            if late <= Self.maximumDelay { return ring(occurrence, late: late) }
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
        if late <= Self.maximumDelay { ring(due, late: late) } else { miss(due) }
    }

    /// Returns the time of the next update in milliseconds since 1970; nil if none is needed.
    func wake(after now: ClockReading, in zone: TimeZone) -> Int64? {
        switch phase {
        case .ringing: nil
        case .snoozed(_, let deadline): deadline.wall(at: now)
        case .waiting: next(after: now, in: zone).map { $0.moment * 1000 }
        }
    }

    /// Returns the next occurrence, for the current clock and zone.
    func next(after now: ClockReading, in zone: TimeZone) -> Occurrence? {
        isOn ? spec.occurrence(after: now.seconds, in: zone, except: rungDay) : nil
    }

    /// Snoozes a ringing alarm.
    mutating func snooze(at now: ClockReading) {
        guard case .ringing(let occurrence, _) = phase else { return }
        phase = .snoozed(occurrence, until: Deadline(after: Self.snooze, from: now))
    }

    /// Stops ringing or snoozing. Switches off an alarm that does not repeat.
    mutating func stop(at now: ClockReading) {
        guard phase != .waiting else { return }
        phase = .waiting
        since = now.seconds
        if spec.weekdays.isEmpty { isOn = false }
    }

    /// Switches the alarm off, or on with a new state.
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
    /// Returns the row of the table: the time and label, and the state.
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

    /// The text for a ringing alarm.
    var announcement: String {
        let text = spec.label.isEmpty ? spec.time : spec.time + " " + spec.label
        guard case .ringing(_, let late) = phase, late >= 60 else { return text }
        return text + " (" + Self.late(late) + ")"
    }

    private static func late(_ seconds: Int64) -> String { DurationText.words(seconds: seconds) + " late" }
}
