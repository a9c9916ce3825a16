import Glibc

/// The text form of positions and lengths.
enum TimeText {
    /// Returns a text such as `0:05`, `12:34` or `1:02:03` for a number of seconds.
    static func text(seconds: Int64) -> String {
        let seconds = max(seconds, 0)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return (hours > 0 ? "\(hours):" + twoDigits(minutes) : "\(minutes)") + ":" + twoDigits(seconds % 60)
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// The clock that players are measured with. It does not count the time of a suspend, in which they do not play.
enum PlaybackClock {
    /// The present time in microseconds.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
