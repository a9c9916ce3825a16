import TestSupport

@testable import ClockPlugin

/// Alarms at random times, with random changes of clocks and zones.
@Suite struct AlarmStressTests {
    @Test(arguments: Zones.names) func `the next occurrence is correct, in the future, and the first`(name: String)
        throws
    {
        let zone = try Zones.zone(name)
        var numbers = Numbers(state: Stress.firstSeed)
        for _ in 0..<(Stress.isLong ? 100 : 30) {
            // Prefer times within a day of a change of the offset.
            var now = Int64.random(in: 1_700_000_000..<2_200_000_000, using: &numbers)
            if Bool.random(using: &numbers), let change = zone.changes(in: now...now + 366 * 86400).first {
                now = change + .random(in: -90_000...90_000, using: &numbers)
            }
            let spec = AlarmSpec(
                second: .random(in: 0..<1440, using: &numbers) * 60,
                weekdays: Weekdays(rawValue: .random(in: 0...255, using: &numbers)))
            let next = try #require(spec.occurrence(after: now, in: zone))
            #expect(next.moment > now)
            #expect(Self.rings(spec, at: next.moment, in: zone), "\(name) \(spec.text) after \(now)")
            // Offsets are whole minutes, so that all occurrences are at full minutes.
            var moment = now - now % 60 + 60
            while moment < next.moment {
                if Self.rings(spec, at: moment, in: zone) {
                    Issue.record("\(name) \(spec.text) after \(now): \(moment) comes before \(next.moment)")
                    break
                }
                moment += 60
            }
        }
    }

    @Test func `an alarm rings once per date and is never skipped`() throws {
        let zones = try Zones.names.map(Zones.zone)
        var count = 0
        for seed in Stress.rounds(20, long: 400) {
            var numbers = Numbers(state: seed)
            var stage = try ClockStage("07:30 Daily", at: "2026-03-27 00:00:00", in: zones[9])
            var rung: Set<Int64> = []
            for step in 0..<200 {
                let wasRinging = stage.alarm.isRinging
                let operation = Int.random(in: 0..<8, using: &numbers)
                switch operation {
                case 0: stage.alarm.snooze(at: stage.now)
                case 1, 2: stage.alarm.stop(at: stage.now)
                case 3: stage.now.wall += .random(in: -100_000_000...100_000_000, using: &numbers)
                case 4: stage.travel(to: zones.randomElement(using: &numbers) ?? .utc)
                case 5: stage.restore()
                case 6: stage.suspend(milliseconds: .random(in: 0...90_000_000, using: &numbers))
                default: stage.pass(seconds: .random(in: 0...7200, using: &numbers))
                }
                stage.suspend(milliseconds: 0)
                if case .ringing(let occurrence, let late) = stage.alarm.phase {
                    #expect((0...ScheduledAlarm.maximumDelay).contains(late))
                    #expect(stage.alarm.rungDay == occurrence.day)
                    if !wasRinging { rung.insert(occurrence.day) }
                } else {
                    // The alarm is on, so that its next update is in the future.
                    let wake = try #require(stage.alarm.wake(after: stage.now, in: stage.zone), "seed \(seed), \(step)")
                    #expect(wake > stage.now.wall, "seed \(seed), step \(step), operation \(operation)")
                    var then = stage
                    then.suspend(milliseconds: wake - stage.now.wall)
                    #expect(then.alarm.isRinging, "seed \(seed), step \(step)")
                    let isAgain = stage.alarm.phase == .waiting && then.alarm.rungDay == stage.alarm.rungDay
                    #expect(!isAgain, "seed \(seed), step \(step)")
                }
            }
            count += rung.count
        }
        #expect(count > 20 || Stress.isOver)
    }

    /// Whether this is the first minute of an allowed date in which the wall clock has reached the alarm's time.
    private static func rings(_ spec: AlarmSpec, at moment: Int64, in zone: TimeZone) -> Bool {
        func shown(_ moment: Int64) -> Int64 { moment + Int64(zone.offset(at: moment)) }
        let (before, now) = (shown(moment - 60), shown(moment))
        // The local times that the clock reached or skipped in this minute.
        guard before < now else { return false }
        for day in (before / 86400)...(now / 86400) {
            let time = day * 86400 + spec.second
            guard before < time, time <= now else { continue }
            let isAllowed = spec.weekdays.isEmpty || spec.weekdays.contains(day: DateAndTime.weekday(of: day))
            // When clocks are put back, the clock may have reached the time before.
            let isFirst = stride(from: moment - 10_800, to: moment, by: 60).allSatisfy { shown($0) < time }
            if isAllowed, isFirst { return true }
        }
        return false
    }
}
