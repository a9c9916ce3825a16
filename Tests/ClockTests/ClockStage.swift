@testable import ClockPlugin

/// Clocks that a test moves, and an alarm that is told of them as the view controller tells it.
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

    /// Time passes, and the timers fire meanwhile.
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

    /// The machine is suspended: both clocks of the stage move on and nobody hears of it; then all is looked at.
    mutating func suspend(milliseconds: Int64) {
        now.wall += milliseconds
        now.boot += milliseconds
        update()
    }

    /// Somebody sets the clock.
    mutating func set(_ time: String) throws {
        now.wall = try Zones.seconds(time) * 1000
        update()
    }

    /// The machine comes to another zone.
    mutating func travel(to zone: TimeZone) {
        self.zone = zone
        update()
    }

    /// Another life of the view controller.
    mutating func restore() {
        guard var kept = ScheduledAlarm(value: alarm.value) else { return }
        kept.resume(at: now)
        alarm = kept
        update()
    }
}
