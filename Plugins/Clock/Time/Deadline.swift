import Glibc
import TabPlugin

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

/// When a given time will have passed. Time asleep counts; setting the clock changes nothing.
///
/// The truth is CLOCK_BOOTTIME. After a restart of the machine, which begins that clock anew, the wall clock's deadline
/// counts instead: it is the only one that has gone on meanwhile.
struct Deadline: Hashable {
    private var boot: Int64
    private var wall: Int64
    private var bootIdentifier: String

    /// - Parameter milliseconds: From `now`.
    init(after milliseconds: Int64, from now: ClockReading) {
        boot = now.boot + milliseconds
        wall = now.wall + milliseconds
        bootIdentifier = now.bootIdentifier
    }

    /// Milliseconds; negative when it is over.
    func remaining(at now: ClockReading) -> Int64 {
        bootIdentifier == now.bootIdentifier ? boot - now.boot : wall - now.wall
    }

    /// What the wall clock shows then, milliseconds since 1970, unless somebody sets it.
    func wall(at now: ClockReading) -> Int64 { now.wall + remaining(at: now) }
}

extension Deadline: ValueConvertible {
    var value: Value { .structure([.int64(boot), .int64(wall), .string(bootIdentifier)]) }

    /// Far less than what numbers hold, so that sums of what is read back can't overflow.
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
