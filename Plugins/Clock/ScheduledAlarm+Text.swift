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
