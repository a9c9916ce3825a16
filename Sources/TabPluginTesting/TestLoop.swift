internal import CTabPlugin
internal import CTabPluginTesting
internal import Glibc
internal import Synchronization

/// The loop on which `PluginActor` runs in tests: a thread that calls functions, and timers when they are due.
final class TestLoop: Sendable {
    static let shared = TestLoop()

    /// A function with its argument.
    struct Job: @unchecked Sendable {
        let function: @convention(c) (UnsafeMutableRawPointer?) -> Void
        let context: UnsafeMutableRawPointer?
    }

    private struct Timer {
        let due: ContinuousClock.Instant
        let job: Job
    }

    private let jobs = Mutex<[Job]>([])
    private let timers = Mutex<[UInt64: Timer]>([:])
    /// The ends of a pipe that wakes the loop: for reading and for writing.
    private let ends: [Int32]

    private init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "a pipe can't be created: \(String(cString: strerror(errno)))")
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.ends = ends
    }

    /// Calls a function on the loop, after those that were posted before. Any thread.
    func post(_ job: Job) {
        jobs.withLock { $0.append(job) }
        // A full pipe wakes the loop too.
        _ = write(ends[1], [0], 1)
    }

    func addTimer(_ number: UInt64, after delay: Duration, _ job: Job) {
        timers.withLock { $0[number] = Timer(due: .now + delay, job: job) }
    }

    /// - Returns: Whether the timer has not fired yet.
    func cancelTimer(_ number: UInt64) -> Bool { timers.withLock { $0.removeValue(forKey: number) != nil } }

    /// Runs for ever.
    func run() -> Never {
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            for job in jobs.withLock({ jobs in
                defer { jobs = [] }
                return jobs
            }) { job.function(job.context) }
            // A timer may cancel the others.
            while let job = dueJob() { job.function(job.context) }
            var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            poll(&end, 1, timeout)
            while read(ends[0], &bytes, bytes.count) > 0 {}
        }
    }

    private func dueJob() -> Job? {
        timers.withLock { timers in
            guard let first = timers.min(by: { $0.value.due < $1.value.due }), first.value.due <= .now else {
                return nil
            }
            timers[first.key] = nil
            return first.value.job
        }
    }

    /// The time until the next timer in milliseconds; -1 without timers.
    private var timeout: Int32 {
        guard let due = timers.withLock({ $0.values.map(\.due).min() }) else { return -1 }
        return Int32(clamping: Int64(max(0, (due - .now) / .milliseconds(1)).rounded(.up)))
    }
}

/// Starts the loop on a thread of its own, and returns when `PluginActor` can run there.
@_documentation(visibility: internal)
@c(tab_plugin_testing_start)
public func startTestLoop() {
    nonisolated(unsafe) let ready = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(ready, 0, 0)
    var thread = pthread_t()
    let status = pthread_create(
        &thread, nil,
        { ready in
            TestHost.begin()
            if let ready { sem_post(ready.assumingMemoryBound(to: sem_t.self)) }
            TestLoop.shared.run()
        }, ready)
    precondition(status == 0, "the thread of PluginActor can't be started: \(String(cString: strerror(status)))")
    while sem_wait(ready) != 0 {}
    sem_destroy(ready)
    ready.deallocate()
}
