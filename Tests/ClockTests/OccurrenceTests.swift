import Testing

@testable import ClockPlugin

/// Occurrences of alarms.
@Suite struct OccurrenceTests {
    /// A time and the next occurrence of the alarm, both in UTC.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let zone, alarm, now, next: String

        init(_ description: String, _ zone: String, _ alarm: String, at now: String, rings next: String) {
            testDescription = description
            (self.zone, self.alarm, self.now, self.next) = (zone, alarm, now, next)
        }
    }

    static let examples = [
        Example("today", "Etc/UTC", "07:30", at: "2026-11-21 07:29:59", rings: "2026-11-21 07:30:00"),
        Example("now is over", "Etc/UTC", "07:30", at: "2026-11-21 07:30:00", rings: "2026-11-22 07:30:00"),
        Example("seconds", "Etc/UTC", "07:30:15", at: "2026-11-21 07:30:00", rings: "2026-11-21 07:30:15"),
        Example(
            "over the weekend", "Etc/UTC", "07:30 Mon-Fri", at: "2026-11-20 08:00:00", rings: "2026-11-23 07:30:00"),
        Example("a week later", "Etc/UTC", "07:30 Sat", at: "2026-11-21 07:30:00", rings: "2026-11-28 07:30:00"),
        Example("east", "Asia/Tokyo", "07:30", at: "2026-11-21 12:00:00", rings: "2026-11-21 22:30:00"),
        Example("Berlin's gap", "Europe/Berlin", "02:30", at: "2026-03-28 12:00:00", rings: "2026-03-29 01:00:00"),
        Example("after the gap", "Europe/Berlin", "02:30", at: "2026-03-29 01:00:00", rings: "2026-03-30 00:30:00"),
        Example("Berlin's overlap", "Europe/Berlin", "02:30", at: "2026-10-24 12:00:00", rings: "2026-10-25 00:30:00"),
        Example("once", "Europe/Berlin", "02:30", at: "2026-10-25 00:30:00", rings: "2026-10-26 01:30:00"),
        Example("second time", "Europe/Berlin", "02:30", at: "2026-10-25 01:10:00", rings: "2026-10-26 01:30:00"),
        Example("New York's gap", "America/New_York", "02:30", at: "2026-03-08 00:00:00", rings: "2026-03-08 07:00:00"),
        Example(
            "New York's overlap", "America/New_York", "01:30", at: "2026-11-01 00:00:00", rings: "2026-11-01 05:30:00"),
        Example(
            "half an hour's gap", "Australia/Lord_Howe", "02:15", at: "2026-10-03 00:00:00",
            rings: "2026-10-03 15:30:00"),
        Example(
            "half an hour twice", "Australia/Lord_Howe", "01:45", at: "2026-04-04 00:00:00",
            rings: "2026-04-04 14:45:00"),
        Example(
            "a gap at midnight", "America/Sao_Paulo", "00:15 Sun", at: "2018-11-03 12:00:00",
            rings: "2018-11-04 03:00:00"),
        Example(
            "a gap before midnight", "America/Nuuk", "23:30 Sat", at: "2026-03-28 12:00:00",
            rings: "2026-03-29 01:00:00"),
        Example(
            "yesterday's is still ahead", "America/Nuuk", "23:30 Sat", at: "2026-03-29 00:59:59",
            rings: "2026-03-29 01:00:00"),
        Example("no Friday", "Pacific/Apia", "07:30 Fri", at: "2011-12-25 00:00:00", rings: "2012-01-05 17:30:00"),
        Example("no 30th", "Pacific/Apia", "07:30 Daily", at: "2011-12-29 18:00:00", rings: "2011-12-30 17:30:00"),
        Example("by rule", "Europe/Dublin", "01:30", at: "2040-03-24 12:00:00", rings: "2040-03-25 01:00:00"),
    ]

    @Test(arguments: examples) func `the next time is`(example: Example) throws {
        let spec = try #require(AlarmSpec(example.alarm))
        let next = spec.occurrence(after: try Zones.seconds(example.now), in: try Zones.zone(example.zone))
        #expect(next?.moment == (try Zones.seconds(example.next)))
    }

    @Test func `a date that has rung is skipped`() throws {
        let spec = try #require(AlarmSpec("07:30 Daily"))
        let now = try Zones.seconds("2026-11-21 06:00:00")
        let next = spec.occurrence(after: now, in: .utc, except: DateAndTime(secondsSince1970: now).day)
        #expect(next?.moment == (try Zones.seconds("2026-11-22 07:30:00")))
    }
}
