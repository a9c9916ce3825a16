import Testing

@testable import ClockPlugin

/// An alarm with clocks that the test sets. It is updated as in the view controller.
struct ClockStage {
    var now: ClockReading
    var zone: TimeZone
    var alarm: ScheduledAlarm

    init(_ alarm: String, at time: String, in zone: TimeZone = .utc) throws {
        now = ClockReading(wall: try Zones.seconds(time) * 1000, boot: 1_000_000, bootIdentifier: "a")
        self.zone = zone
        guard let spec = AlarmSpec(alarm) else { throw NoAlarm(text: alarm) }
        self.alarm = ScheduledAlarm(spec, at: now)
        update()
    }

    struct NoAlarm: Error { let text: String }

    private mutating func update() { alarm.update(at: now, in: zone) }

    /// Advances the time and fires the timers that are due.
    mutating func pass(seconds: Int64) {
        let end = now.boot + seconds * 1000
        while let wake = alarm.wake(after: now, in: zone), wake - now.wall <= end - now.boot {
            let step = max(wake - now.wall, 1)
            now.wall += step
            now.boot += step
            update()
        }
        suspend(milliseconds: end - now.boot)
    }

    /// Suspends the machine: both clocks advance without timers. Then the alarm is updated.
    mutating func suspend(milliseconds: Int64) {
        now.wall += milliseconds
        now.boot += milliseconds
        update()
    }

    /// Sets the clock.
    mutating func set(_ time: String) throws {
        now.wall = try Zones.seconds(time) * 1000
        update()
    }

    /// Changes the time zone.
    mutating func travel(to zone: TimeZone) {
        self.zone = zone
        update()
    }

    /// Encodes the alarm and restores it, as after a restart.
    mutating func restore() {
        guard var kept = ScheduledAlarm(value: alarm.value) else { return }
        kept.resume(at: now)
        alarm = kept
        update()
    }
}

extension ClockReading {
    /// The time at which tests begin.
    static let start = ClockReading(wall: 1_795_000_000_000, boot: 50_000, bootIdentifier: "a")

    /// Returns a time in milliseconds after the start.
    static func after(_ milliseconds: Int64) -> ClockReading {
        ClockReading(wall: start.wall + milliseconds, boot: start.boot + milliseconds, bootIdentifier: "a")
    }
}

/// Zones with all kinds of rules: without daylight saving time, on both hemispheres, with changes of half an hour or at
/// midnight, and with negative daylight saving time.
enum Zones {
    static let names = [
        "Africa/Cairo", "America/Havana", "America/New_York", "America/Nuuk", "America/Santiago", "Asia/Kathmandu",
        "Asia/Tokyo", "Australia/Lord_Howe", "Etc/UTC", "Europe/Berlin", "Europe/Dublin", "Pacific/Chatham",
    ]

    static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(named: name), "zone \(name)") }

    /// Returns the seconds since 1970 of a text such as `2026-03-29 02:30:00`, in UTC.
    static func seconds(_ text: String) throws -> Int64 {
        let numbers = text.split(whereSeparator: { "- :".contains($0) }).compactMap { Int64($0) }
        try #require(numbers.count == 6, "'\(text)' is not a date and time")
        let day = DateAndTime.day(year: numbers[0], month: numbers[1], day: numbers[2])
        return day * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }
}
