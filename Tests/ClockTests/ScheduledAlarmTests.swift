import TabPlugin
import TestSupport

@testable import ClockPlugin

/// The state of an alarm while time passes, and after changes of the clock.
@Suite struct ScheduledAlarmTests {
    private func detail(_ stage: ClockStage) -> String { stage.alarm.row(at: stage.now, in: stage.zone).detail }

    @Test func `an alarm without days rings once and is off when it is stopped`() throws {
        var stage = try ClockStage("07:30 Up", at: "2026-11-21 07:00:00")
        stage.pass(seconds: 1799)
        #expect(!stage.alarm.isRinging)
        stage.pass(seconds: 1)
        #expect(stage.alarm.isRinging)
        #expect(stage.alarm.announcement == "07:30 Up")
        #expect(detail(stage) == "Ringing")
        stage.alarm.stop(at: stage.now)
        #expect(!stage.alarm.isOn)
        stage.pass(seconds: 10 * 86400)
        #expect(stage.alarm.phase == .waiting)
        #expect(detail(stage) == "Once")
    }

    @Test func `an alarm that repeats rings on its days`() throws {
        var stage = try ClockStage("07:30 Mon-Fri", at: "2026-11-20 07:00:00")
        var rung: [Int] = []
        for _ in 0..<7 {
            stage.pass(seconds: 86400)
            guard stage.alarm.isRinging else { continue }
            rung.append(DateAndTime(secondsSince1970: stage.now.seconds - 86400).weekday)
            stage.alarm.stop(at: stage.now)
        }
        #expect(rung == [4, 0, 1, 2, 3])
    }

