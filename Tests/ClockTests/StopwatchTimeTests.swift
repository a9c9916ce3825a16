import Testing

@testable import ClockPlugin

/// The stopwatch, with clocks that the test sets.
@Suite struct StopwatchTimeTests {
    @Test func `a stopwatch measures between start and stop`() {
        var watch = StopwatchTime()
        watch.startOrStop(at: ClockReading.start)
        watch.startOrStop(at: ClockReading.after(1500))
        #expect(watch.elapsed(at: ClockReading.after(9000)) == 1500)
        watch.startOrStop(at: ClockReading.after(10_000))
        #expect(watch.elapsed(at: ClockReading.after(10_500)) == 2000)
        #expect(StopwatchTime.text(2000) == "00:02.0")
        #expect(StopwatchTime.text(3_725_300) == "1:02:05.3")
    }

    @Test func `laps show their time and the total, the fastest and the slowest`() {
        var watch = StopwatchTime()
        watch.startOrStop(at: ClockReading.start)
        watch.lapOrReset(at: ClockReading.after(2000))
        #expect(watch.lapRows.map(\.title) == ["Lap 1"])
        watch.lapOrReset(at: ClockReading.after(3000))
        watch.lapOrReset(at: ClockReading.after(4500))
        #expect(watch.lapRows.map(\.title) == ["Lap 3", "Lap 2, fastest", "Lap 1, slowest"])
        #expect(watch.lapRows.map(\.detail) == ["00:01.5  00:04.5", "00:01.0  00:03.0", "00:02.0  00:02.0"])
        for _ in 0..<2000 { watch.lapOrReset(at: ClockReading.after(5000)) }
        #expect(watch.laps.count == StopwatchTime.maximumLaps)
        watch.startOrStop(at: ClockReading.after(6000))
        watch.lapOrReset(at: ClockReading.after(7000))
        #expect(watch == StopwatchTime())
    }
}
