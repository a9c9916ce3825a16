/// A moment for which an alarm was set.
struct Occurrence: Hashable {
    /// Seconds since 1970, UTC.
    var moment: Int64
    /// The date that it is for, in days since 1970-01-01.
    var day: Int64
}

extension AlarmSpec {
    /// When the alarm is to ring next, strictly after a moment.
    ///
    /// It rings once for a date. A time that the wall clock jumps over in spring is rung for at the moment of the jump;
    /// one that comes twice in autumn is rung for the first time only. A date that a zone leaves out has no alarm.
    ///
    /// - Parameters:
    ///   - moment: Seconds since 1970, UTC.
    ///   - rung: A date that is done with already.
    /// - Returns: nil when no such time comes within the next weeks.
    func occurrence(after moment: Int64, in zone: TimeZone, except rung: Int64? = nil) -> Occurrence? {
        // The jump may have been over midnight: yesterday's alarm can still be ahead.
        let yesterday = zone.wall(at: moment).day - 1
        for day in yesterday...yesterday + 16 where day != rung {
            guard weekdays.isEmpty || weekdays.contains(day: DateAndTime.weekday(of: day)) else { continue }
            let candidate = zone.firstMoment(showing: day * 86400 + second)
            if candidate > moment, zone.has(day: day) { return Occurrence(moment: candidate, day: day) }
        }
        return nil
    }

    /// What was due after `since` up to now: of an alarm that rings once the first time, of one that repeats the last.
    func due(after since: Int64, at now: Int64, in zone: TimeZone, except rung: Int64? = nil) -> Occurrence? {
        // Every day of the week comes within that time, also when a zone leaves one out.
        var begin = weekdays.isEmpty ? since : max(since, now - 16 * 86400)
        var result: Occurrence?
        while let next = occurrence(after: begin, in: zone, except: rung), next.moment <= now {
            result = next
            guard !weekdays.isEmpty else { break }
            begin = next.moment
        }
        return result
    }
}