    @Test func `snoozing takes nine minutes regardless of changes of the clock`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:29:00")
        stage.pass(seconds: 60)
        stage.alarm.snooze(at: stage.now)
        #expect(detail(stage) == "Snoozed until 07:39")
        try stage.set("2026-11-21 09:00:00")
        #expect(detail(stage) == "Snoozed until 09:09")
        stage.pass(seconds: 539)
        #expect(stage.alarm.isSnoozed)
        stage.pass(seconds: 1)
        #expect(stage.alarm.isRinging)
        stage.alarm.snooze(at: stage.now)
        stage.alarm.stop(at: stage.now)
        #expect(stage.alarm.phase == .waiting)
        #expect(!stage.alarm.isOn)
    }

    @Test func `setting the clock back doesn't ring again for the same date`() throws {
        var stage = try ClockStage("07:30 Daily", at: "2026-11-21 07:00:00")
        stage.pass(seconds: 1800)
        stage.alarm.stop(at: stage.now)
        try stage.set("2026-11-21 07:00:00")
        stage.pass(seconds: 7200)
        #expect(stage.alarm.phase == .waiting)
        stage.pass(seconds: 86400)
        #expect(stage.alarm.isRinging)
        stage.alarm.stop(at: stage.now)
        // Another date is another occurrence, even an earlier one.
        try stage.set("2026-11-20 07:00:00")
        stage.pass(seconds: 1800)
        #expect(stage.alarm.isRinging)
    }

    @Test func `switching an alarm off and on lets it ring again`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:00:00")
        stage.pass(seconds: 1800)
        stage.alarm.stop(at: stage.now)
        try stage.set("2026-11-21 07:00:00")
        stage.alarm.toggle(at: stage.now)
        stage.pass(seconds: 1800)
        #expect(stage.alarm.isRinging)
        stage.alarm.toggle(at: stage.now)
        #expect(!stage.alarm.isOn)
        #expect(stage.alarm.phase == .waiting)
    }

    @Test func `an alarm that the clock skips by less than an hour rings immediately as late`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:00:00")
        try stage.set("2026-11-21 08:12:00")
        #expect(stage.alarm.isRinging)
        #expect(stage.alarm.announcement == "07:30 (42 min late)")
        #expect(detail(stage) == "Ringing, 42 min late")
        stage = try ClockStage("07:30", at: "2026-11-21 07:00:00")
        stage.suspend(milliseconds: 1_830_000)
        #expect(stage.alarm.announcement == "07:30")
    }

    @Test func `an alarm that was due more than an hour ago is missed`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:00:00")
        stage.suspend(milliseconds: 5_401_000)
        #expect(stage.alarm.phase == .waiting)
        #expect(!stage.alarm.isOn)
        #expect(detail(stage) == "Once, missed on 21 Nov")
        // The clock was wrong and is corrected: nothing was missed.
        try stage.set("2026-11-21 07:10:00")
        #expect(stage.alarm.isOn)
        #expect(detail(stage) == "Once")
        stage.pass(seconds: 1200)
        #expect(stage.alarm.isRinging)
    }

    @Test func `after a suspend of days the last occurrence counts`() throws {
        var stage = try ClockStage("07:30 Daily", at: "2026-11-18 08:00:00")
        stage.suspend(milliseconds: 3 * 86_400_000)
        #expect(detail(stage) == "Ringing, 30 min late")
        stage.alarm.stop(at: stage.now)
        stage.suspend(milliseconds: 3 * 86_400_000 + 7_200_000)
        #expect(stage.alarm.isOn)
        #expect(detail(stage) == "Daily, missed on 24 Nov")
        stage = try ClockStage("07:30", at: "2026-11-18 08:00:00")
        stage.suspend(milliseconds: 3 * 86_400_000)
        #expect(detail(stage) == "Once, missed on 19 Nov")
    }

    @Test func `a snooze that ended long ago is missed`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:30:00")
        stage.pass(seconds: 86400)
        stage.alarm.snooze(at: stage.now)
        stage.suspend(milliseconds: 3 * 3_600_000)
        #expect(detail(stage) == "Once, missed on 22 Nov")
    }

    @Test func `an alarm follows the zone`() throws {
        let (berlin, london) = (try Zones.zone("Europe/Berlin"), try Zones.zone("Europe/London"))
        // 07:00 in Berlin.
        var stage = try ClockStage("07:30 Daily", at: "2026-11-21 06:00:00", in: berlin)
        stage.travel(to: london)
        stage.pass(seconds: 5399)
        #expect(stage.alarm.phase == .waiting)
        stage.pass(seconds: 1)
        #expect(stage.alarm.isRinging)
        stage.alarm.stop(at: stage.now)
        // Further west the same local time occurs again; the alarm has already rung for this date.
        stage.travel(to: try Zones.zone("America/New_York"))
        stage.pass(seconds: 6 * 3600)
        #expect(stage.alarm.phase == .waiting)
        // Further east the time may have passed immediately.
        stage.pass(seconds: 16 * 3600)
        #expect(DateAndTime(secondsSince1970: stage.now.seconds).clock == "05:30")
        stage.travel(to: try Zones.zone("Asia/Tokyo"))
        #expect(detail(stage) == "Daily, missed on 22 Nov")
    }

    @Test func `every phase is restored`() throws {
        var stage = try ClockStage("07:30:15 Mon,Wed-Thu Feed the cat", at: "2026-11-23 07:00:00")
        func roundTrip() { #expect(ScheduledAlarm(value: stage.alarm.value) == stage.alarm) }
        roundTrip()
        stage.pass(seconds: 2000)
        #expect(stage.alarm.isRinging)
        roundTrip()
        stage.alarm.snooze(at: stage.now)
        roundTrip()
        stage.alarm.stop(at: stage.now)
        roundTrip()
        stage.suspend(milliseconds: 30 * 3_600_000 * 2)
        #expect(stage.alarm.missed != nil)
        roundTrip()
        #expect(stage.alarm.spec.label == "Feed the cat")
    }

    @Test func `an alarm that was due while the daemon was not running rings within the hour`() throws {
        var stage = try ClockStage("07:30", at: "2026-11-21 07:00:00")
        let before = stage
        stage.now.wall += 3_000_000
        stage.now.boot = 5
        stage.now.bootIdentifier = "b"
        stage.restore()
        #expect(detail(stage) == "Ringing, 20 min late")
        // The alarm was ringing when the daemon ended.
        stage.now.wall += 3_600_000
        stage.restore()
        #expect(detail(stage) == "Once, missed on 21 Nov")
        // Snoozing continues after a reboot, by the wall clock.
        stage = before
        stage.pass(seconds: 1800)
        stage.alarm.snooze(at: stage.now)
        stage.now.wall += 300_000
        stage.now.boot = 5
        stage.now.bootIdentifier = "b"
        stage.restore()
        #expect(stage.alarm.isSnoozed)
        stage.pass(seconds: 240)
        #expect(stage.alarm.isRinging)
    }

    @Test func `damaged values are refused or decoded without a crash`() throws {
        var numbers = Numbers(state: 4)
        let keys = ["Spec", "On", "Since", "RungDay", "Missed", "Ringing", "Snoozed", "Late"]
        let moment = { (numbers: inout Numbers) -> Value in
            .int64([0, 5, -1, .max, .min, 1_800_000_000].randomElement(using: &numbers) ?? 0)
        }
        for _ in 0..<1000 {
            var entries: [Value: Value] = [:]
            for key in keys where Int.random(in: 0..<4, using: &numbers) > 0 {
                let value: Value =
                    switch Int.random(in: 0..<6, using: &numbers) {
                    case 0: .string("07:30 Daily")
                    case 1: .bool(true)
                    case 2: moment(&numbers)
                    case 3: .structure([moment(&numbers), moment(&numbers), .string("a")])
                    case 4: .structure([moment(&numbers), moment(&numbers)])
                    default: key == "Spec" ? .string("07:30") : moment(&numbers)
                    }
                entries[.string(key)] = .variant(value)
            }
            guard var alarm = ScheduledAlarm(value: .dictionary(key: "s", value: "v", entries)) else { continue }
            let now = ClockReading(wall: 1_795_000_000_000, boot: 1000, bootIdentifier: "a")
            alarm.resume(at: now)
            alarm.update(at: now, in: .utc)
            _ = alarm.wake(after: now, in: .utc)
            _ = alarm.row(at: now, in: .utc)
        }
    }
}
