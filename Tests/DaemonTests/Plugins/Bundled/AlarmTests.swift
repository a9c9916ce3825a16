import Foundation
import TestSupport

/// `clock.Alarm` over the bus.
@EventLoop @Suite(.bus) struct AlarmTests {
    private static func alarms(_ texts: String...) -> [String: Variant] { ["Alarms": texts.variant] }

    @Test func `an alarm rings without a front end, is snoozed and stopped`() async throws {
        let stage = try await ClockStage()
        let alarm = try await stage.inTime(2) { seconds in
            [try await stage.create("Alarm", Self.alarms(stage.time(in: seconds) + " Tea", "0:00 Daily"))]
        }[0]
        try await stage.badge(of: alarm, becomes: "!")
        #expect(try await !stage.client.viewController(alarm).isViewLoaded)
        try await stage.client.viewController(alarm).loadViewIfNeeded()
        #expect(try await stage.text(of: "Ringing", in: alarm).hasSuffix(" Tea"))
        #expect(try await stage.rows(of: "Alarms", in: alarm).last?.detail == "Ringing")
        stage.client.clearSignals()
        try await stage.press("Snooze", of: alarm)
        try await stage.badge(of: alarm, becomes: "")
        #expect(try await stage.isHidden("Ringing", in: alarm))
        #expect(try await stage.rows(of: "Alarms", in: alarm).last?.detail.hasPrefix("Snoozed until ") == true)
        // A hidden button can't be pressed.
        #expect(await failure { try await stage.press("Snooze", of: alarm) } == "InvalidArgument")
        try await stage.press("Stop", of: alarm)
        let rows = try await stage.rows(of: "Alarms", in: alarm)
        #expect(rows.map(\.detail) == ["Daily", "Once"])
        #expect(rows.map(\.accessory) == ["checkmark", "none"])
    }

    @Test func `several alarms ring at once and are stopped together`() async throws {
        let stage = try await ClockStage()
        var time = ""
        let alarm = try await stage.inTime(3) { seconds in
            time = stage.time(in: seconds)
            let texts = Self.alarms(time + " One", time + " Daily Two", stage.time(in: seconds + 1))
            return [try await stage.create("Alarm", texts)]
        }[0]
        try await stage.badge(of: alarm, becomes: "3")
        try await stage.client.viewController(alarm).loadViewIfNeeded()
        // A full minute is shown without seconds.
        let shown = time.hasSuffix(":00") ? String(time.dropLast(3)) : time
        #expect(try await stage.text(of: "Ringing", in: alarm).hasPrefix("\(shown) One, \(shown) Two, "))
        try await stage.press("Stop", of: alarm)
        #expect(try await stage.badge(of: alarm).isEmpty)
        #expect(try await stage.isHidden("Stop", in: alarm))
        #expect(try await stage.rows(of: "Alarms", in: alarm).count { $0.accessory == "checkmark" } == 1)
    }

    @Test func `alarms are added, switched and deleted`() async throws {
        let stage = try await ClockStage()
        // An invalid argument is skipped.
        let alarm = try await stage.create("Alarm", Self.alarms("12:00 Mon-Fri", "25:00", "noon"))
        try await stage.client.viewController(alarm).loadViewIfNeeded()
        func details() async throws -> [String] {
            try await stage.rows(of: "Alarms", in: alarm).map { "\($0.title): \($0.detail)" }
        }
        try await stage.send("editingChanged", .string("7:30"), to: "Time", of: alarm)
        try await stage.send("editingChanged", .string(" Wake \n up"), to: "Label", of: alarm)
        try await stage.send("valueChanged", .int32(2), to: "Repeat", of: alarm)
        try await stage.press("Sun", of: alarm)
        try await stage.press("Mon", of: alarm)
        #expect(try await stage.text(of: "Days", in: alarm) == "Tue-Fri,Sun")
        #expect(try await stage.property("SelectedSegment", of: "Repeat", in: alarm, default: -1 as Int32) == -1)
        try await stage.press("Add", of: alarm)
        #expect(try await details() == ["07:30 Wake up: Tue-Fri,Sun", "12:00: Mon-Fri"])
        #expect(try await stage.text(of: "Message", in: alarm).hasPrefix("07:30 rings in "))
        #expect(try await stage.text(of: "Time", in: alarm).isEmpty)
        // All fields in one line, for scripts.
        try await stage.type("23:15 Sat,Sun Late", into: "Time", of: alarm)
        #expect(try await details().count == 2)
        try await stage.press("Add", of: alarm)
        #expect(try await details().last == "23:15 Late: Sat-Sun")
        try await stage.type("7:61", into: "Time", of: alarm)
        try await stage.press("Add", of: alarm)
        #expect(try await stage.text(of: "Message", in: alarm).hasPrefix("'7:61' is not an alarm"))
        #expect(try await details().count == 3)
        try await stage.send("selectRow", .uint32(1), to: "Alarms", of: alarm)
        #expect(try await stage.rows(of: "Alarms", in: alarm).map(\.accessory) == ["checkmark", "none", "checkmark"])
        try await stage.send("deleteRow", .uint32(0), to: "Alarms", of: alarm)
        try await stage.reopen(alarm)
        #expect(try await details() == ["12:00: Mon-Fri", "23:15 Late: Sat-Sun"])
        #expect(try await stage.rows(of: "Alarms", in: alarm).map(\.accessory) == ["none", "checkmark"])
    }

    @Test func `an alarm that was due while its controller was gone rings when it is restored`() async throws {
        let stage = try await ClockStage()
        var alarm = ObjectPath.none
        let other = try await stage.inTime(2) { seconds in
            let time = stage.time(in: seconds)
            alarm = try await stage.create("Alarm", Self.alarms(time))
            let other = try await stage.create("Alarm", Self.alarms(time))
            try await stage.client.manager.destroy(alarm)
            return [other]
        }[0]
        try await stage.badge(of: other, becomes: "!")
        #expect(try await stage.client.reopen() == alarm)
        #expect(try await stage.badge(of: alarm) == "!")
        // It continues to ring after a reopen, and the badge is restored with it.
        try await stage.reopen(alarm)
        #expect(try await stage.badge(of: alarm) == "!")
        try await stage.press("Snooze", of: alarm)
        try await stage.reopen(alarm)
        #expect(try await stage.badge(of: alarm).isEmpty)
        #expect(try await stage.rows(of: "Alarms", in: alarm).first?.detail.hasPrefix("Snoozed") == true)
    }

    @Test func `alarms follow the machine to another time zone`() async throws {
        let file = try PrivateBus.current.directory + "/localtime"
        let files = FileManager.default
        try files.createSymbolicLink(atPath: file, withDestinationPath: "/usr/share/zoneinfo/Etc/UTC")
        let stage = try await ClockStage(zone: ":" + file)
        let made = try await stage.inTime(1) { seconds in
            let alarm = try await stage.create("Alarm", Self.alarms(stage.time(in: 3601 + seconds)))
            return [alarm, try await stage.create("Alarm", Self.alarms(stage.time(in: seconds)))]
        }
        let (alarm, other) = (made[0], made[1])
        try await stage.badge(of: other, becomes: "!")
        #expect(try await stage.badge(of: alarm).isEmpty)
        // One hour further east, set as timedatectl does.
        try files.createSymbolicLink(atPath: file + "~", withDestinationPath: "/usr/share/zoneinfo/Etc/GMT-1")
        #expect(rename(file + "~", file) == 0)
        try await stage.badge(of: alarm, becomes: "!")
    }
}
