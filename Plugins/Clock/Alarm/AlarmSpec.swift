/// The time, days and label of an alarm: `07:30`, `07:30 Mon-Fri`, `07:30:15 Sat,Sun Feed the cat`.
struct AlarmSpec: Hashable {
    static let maximumLabel = 100

    /// The time of day as seconds since midnight, in local time.
    var second: Int64
    var weekdays: Weekdays
    var label: String

    init(second: Int64, weekdays: Weekdays = [], label: String = "") {
        self.second = second
        self.weekdays = weekdays
        self.label = shortened(label, to: Self.maximumLabel)
    }

    /// Parses a time, optional days of the week and an optional label. Without days the alarm rings once.
    init?(_ text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let time = words.first, let second = Self.second(time) else { return nil }
        let weekdays = words.dropFirst().first.flatMap { Weekdays($0) }
        let label = words.dropFirst(weekdays == nil ? 1 : 2).joined(separator: " ")
        self.init(second: second, weekdays: weekdays ?? [], label: label)
    }

    /// The text form that `init?(_:)` parses. It always contains the days, so that a label is not mistaken for days.
    var text: String { [time, weekdays.text, label].filter { !$0.isEmpty }.joined(separator: " ") }

    /// The time: `07:30`, or with seconds if they are not 0.
    var time: String {
        let minutes = twoDigits(second / 3600) + ":" + twoDigits(second / 60 % 60)
        return second % 60 == 0 ? minutes : minutes + ":" + twoDigits(second % 60)
    }

    /// Parses `7:30`, `07:30` or `07:30:15`. Returns the seconds since midnight.
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

/// Parses a number of one to nine decimal digits.
func digits(_ text: some StringProtocol) -> Int64? {
    guard (1...9).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.utf8.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
}

/// A point in time at which an alarm is due.
struct Occurrence: Hashable {
    /// The point in time in seconds since 1970, UTC.
    var moment: Int64
    /// The local date, in days since 1970-01-01.
    var day: Int64
}

extension AlarmSpec {
    /// Returns the first occurrence after a point in time.
    ///
    /// An alarm rings once per date. A time that does not exist, because clocks are put forward, occurs at the moment
    /// of the change. A time that occurs twice, because clocks are put back, counts the first time only. A date that
    /// the zone skips has no occurrence.
    ///
    /// - Parameters:
    ///   - moment: The point in time in seconds since 1970, UTC.
    ///   - rung: A date for which the alarm has already rung.
    /// - Returns: The occurrence; nil if there is none in the next two weeks.
    func occurrence(after moment: Int64, in zone: TimeZone, except rung: Int64? = nil) -> Occurrence? {
        // If clocks are put forward over midnight, yesterday's alarm can still be due.
        let yesterday = zone.wall(at: moment).day - 1
        for day in yesterday...yesterday + 16 where day != rung {
            guard weekdays.isEmpty || weekdays.contains(day: DateAndTime.weekday(of: day)) else { continue }
            let candidate = zone.firstMoment(showing: day * 86400 + second)
            if candidate > moment, zone.has(day: day) { return Occurrence(moment: candidate, day: day) }
        }
        return nil
    }

    /// Returns an occurrence after `since` and up to now: the first for an alarm that rings once, the last for an alarm
    /// that repeats.
    func due(after since: Int64, at now: Int64, in zone: TimeZone, except rung: Int64? = nil) -> Occurrence? {
        // Each day of the week occurs within 16 days, even if the zone skips a date.
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
