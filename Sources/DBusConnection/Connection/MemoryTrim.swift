internal import CDBus
package import EventLoop
internal import Glibc

/// Returns memory to the system after a burst of calls.
///
/// The C library keeps freed memory for later allocations, so the resident memory would stay at its peak. This does not
/// wake an idle process: the timer runs only after turns of the loop, and only while the process is larger than at its
/// start. Trimming took 0.45 ms of CPU time per returned MiB (142 ms for 292 of 326 MiB), once after a burst.
@EventLoop
package final class MemoryTrim {
    /// Excess memory below this number of bytes, or below a quarter of the used memory, is kept for the next calls.
    private static let leastExcess = 16 << 20
    /// The minimum time between reads of the resident memory. One read took 19 µs on a virtual machine.
    private static let readInterval = Duration.milliseconds(50)
    /// In milliseconds.
    private static let idleTime: UInt64 = 1000
    /// From this number of turns within the idle time, the burst is still going on.
    private static let busyTurns: UInt64 = 100

    /// The smallest resident memory so far.
    private var least = Int.max
    /// The resident memory that trimming does not return: code, and pages that are partly in use.
    private var remainder = Int.max
    private var nextRead = ContinuousClock.now
    private var turns: UInt64 = 0
    private var timer: LoopTimer?

    package init() {}

    /// Checks the resident memory after a turn that may have used some.
    package func turnEnded() {
        turns &+= 1
        guard timer == nil, nextRead <= .now else { return }
        nextRead = .now + Self.readInterval
        guard let resident = Self.residentMemory else { return }
        least = min(least, resident)
        if remainder == .max { remainder = resident - Self.usedMemory }
        if resident - least >= Self.leastExcess { wait() }
    }

    private func wait() {
        let before = turns
        timer = LoopTimer(after: Self.idleTime, accuracy: Self.idleTime / 4) { [unowned self] in
            guard turns &- before < Self.busyTurns else { return wait() }
            timer = nil
            trim()
        }
    }

    /// Trims when enough of the resident memory is free. Growth alone does not show that: a slow burst may be trimmed
    /// in its middle, and the memory that it frees later causes no growth.
    private func trim() {
        guard let resident = Self.residentMemory else { return }
        let used = Self.usedMemory
        let excess = resident - used
        remainder = min(remainder, excess)
        guard excess - remainder >= max(Self.leastExcess, used / 4) else { return }
        malloc_trim(0)
        remainder = (Self.residentMemory ?? resident) - used
    }

    /// The allocated memory in bytes.
    private static var usedMemory: Int {
        let info = mallinfo2()
        return Int(clamping: info.uordblks) + Int(clamping: info.hblkhd)
    }

    /// The resident memory in bytes.
    private static var residentMemory: Int? {
        let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 128)
        let count = read(file, &buffer, buffer.count)
        let fields = buffer.prefix(max(0, count)).split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return nil }
        return pages.multipliedReportingOverflow(by: max(1, sysconf(Int32(_SC_PAGESIZE)))).partialValue
    }
}
