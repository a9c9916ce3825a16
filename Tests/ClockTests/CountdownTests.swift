import TabPlugin
import Testing

@testable import ClockPlugin

/// The countdown, with clocks that the test sets.
@Suite struct CountdownTests {
    @Test func `a countdown ends once, when its time is up`() {
        var countdown = Countdown(duration: 90)
        #expect(countdown.left(at: ClockReading.start) == 90_000)
        countdown.advance(at: ClockReading.start)
        #expect(countdown.left(at: ClockReading.after(30_000)) == 60_000)
        let ends = [89_999, 90_000, 90_001].map { countdown.finish(at: ClockReading.after($0)) }
        #expect(ends == [false, true, false])
        #expect(countdown.phase == .done)
        #expect(countdown.left(at: ClockReading.after(100_000)) == 0)
        countdown.advance(at: ClockReading.after(100_000))
        #expect(countdown == Countdown(duration: 90))
    }

    @Test func `a pause does not count`() {
        var countdown = Countdown(duration: 90)
        countdown.advance(at: ClockReading.start)
        countdown.advance(at: ClockReading.after(40_000))
        #expect(countdown.phase == .paused(50_000))
        let ended = countdown.finish(at: ClockReading.after(500_000))
        #expect(!ended)
        countdown.advance(at: ClockReading.after(500_000))
        let ends = [549_999, 550_000].map { countdown.finish(at: ClockReading.after($0)) }
        #expect(ends == [false, true])
        countdown.cancel()
        #expect(countdown.phase == .idle)
    }

    @Test func `setting the clock changes nothing`() {
        let deadline = Deadline(after: 60_000, from: ClockReading.start)
        var now = ClockReading.after(20_000)
        now.wall += 86_400_000
        #expect(deadline.remaining(at: now) == 40_000)
        #expect(deadline.wall(at: now) == now.wall + 40_000)
    }

    @Test func `after a reboot the wall clock counts`() {
        let deadline = Deadline(after: 60_000, from: ClockReading.start)
        let now = ClockReading(wall: ClockReading.start.wall + 20_000, boot: 5, bootIdentifier: "b")
        #expect(deadline.remaining(at: now) == 40_000)
        #expect(Deadline(value: deadline.value) == deadline)
    }

    @Test func `an invalid deadline is refused`() {
        let good: [Value] = [.int64(1), .int64(2), .string("a")]
        #expect(Deadline(value: .structure(good)) != nil)
        for (index, bad) in [(0, .int64(.max)), (0, .int64(-1)), (1, .int64(.min)), (1, .string("")), (2, .bool(true))]
            as [(Int, Value)]
        {
            var fields = good
            fields[index] = bad
            #expect(Deadline(value: .structure(fields)) == nil)
        }
        #expect(Deadline(value: .string("")) == nil)
        #expect(Countdown(duration: 5, restoring: .paused(6000)).phase == .idle)
        #expect(Countdown(duration: 5, restoring: .paused(5000)).phase == .paused(5000))
    }
}
