import Glibc
import TabPlugin

/// The values of the clocks at one moment, in milliseconds.
struct ClockReading: Hashable {
    /// CLOCK_REALTIME: the time since 1970, UTC. It can be set.
    var wall: Int64
    /// CLOCK_BOOTTIME: the time since boot, including suspends. It can't be set.
    var boot: Int64
    /// The identifier of the boot from which `boot` counts.
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

/// The end of a duration. Suspends count; setting the clock has no effect.
///
/// It uses CLOCK_BOOTTIME. After a reboot, which resets that clock, it uses the wall clock.
struct Deadline: Hashable {
    private var boot: Int64
    private var wall: Int64
    private var bootIdentifier: String

    /// - Parameter milliseconds: The duration, which begins at `now`.
    init(after milliseconds: Int64, from now: ClockReading) {
        boot = now.boot + milliseconds
        wall = now.wall + milliseconds
        bootIdentifier = now.bootIdentifier
    }

    /// Returns the remaining time in milliseconds; negative after the deadline.
    func remaining(at now: ClockReading) -> Int64 {
        bootIdentifier == now.bootIdentifier ? boot - now.boot : wall - now.wall
    }

    /// Returns the wall clock time of the deadline in milliseconds since 1970, if the clock is not set before.
    func wall(at now: ClockReading) -> Int64 { now.wall + remaining(at: now) }
}

extension Deadline: ValueConvertible {
    var value: Value { .structure([.int64(boot), .int64(wall), .string(bootIdentifier)]) }

    /// The maximum value to restore, so that sums can't overflow.
    private static let maximum: Int64 = 1 << 50

    init?(value: Value) {
        guard case .structure(let fields) = value, fields.count == 3, case .int64(let boot) = fields[0],
            case .int64(let wall) = fields[1], let bootIdentifier = fields[2].string,
            (0...Self.maximum).contains(boot), (0...Self.maximum).contains(wall)
        else { return nil }
        self.boot = boot
        self.wall = wall
        self.bootIdentifier = bootIdentifier
    }
}
