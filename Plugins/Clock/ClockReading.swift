import Glibc

/// What the clocks show at one moment, in milliseconds.
struct ClockReading: Hashable {
    /// CLOCK_REALTIME: since 1970, UTC. Somebody may set it.
    var wall: Int64
    /// CLOCK_BOOTTIME: since the machine was started, sleep included. Nobody can set it.
    var boot: Int64
    /// Which start of the machine `boot` counts from.
    var bootIdentifier: String

    /// Seconds since 1970.
    var seconds: Int64 { wall >= 0 ? wall / 1000 : (wall - 999) / 1000 }

    static var now: ClockReading {
        ClockReading(wall: read(CLOCK_REALTIME), boot: read(CLOCK_BOOTTIME), bootIdentifier: currentBoot)
    }

    private static let currentBoot: String = {
        let bytes = readFile("/proc/sys/kernel/random/boot_id", limit: 64) ?? []
        return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
    }()

    private static func read(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
