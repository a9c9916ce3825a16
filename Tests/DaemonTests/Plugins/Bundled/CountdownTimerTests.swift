import TestSupport

/// `clock.CountdownTimer` and `clock.Stopwatch` over the bus.
@EventLoop @Suite(.bus) struct CountdownTimerTests {
    private let stage: ClockStage

    init() async throws { stage = try await ClockStage() }

    @Test func `a countdown ends without a front end, and showing the tab removes its badge`() async throws {
        let other = try await stage.create("Stopwatch")
        let timer = try await stage.create("CountdownTimer", ["Duration": .int32(1)])
        let window = try await stage.window([other, timer])
        try await stage.client.viewController(timer).loadViewIfNeeded()
        #expect(try await stage.text(of: "Remaining", in: timer) == "0:01")
        try await stage.press("StartPause", of: timer)
        try await stage.badge(of: timer, becomes: "!")
        #expect(try await stage.text(of: "Remaining", in: timer) == "0:00")
        #expect(try await stage.text(of: "Message", in: timer) == "Time is up")
        #expect(try await stage.property("Progress", of: "Progress", in: timer, default: 0.0) == 1)
        #expect(try await stage.client.tap(1, in: window))
        #expect(try await stage.badge(of: timer).isEmpty)
        #expect(try await stage.title(of: "StartPause", in: timer) == "Dismiss")
        try await stage.press("StartPause", of: timer)
        #expect(try await stage.text(of: "Remaining", in: timer) == "0:01")
        #expect(try await stage.text(of: "Message", in: timer).isEmpty)
        // While it is shown the badge stays until it is dismissed.
        stage.client.clearSignals()
        try await stage.press("StartPause", of: timer)
        try await stage.badge(of: timer, becomes: "!")
        try await stage.press("StartPause", of: timer)
        #expect(try await stage.badge(of: timer).isEmpty)
    }

    @Test func `a countdown is set, paused, resumed and cancelled`() async throws {
        let timer = try await stage.create("CountdownTimer", ["Duration": .string("soon")])
        try await stage.client.viewController(timer).loadViewIfNeeded()
        func remaining() async throws -> String { try await stage.text(of: "Remaining", in: timer) }
        #expect(try await remaining() == "5:00")
        try await stage.send("valueChanged", .int32(1), to: "Presets", of: timer)
        #expect(try await remaining() == "3:00")
        try await stage.type("1:99", into: "Duration", of: timer)
        #expect(try await remaining() == "3:00")
        #expect(try await stage.text(of: "Message", in: timer).hasPrefix("'1:99' is not a duration"))
        try await stage.type("2:00:00", into: "Duration", of: timer)
        #expect(try await remaining() == "2:00:00")
        #expect(await failure { try await stage.press("Cancel", of: timer) } == "InvalidArgument")
        try await stage.press("StartPause", of: timer)
        // It can't be set while it runs.
        #expect(await failure { try await stage.type("5", into: "Duration", of: timer) } == "InvalidArgument")
        try await stage.pass(seconds: 1)
        try await stage.press("StartPause", of: timer)
        #expect(try await stage.title(of: "StartPause", in: timer) == "Resume")
        let left = try await remaining()
        // Minutes may pass on a machine under load.
        #expect(left.hasPrefix("1:5"))
        try await stage.reopen(timer)
        #expect(try await remaining() == left)
        try await stage.press("StartPause", of: timer)
        try await stage.press("Cancel", of: timer)
        #expect(try await remaining() == "2:00:00")
    }

    @Test func `a countdown continues after a restoration, and is done when it ended meanwhile`() async throws {
        let timer = try await stage.create("CountdownTimer", ["Duration": .int32(2)])
        try await stage.client.viewController(timer).loadViewIfNeeded()
        try await stage.press("StartPause", of: timer)
        try await stage.reopen(timer)
        try await stage.badge(of: timer, becomes: "!")
        try await stage.reopen(timer)
        #expect(try await stage.badge(of: timer) == "!")
        try await stage.press("StartPause", of: timer)
        try await stage.press("StartPause", of: timer)
        try await stage.client.manager.destroy(timer)
        try await stage.pass(seconds: 2)
        // The countdown that measured the time was destroyed last.
        _ = try await stage.client.reopen()
        #expect(try await stage.client.reopen() == timer)
        #expect(try await stage.badge(of: timer) == "!")
    }

    @Test func `ticks come at full seconds while the view is shown, and only then`() async throws {
        let timer = try await stage.create("CountdownTimer", ["Duration": .int32(600)])
        let watch = try await stage.create("Stopwatch")
        let cities = try await stage.create("WorldClock")
        let alarm = try await stage.create("Alarm", ["Alarms": ["0:00 Daily"].variant])
        let controllers = [timer, watch, cities, alarm]
        let window = try await stage.window(controllers)
        try await stage.press("StartPause", of: timer)
        #expect(try await stage.client.tap(1, in: window))
        try await stage.press("StartStop", of: watch)
        stage.client.clearSignals()
        try await stage.change(of: "Elapsed", in: watch)
        #expect(try await stage.client.tap(0, in: window))
        stage.client.clearSignals()
        try await stage.pass(seconds: 3)
        var texts = try await stage.changes(of: "Remaining", in: timer)
        // After a stop the daemon ticks once for all missed seconds.
        let end = TestTimeout.deadline
        while texts.count < 2, .now < end { texts = try await stage.changes(of: "Remaining", in: timer) }
        #expect(Set(texts).count == texts.count)
        #expect(texts.count >= 2, "\(texts)")
        #expect(try await stage.changes(of: "Elapsed", in: watch).isEmpty)
        // After the last tab is gone nothing ticks.
        #expect(try await stage.client.tap(3, in: window))
        stage.client.clearSignals()
        try await stage.pass(seconds: 2)
        try await stage.client.barrier()
        let changed = stage.client.signals.filter { $0.member == "ViewChanged" && controllers.contains($0.path) }
        #expect(changed.isEmpty, "\(changed)")
        // A read still gets the current time.
        #expect(try await stage.text(of: "Remaining", in: timer) <= "9:57")
        #expect(try await stage.text(of: "Elapsed", in: watch) >= "00:03.0")
    }

    @Test func `a stopwatch counts laps and keeps them`() async throws {
        let watch = try await stage.create("Stopwatch")
        try await stage.client.viewController(watch).loadViewIfNeeded()
        #expect(await failure { try await stage.press("LapReset", of: watch) } == "InvalidArgument")
        let begin = ContinuousClock.now
        try await stage.press("StartStop", of: watch)
        try await stage.press("LapReset", of: watch)
        // The second lap is longer, however long the daemon took for the first.
        let first = begin.duration(to: .now)
        try await stage.pass(seconds: Int32(first.components.seconds) + 1)
        try await stage.press("LapReset", of: watch)
        let titles = ["Lap 2, slowest", "Lap 1, fastest"]
        #expect(try await stage.rows(of: "Laps", in: watch).map(\.title) == titles)
        try await stage.reopen(watch)
        #expect(try await stage.rows(of: "Laps", in: watch).map(\.title) == titles)
        #expect(try await stage.text(of: "Elapsed", in: watch) >= "00:01.0")
        try await stage.press("StartStop", of: watch)
        let stopped = try await stage.text(of: "Elapsed", in: watch)
        try await stage.reopen(watch)
        #expect(try await stage.text(of: "Elapsed", in: watch) == stopped)
        try await stage.press("LapReset", of: watch)
        #expect(try await stage.rows(of: "Laps", in: watch).isEmpty)
        #expect(try await stage.text(of: "Elapsed", in: watch) == "00:00.0")
    }
}
