/// When an alarm rings, and what for: `07:30`, `07:30 Mon-Fri`, `07:30:15 Sat,Sun Feed the cat`.
struct AlarmSpec: Hashable {
    static let maximumLabel = 100

    /// Since midnight on the wall clock.
    var second: Int64
    var weekdays: Weekdays
    var label: String

    init(second: Int64, weekdays: Weekdays = [], label: String = "") {
        self.second = second
        self.weekdays = weekdays
        self.label = shortened(label, to: Self.maximumLabel)
    }

    /// A time, then days of the week (without them it rings once), then a label; the last two may be missing.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let time = words.first, let second = Self.second(time) else { return nil }
        let weekdays = words.dropFirst().first.flatMap { Weekdays($0) }
        let label = words.dropFirst(weekdays == nil ? 1 : 2).joined(separator: " ")
        self.init(second: second, weekdays: weekdays ?? [], label: label)
    }

    /// What `init?(_:)` reads. The days stand there always, so that no label is taken for them.
    var text: String { [time, weekdays.text, label].filter { !$0.isEmpty }.joined(separator: " ") }

    /// `07:30`, with seconds when there are any.
    var time: String {
        let minutes = twoDigits(second / 3600) + ":" + twoDigits(second / 60 % 60)
        return second % 60 == 0 ? minutes : minutes + ":" + twoDigits(second % 60)
    }

    /// `7:30`, `07:30` or `07:30:15` in seconds since midnight.
    static func second(_ text: some StringProtocol) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
            (1...2).contains(parts[0].utf8.count)
        else { return nil }
        var second: Int64 = 0
        for (part, limit) in zip(parts, [24, 60, 60] as [Int64]) {
            guard let number = digits(part), number < limit else { return nil }
            second = second * 60 + number
        }
        return parts.count == 2 ? second * 60 : second
    }
}

/// The number that up to nine decimal digits give.
func digits(_ text: some StringProtocol) -> Int64? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
}

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
