import Foundation
import TestSupport

@testable import ClockPlugin

/// The reader of the zone database, compared with Foundation.
@Suite struct TimeZoneTests {
    @Test(arguments: Zones.names) func `offsets are Foundation's`(name: String) throws {
        let zone = try Zones.zone(name)
        let known = Foundation.TimeZone(identifier: name)
        let other = try #require(known)
        var numbers = Numbers(state: 1)
        // Compare 1990 to 2037 only: the two may have different versions of the database for later years.
        for _ in 0..<500 {
            let moment = Int64.random(in: 631_152_000..<1_767_225_600, using: &numbers)
            let expected = other.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
            #expect(zone.offset(at: moment) == expected, "\(name) at \(moment)")
        }
    }

    @Test(arguments: Zones.names) func `the first moment of a time has nothing later before it`(name: String) throws {
        let zone = try Zones.zone(name)
        var numbers = Numbers(state: 2)
        func shown(_ moment: Int64) -> Int64 { moment + Int64(zone.offset(at: moment)) }
        for _ in 0..<300 {
            let local = Int64.random(in: 0..<4_000_000_000, using: &numbers)
            let moment = zone.firstMoment(showing: local)
            #expect(shown(moment) >= local)
            for before in [1, 60, 900, 1800, 3600, 7200, 50_000, 100_000] as [Int64] {
                #expect(shown(moment - before) < local, "\(name) at \(local)")
            }
        }
    }

    @Test func `a zone that moves across the date line skips a date`() throws {
        let zone = try Zones.zone("Pacific/Apia")
        let day = DateAndTime.day(year: 2011, month: 12, day: 30)
        #expect(zone.has(day: day - 1))
        #expect(!zone.has(day: day))
        #expect(zone.has(day: day + 1))
    }

    @Test(arguments: ["", "Nowhere", "Europe", "../../../etc/passwd", "/etc/passwd", "tzdata.zi", "Europe/Berlin\n"])
    func `an invalid zone is refused`(name: String) {
        let zone = ClockPlugin.TimeZone(named: name)
        #expect(zone == nil)
    }

    @Test func `a damaged file is refused or read without a crash`() throws {
        let bytes = try #require(readFile("/usr/share/zoneinfo/Europe/Berlin", limit: 65536))
        let folder = try TemporaryFolder()
        let path = folder.path + "/zone"
        var numbers = Numbers(state: 3)
        for _ in 0..<200 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...4, using: &numbers) {
                damaged[.random(in: 0..<damaged.count, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            damaged.removeLast(.random(in: 0..<damaged.count, using: &numbers))
            try Data(damaged).write(to: URL(fileURLWithPath: path))
            guard let zone = ClockPlugin.TimeZone(path: path) else { continue }
            for _ in 0..<20 {
                let moment = Int64.random(in: -4_000_000_000...253_402_300_799, using: &numbers)
                #expect(abs(zone.offset(at: moment)) < 26 * 3600)
                _ = AlarmSpec(second: 9000, weekdays: .daily).occurrence(after: moment, in: zone)
            }
        }
    }

    @Test func `the date of a day is the calendar's`() throws {
        for (text, date, weekday) in [
            ("1970-01-01 00:00:00", "1 Jan", 3), ("2024-02-29 12:00:00", "29 Feb", 3),
            ("2026-11-21 23:59:59", "21 Nov", 5),
            ("2000-12-31 00:00:00", "31 Dec", 6), ("2026-03-01 00:00:00", "1 Mar", 6),
        ] {
            let reading = DateAndTime(secondsSince1970: try Zones.seconds(text))
            #expect(reading.date == date)
            #expect(reading.weekday == weekday)
        }
    }
}
