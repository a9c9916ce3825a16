internal import DBusConnection
internal import EventLoop
internal import Glibc

/// Limits the messages of a plugin process per second. Further messages wait on its side of the connection.
///
/// A second's worth of messages is allowed at once, and refilled over time.
@EventLoop
final class Throttle {
    enum Event { case began, continued, ended, tooLong }

    /// How long a process may be slowed down, in milliseconds.
    static let timeout: UInt64 = 2000
    private static let pause: UInt64 = 100
    private static let messagesOfInstance = 16

    private unowned let connection: Connection
    private let report: @EventLoop (Event) -> Void
    private let perSecond: Double
    /// The number of messages that are allowed now.
    private var left: Double
    /// Additional messages for new instances.
    private var extra = 0
    /// The time of the last refill.
    private var time = ContinuousClock.now
    private var begin: ContinuousClock.Instant?
    private var timer: LoopTimer?

    init(_ connection: Connection, perSecond: Int, report: @escaping @EventLoop (Event) -> Void) {
        self.connection = connection
        self.report = report
        self.perSecond = Double(perSecond)
        left = Double(perSecond)
    }

    /// Allows the messages of a new instance while it is created and restored.
    func allowInstance() { extra += Self.messagesOfInstance }

    /// Counts a message.
    func count() {
        if extra > 0 { extra -= 1 } else { left -= 1 }
        guard isEmpty else { return }
        refill()
        guard isEmpty else { return }
        connection.isPaused = true
        let isNew = begin == nil
        if isNew { begin = .now }
        timer = LoopTimer(after: Self.pause) { [unowned self] in check() }
        if isNew { report(.began) }
    }

    private var isEmpty: Bool { left < 1 && extra == 0 }

    private func refill() {
        let now = ContinuousClock.now
        left = min(perSecond, left + perSecond * (time.duration(to: now) / .seconds(1)))
        time = now
    }

    private func check() {
        timer = nil
        refill()
        guard let begin else { return }
        if left >= perSecond / 2 {
            self.begin = nil
            report(.ended)
        } else if begin.duration(to: .now) >= .milliseconds(Self.timeout) {
            return report(.tooLong)
        } else {
            report(.continued)
            // Checks whether the rate has dropped.
            timer = LoopTimer(after: Self.pause) { [unowned self] in check() }
        }
        connection.isPaused = false
    }
}

/// The resources of a process, as reported by `/proc`.
struct ProcessUsage {
    /// The CPU time since its start, in nanoseconds.
    let cpu: UInt64
    /// The resident memory in bytes.
    let memory: UInt64

    /// Returns nil when the process does not exist.
    init?(of process: Int32) {
        guard let stat = Self.read("/proc/\(process)/stat"), let end = stat.lastIndex(of: ")"),
            let statm = Self.read("/proc/\(process)/statm")
        else { return nil }
        // The fields after the name, which may contain any character.
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        let pages = statm.split(separator: " ")
        guard fields.count > 12, pages.count > 1, let user = UInt64(fields[11]), let system = UInt64(fields[12]),
            let resident = UInt64(pages[1])
        else { return nil }
        cpu = (user + system) * (1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK)))))
        memory = resident * UInt64(max(1, sysconf(Int32(_SC_PAGESIZE))))
    }

    /// Reads a file of `/proc`, up to 4096 bytes.
    static func read(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
    }
}
