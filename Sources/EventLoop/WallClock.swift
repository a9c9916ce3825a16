internal import CSystemd
internal import Glibc

/// All wall clock timers. They share one file descriptor.
@EventLoop
enum WallClock {
    private struct Entry {
        let time: Int64
        let number: UInt64
        /// The timer removes its entry before it is freed.
        unowned let timer: LoopClockTimer
    }

    /// Sorted by time, the earliest first.
    private static var entries: [Entry] = []
    private static var lastNumber: UInt64 = 0
    private static var descriptor: Int32 = -1
    private static var input: LoopInput?

    static func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Returns false when the system has no timer left.
    static func add(_ timer: LoopClockTimer) -> Bool {
        guard open() else { return false }
        let index = place(of: timer.time, timer.number)
        entries.insert(Entry(time: timer.time, number: timer.number, timer: timer), at: index)
        guard index == 0, !arm() else { return true }
        entries.remove(at: index)
        return false
    }

    static func remove(_ time: Int64, _ number: UInt64) {
        let index = place(of: time, number)
        guard index < entries.count, entries[index].number == number else { return }
        entries.remove(at: index)
        if index == 0 { _ = arm() }
    }

    /// Returns the index of the first entry that is not before this one.
    private static func place(of time: Int64, _ number: UInt64) -> Int {
        entries.firstIndex { ($0.time, $0.number) >= (time, number) } ?? entries.count
    }

    private static func open() -> Bool {
        if descriptor >= 0 { return true }
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK))
        guard descriptor >= 0 else { return false }
        input = LoopInput(descriptor) { fireDueTimers() }
        return true
    }

    /// Sets the descriptor to the time of the earliest timer, or to never.
    private static func arm() -> Bool {
        var time = itimerspec()
        if let first = entries.first {
            time.it_value.tv_sec = Int(first.time / 1000)
            time.it_value.tv_nsec = Int(first.time % 1000) * 1_000_000
        }
        // With CANCEL_ON_SET, a read fails with ECANCELED after the clock was set.
        let flags = Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET)
        return timerfd_settime(descriptor, flags, &time, nil) == 0
    }

    private static func fireDueTimers() {
        var count: UInt64 = 0
        let wasSet = read(descriptor, &count, 8) < 0 && errno == ECANCELED
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
        // The functions may add and cancel timers, so the due entries are removed first.
        let due = wasSet ? entries : Array(entries.prefix { $0.time <= time })
        entries.removeFirst(due.count)
        _ = arm()
        let timers = due.map(\.timer)
        for timer in timers { timer.fire() }
    }
}
