import Testing

@testable import ClockPlugin

/// The text forms of times, durations, days and alarms.
@Suite struct TextTests {
    @Test(
        arguments: [
            ("07:30", 27000), ("7:30", 27000), ("0:00", 0), ("23:59:59", 86399), ("07:30:15", 27015), ("24:00", nil),
            ("7:60", nil), ("7:3", nil), ("007:30", nil), ("7", nil), ("", nil), (":", nil), ("7:30:", nil),
            ("-7:30", nil),
            ("+7:30", nil), ("7:30:60", nil), ("٧:٣٠", nil), ("7:30 ", nil), ("1:2:3:4", nil),
        ] as [(String, Int64?)])
    func `a time of day`(text: String, seconds: Int64?) {
        #expect(AlarmSpec.second(text) == seconds)
    }

    @Test(
        arguments: [
            ("90", 90), ("1:30", 90), ("1:00:00", 3600), ("90:00", 5400), ("0:01", 1), ("1", 1), ("99:59:59", 359_999),
            ("100:00:00", nil), ("0", nil), ("0:00", nil), ("1:60", nil), ("1:5", nil), ("", nil), ("-5", nil),
            ("1:", nil),
            (":30", nil), ("1h", nil), ("9999999999999999999999", nil), ("1:00:00:00", nil),
        ] as [(String, Int64?)])
    func `a duration`(text: String, seconds: Int64?) {
        #expect(DurationText.seconds(text) == seconds)
        if let seconds { #expect(DurationText.seconds(DurationText.text(seconds: seconds)) == seconds) }
    }

    @Test(
        arguments: [
            ("Mon-Fri", 0x1f), ("mon-fri", 0x1f), ("Daily", 0x7f), ("Once", 0), ("Sat,Sun", 0x60), ("Fri-Mon", 0x71),
            ("Mon,Wed,Fri", 0x15), ("Monday", 1), ("Mon-", nil), ("-", nil), (",", nil), ("", nil), ("Mon--Fri", nil),
            ("Mon,once", nil), ("Mo", nil), ("Mon-Tue-Wed", nil),
        ] as [(String, UInt8?)])
    func `days of the week`(text: String, days: UInt8?) {
        #expect(Weekdays(text)?.rawValue == days)
    }

    @Test func `the text of all days of the week can be parsed`() {
        for bits in 0...0x7f as ClosedRange<UInt8> {
            let days = Weekdays(rawValue: bits)
            #expect(Weekdays(days.text) == days, "\(days.text)")
        }
        #expect(Weekdays(rawValue: 0x5d).text == "Mon,Wed-Fri,Sun")
    }

    @Test(
        arguments: [
            ("07:30", 27000, 0, ""), ("7:30 Mon-Fri", 27000, 0x1f, ""), ("07:30:15 label", 27015, 0, "label"),
            ("07:30 Mon-Fri  Get   up ", 27000, 0x1f, "Get up"), ("07:30 Monster", 27000, 0, "Monster"),
        ] as [(String, Int64, UInt8, String)])
    func `an alarm`(text: String, second: Int64, days: UInt8, label: String) {
        let spec = AlarmSpec(second: second, weekdays: Weekdays(rawValue: days), label: label)
        #expect(AlarmSpec(text) == spec)
        #expect(AlarmSpec(spec.text) == spec)
    }

    @Test(arguments: ["", " ", "Mon", "7", "noon", "25:00 Mon"]) func `an invalid alarm is refused`(text: String) {
        #expect(AlarmSpec(text) == nil)
    }

    @Test func `a label that looks like days is restored as a label`() {
        let spec = AlarmSpec(second: 60, label: "Mon")
        #expect(AlarmSpec(spec.text) == spec)
        // A single character with many bytes.
        let long = AlarmSpec(second: 0, label: "x" + String(repeating: "\u{301}", count: 30_000))
        #expect(long.label.utf8.count < 200)
        #expect(AlarmSpec(second: 0, label: String(repeating: "x", count: 500)).label.count == AlarmSpec.maximumLabel)
    }
}
