import Testing

@testable import ClockPlugin

/// Zones with all kinds of rules: none, north and south, half an hour, at midnight, negative summer time.
enum Zones {
    static let names = [
        "Africa/Cairo", "America/Havana", "America/New_York", "America/Nuuk", "America/Santiago", "Asia/Kathmandu",
        "Asia/Tokyo", "Australia/Lord_Howe", "Etc/UTC", "Europe/Berlin", "Europe/Dublin", "Pacific/Chatham",
    ]

    static func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(named: name), "zone \(name)") }

    /// Seconds since 1970 of `2026-03-29 02:30:00`, read as UTC.
    static func seconds(_ text: String) throws -> Int64 {
        let numbers = text.split(whereSeparator: { "- :".contains($0) }).compactMap { Int64($0) }
        try #require(numbers.count == 6, "'\(text)' is no date and time")
        let day = DateAndTime.day(year: numbers[0], month: numbers[1], day: numbers[2])
        return day * 86400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    }
}
